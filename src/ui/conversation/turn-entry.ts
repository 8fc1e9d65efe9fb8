import { describeAction } from '../../core/action/action.ts';
import type { BrowserTurn, Turn, TurnElement } from '../../core/demonstration/demonstration.ts';
import type { LintFinding } from '../../core/demonstration/lint/finding.ts';
import { describeReceipt } from '../../core/navigator/describe.ts';
import type { Candidate, CandidateFields } from '../../core/ranking/candidate.ts';
import { message } from '../../messages/message.ts';
import { describeAgreement } from '../describe-ranker.ts';
import type { FractionRect } from './crop-screenshot.ts';
import type {
  ActionEntry,
  ActionState,
  EntryFinding,
  ScreenshotModel,
  UtteranceEntry,
} from './entry.ts';

/** Creates the entry of a stored turn. */
export function createTurnEntry(
  turn: Turn,
  findings: readonly EntryFinding[],
): UtteranceEntry | ActionEntry {
  const { id, at, by } = turn;
  if (turn.kind === 'say') {
    const { speaker, utterance } = turn.action;
    return { kind: 'utterance', id, at, by, speaker, text: utterance };
  }
  const { element, receipt, screenshot, metadata } = turn;
  return {
    kind: 'action',
    id,
    at,
    by,
    description: describeTurn(turn),
    detail: describeDetail(turn),
    ...(turn.agreement && { agreement: describeAgreement(turn.agreement) }),
    state: getActionState(turn),
    screenshot: toScreenshotModel(turn),
    findings,
    details: {
      ranking: null,
      receipt,
      target: element && {
        name: element.name,
        role: element.role,
        tag: element.tagName.toLowerCase(),
        xpath: element.xpath,
      },
      screenshot,
      ...(turn.effect && { effect: turn.effect }),
      url: metadata.url || null,
    },
  };
}

export function toEntryFinding({ rule, severity, message }: LintFinding): EntryFinding {
  return { code: rule, severity, message };
}

function describeDetail({ receipt, causedBy, element }: BrowserTurn): string | null {
  if (receipt) return describeReceipt(receipt, element && makeCandidate(element));
  return causedBy ? message('commonCausedBefore') : null;
}

/** Returns the target in the form that receipts use to name it. */
function makeCandidate({ uid, frameId, tagName, role, name, box, xpath }: TurnElement): Candidate {
  return {
    uid,
    frameId,
    tag: tagName.toLowerCase(),
    role,
    fields: { ...NO_FIELDS, name },
    options: [],
    box,
    inViewport: true,
    disabled: false,
    checked: null,
    href: null,
    xpath,
    shadowPath: null,
  };
}

const NO_FIELDS: CandidateFields = {
  name: '',
  text: '',
  label: '',
  placeholder: '',
  title: '',
  alt: '',
  value: '',
  key: '',
  context: '',
};

/** A turn without a page (tabs, the first load) needs no screenshot. */
function getActionState({ screenshot, snapshot }: BrowserTurn): ActionState {
  switch (screenshot.status) {
    case 'pending':
      return 'saving';
    case 'missing':
      return snapshot === null ? 'saved' : 'no-screenshot';
    case 'kept':
      return screenshot.proof.kind === 'stale' ? 'late-screenshot' : 'saved';
  }
}

function toScreenshotModel(turn: BrowserTurn): ScreenshotModel {
  const { screenshot, snapshot } = turn;
  if (screenshot.status === 'missing') return { status: snapshot ? 'missing' : 'none' };
  if (screenshot.status === 'pending') return { status: 'pending' };
  const { image, width, height } = screenshot;
  return { status: 'kept', image, width, height, box: getTargetRect(turn) };
}

/** Returns the target in fractions of the viewport, which the screenshot shows. */
function getTargetRect({ element, metadata }: BrowserTurn): FractionRect | null {
  const { viewportWidth, viewportHeight } = metadata;
  if (!element || viewportWidth <= 0 || viewportHeight <= 0) return null;
  const { x, y, width, height } = element.box;
  return {
    x: x / viewportWidth,
    y: y / viewportHeight,
    width: width / viewportWidth,
    height: height / viewportHeight,
  };
}

/** Longer texts are told by their beginning; the whole is in the details. */
const MAX_TEXT_LENGTH = 80;
/** Of a form: about what a single button says. */
const MAX_FORM_NAME_LENGTH = 20;

/** A turn in the user's words, verb first: `Type “red kettle” in Search the shop`. */
export function describeTurn({ action, element }: Pick<BrowserTurn, 'action' | 'element'>): string {
  const target = nameElement(element);
  return describeAction(action, 'imperative', {
    ...{ target, hasTarget: element !== null, form: target },
    ...{ quote, quoteTyped: quote, quoteChosen: quote },
    address: (url) => shorten(url.replace(/^https?:\/\//, '')),
    key: (key) => key,
  });
}

/** The name a person would use, else what it says, else what it is. */
function nameElement(element: BrowserTurn['element']): string {
  if (!element) return 'the page';
  const tag = element.tagName.toLowerCase();
  if (tag === 'html' || tag === 'body') return 'the page';
  // What holds much text is not called by it, nor a form by its labels in a row.
  const most = tag === 'form' ? MAX_FORM_NAME_LENGTH : MAX_TEXT_LENGTH;
  const says = element.textContent.trim().length <= most ? element.textContent : '';
  return shorten(element.name) || shorten(says) || describeRole(element.role, tag);
}

function describeRole(role: string, tag: string): string {
  if (tag === 'form') return 'the form';
  if (role !== 'generic') return `the ${ROLE_NAMES.get(role) ?? role}`;
  const kind = ROLE_NAMES.get(tag);
  return kind === undefined ? 'a part of the page' : `the ${kind}`;
}

/** What people call roles and tags whose own names are not everyday words. */
const ROLE_NAMES: ReadonlyMap<string, string> = new Map([
  ['textbox', 'text field'],
  ['searchbox', 'search field'],
  ['spinbutton', 'number field'],
  ['combobox', 'list'],
  ['listbox', 'list'],
  ['listitem', 'list item'],
  ['menuitem', 'menu item'],
  ['gridcell', 'cell'],
  ['img', 'picture'],
  ['image', 'picture'],
  ['svg', 'icon'],
  ['canvas', 'drawing'],
  ['video', 'video'],
  ['label', 'label'],
]);

function quote(text: string): string {
  return `“${shorten(text)}”`;
}

function shorten(text: string): string {
  const points = Array.from(text.replace(/\s+/g, ' ').trim());
  return points.length > MAX_TEXT_LENGTH
    ? `${points.slice(0, MAX_TEXT_LENGTH - 1).join('')}…`
    : points.join('');
}
