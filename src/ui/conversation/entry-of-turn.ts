import type { BrowserTurn, Turn, TurnElement } from '../../core/demonstration/demonstration.ts';
import type { Finding as LintFinding } from '../../core/demonstration/lint/finding.ts';
import { describeReceipt } from '../../core/navigator/describe.ts';
import type { Candidate, CandidateFields } from '../../core/ranking/candidate.ts';
import { describeAgreement } from '../format/agreement.ts';
import type { ActionState } from './action-state.ts';
import { describeTurn } from './describe-turn.ts';
import type { ActionEntry, Finding, Shot, UtteranceEntry } from './entry.ts';
import type { Fractions } from './frame-shot.ts';

/** What an entry shows of a stored turn. */
export function entryOfTurn(
  turn: Turn,
  findings: readonly Finding[],
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
    state: stateOf(turn),
    shot: shotOf(turn),
    findings,
    details: {
      why: null,
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

export function toFinding({ rule, severity, message }: LintFinding): Finding {
  return { code: rule, severity, message };
}

function describeDetail({ receipt, causedBy, element }: BrowserTurn): string | null {
  if (receipt) return describeReceipt(receipt, element && makeCandidate(element));
  return causedBy ? 'followed from the action before' : null;
}

/** The target as receipts name it: a field that now holds something is called by its name. */
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

/** A turn that never had a page (tabs, the first load) is kept right without a shot. */
function stateOf({ screenshot, snapshot }: BrowserTurn): ActionState {
  switch (screenshot.status) {
    case 'pending':
      return 'keeping';
    case 'missing':
      return snapshot === null ? 'kept' : 'no-shot';
    case 'kept':
      return screenshot.proof.kind === 'stale' ? 'stale-shot' : 'kept';
  }
}

function shotOf(turn: BrowserTurn): Shot {
  const { screenshot, snapshot } = turn;
  if (screenshot.status === 'missing') return { status: snapshot ? 'missing' : 'none' };
  if (screenshot.status === 'pending') return { status: 'pending' };
  const { image, width, height } = screenshot;
  return { status: 'kept', image, width, height, box: fractionsOf(turn) };
}

/** The target in fractions of the viewport, which is what the screenshot shows. */
function fractionsOf({ element, metadata }: BrowserTurn): Fractions | null {
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
