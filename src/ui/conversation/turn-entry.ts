import { describeAction } from '../../core/action/action.ts';
import type { BrowserTurn, Turn } from '../../core/demonstration/demonstration.ts';
import type { LintFinding } from '../../core/demonstration/lint/finding.ts';
import { describeReceipt, shorten } from '../../core/navigator/describe.ts';
import { toCandidate } from '../../core/navigator/run/user-action.ts';
import { message } from '../../messages/message.ts';
import { describeAgreement } from '../describe-ranker.ts';
import type { FractionRect } from './crop-screenshot.ts';
import { scaleRect } from './crop-screenshot.ts';
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
  const { element, receipt, screenshot, metadata, agreement, effect } = turn;
  return {
    ...{ kind: 'action', id, at, by, findings },
    description: describeTurn(turn),
    detail: describeDetail(turn),
    ...(agreement && { agreement: describeAgreement(agreement) }),
    state: getActionState(turn),
    screenshot: toScreenshotModel(turn),
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
      ...(effect && { effect }),
      url: metadata.url || null,
    },
  };
}

export function toEntryFinding({ rule, severity, message }: LintFinding): EntryFinding {
  return { code: rule, severity, message };
}

function describeDetail({ receipt, causedBy, element }: BrowserTurn): string | null {
  if (!receipt) return causedBy ? message('commonCausedBefore') : null;
  const tag = element?.tagName.toLowerCase() ?? '';
  const unknown = { text: '', placeholder: '', key: '' };
  return describeReceipt(receipt, element && toCandidate({ ...element, ...unknown, tag }));
}

/** A turn without a page (tabs, the first load) needs no screenshot. */
function getActionState({ screenshot, snapshot }: BrowserTurn): ActionState {
  if (screenshot.status === 'pending') return 'saving';
  if (screenshot.status === 'missing') return snapshot ? 'no-screenshot' : 'saved';
  return screenshot.proof.kind === 'stale' ? 'late-screenshot' : 'saved';
}

/** A load is pictured by the page that came, once that is at rest; other actions by the page before them. */
function toScreenshotModel(turn: BrowserTurn): ScreenshotModel {
  const { snapshot, effect } = turn;
  const isLoaded = turn.action.intent === 'load' && effect?.screenshot.status === 'kept';
  const screenshot = isLoaded ? effect.screenshot : turn.screenshot;
  if (screenshot.status === 'pending') return { status: 'pending' };
  if (screenshot.status === 'missing') return { status: snapshot ? 'missing' : 'none' };
  const { image, width, height } = screenshot;
  return { status: 'kept', image, width, height, box: getTargetRect(turn) };
}

/** Returns the target in fractions of the viewport, which the screenshot shows. */
function getTargetRect({ element, metadata }: BrowserTurn): FractionRect | null {
  const { viewportWidth, viewportHeight } = metadata;
  if (!element || viewportWidth <= 0 || viewportHeight <= 0) return null;
  return scaleRect(element.box, 1 / viewportWidth, 1 / viewportHeight);
}

/** Longer texts don't name an element. A form's text is its labels in a row, so only a button's text counts. */
const MAX_NAME_LENGTH = 80;
const MAX_FORM_NAME_LENGTH = 20;

/** Returns a turn in the user's words, verb first: `Type “red kettle” in Search the shop`. */
export function describeTurn({ action, element }: Pick<BrowserTurn, 'action' | 'element'>): string {
  const target = nameElement(element);
  const quote = (text: string): string => `“${shorten(text)}”`;
  return describeAction(action, 'imperative', {
    ...{ target, hasTarget: element !== null, form: target },
    ...{ quote, quoteTyped: quote, quoteChosen: quote },
    address: (url) => shorten(url.replace(/^https?:\/\//, '')),
    key: (key) => key,
  });
}

/** Returns the element's name, else its text, else its role. */
function nameElement(element: BrowserTurn['element']): string {
  if (!element) return 'the page';
  const { name, textContent, role } = element;
  const tag = element.tagName.toLowerCase();
  if (tag === 'html' || tag === 'body') return 'the page';
  const most = tag === 'form' ? MAX_FORM_NAME_LENGTH : MAX_NAME_LENGTH;
  const text = textContent.trim().length <= most ? textContent : '';
  return shorten(name) || shorten(text) || describeRole(role, tag);
}

function describeRole(role: string, tag: string): string {
  if (tag === 'form') return 'the form';
  const kind = role === 'generic' ? ROLE_NAMES.get(tag) : (ROLE_NAMES.get(role) ?? role);
  return kind === undefined ? 'a part of the page' : `the ${kind}`;
}

/** Everyday words for roles and tags. */
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
