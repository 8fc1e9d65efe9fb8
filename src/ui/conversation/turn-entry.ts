import type { BrowserTurn, Turn } from '../../core/demonstration/demonstration.ts';
import type { LintFinding } from '../../core/demonstration/lint/finding.ts';
import { describeReceipt } from '../../core/navigator/describe.ts';
import { describeTurn } from '../../core/navigator/describe-turn.ts';
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
