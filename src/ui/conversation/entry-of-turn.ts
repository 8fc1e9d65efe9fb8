import type { BrowserTurn, Turn } from '../../core/demonstration/demonstration.ts';
import type { Finding as LintFinding } from '../../core/demonstration/lint/finding.ts';
import { describeReceipt } from '../../core/navigator/describe.ts';
import type { ActionState } from './action-state.ts';
import { describeTurn } from './describe-turn.ts';
import type { ActionDetails, ActionEntry, Finding, Shot, UtteranceEntry } from './entry.ts';
import type { Fractions } from './frame-shot.ts';

/** What an entry shows of a stored turn. `imageUrl` shows its screenshot, null while not read. */
export function entryOfTurn(
  turn: Turn,
  imageUrl: string | null,
  findings: readonly LintFinding[],
  why: ActionDetails['why'] = null,
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
    state: stateOf(turn),
    shot: shotOf(turn, imageUrl),
    findings: findings.map(toFinding),
    details: {
      why,
      receipt,
      target: element && {
        name: element.name,
        role: element.role,
        tag: element.tagName.toLowerCase(),
        xpath: element.xpath,
      },
      screenshot,
      url: metadata.url || null,
    },
  };
}

export function toFinding({ rule, message }: LintFinding): Finding {
  return { code: rule, message };
}

function describeDetail({ receipt, causedBy }: BrowserTurn): string | null {
  if (receipt) return describeReceipt(receipt, null);
  return causedBy ? 'followed from the action before' : null;
}

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

function shotOf(turn: BrowserTurn, url: string | null): Shot {
  const { screenshot, snapshot } = turn;
  if (screenshot.status === 'missing') return { status: snapshot ? 'missing' : 'none' };
  if (screenshot.status === 'pending' || url === null) return { status: 'pending' };
  const { width, height } = screenshot;
  return { status: 'kept', url, width, height, box: fractionsOf(turn) };
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
