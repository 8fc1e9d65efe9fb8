import type { Turn } from '../demonstration.ts';
import type { Change } from '../edits/edit.ts';
import { readText } from '../edits/edit-turns.ts';
import type { LintFinding, RuleName } from './finding.ts';

/** What can be done about a finding. */
export type Fix =
  /** `isSafe`: nothing of worth is lost by it, so it needs no decision. */
  | { kind: 'edit'; change: Change; isSafe: boolean }
  /** The annotator chooses something, such as another target. */
  | { kind: 'choose'; what: 'target' | 'picture' | 'text' };

const REMOVE = { by: 'remove', isSafe: false } as const;
const REMOVE_SAFELY = { by: 'remove', isSafe: true } as const;

/** Rules that an edit can mend. The others need a new recording, or report what cannot be changed afterwards. */
const FIXES: Partial<
  Record<
    RuleName,
    { by: 'remove' | 'repair-text'; isSafe: boolean } | 'target' | 'picture' | 'text'
  >
> = {
  'duplicate-turn': REMOVE_SAFELY,
  'empty-utterance': REMOVE_SAFELY,
  'broken-text': { by: 'repair-text', isSafe: true },
  'foreign-turn': REMOVE,
  'page-missing': REMOVE,
  'page-lost': REMOVE,
  'page-empty': REMOVE,
  'secret-in-page': REMOVE,
  secret: REMOVE,
  'turn-damaged': REMOVE,
  'lost-cause': REMOVE,
  'no-target': 'target',
  'target-mixed-up': 'target',
  'target-no-box': 'target',
  'target-not-in-page': 'target',
  'target-differs': 'target',
  'target-too-deep': 'target',
  'screenshot-lost': 'picture',
  'screenshot-missing': 'picture',
  'screenshot-stale': 'picture',
  'screenshot-proof': 'picture',
  'no-address': 'text',
};

/** Proposes what mends a finding of a turn; null where nothing can. */
export function proposeFix({ rule }: Pick<LintFinding, 'rule'>, turn: Turn): Fix | null {
  const fix = (FIXES as Record<string, (typeof FIXES)[RuleName]>)[rule];
  if (fix === undefined) return null;
  if (typeof fix === 'string') return { kind: 'choose', what: fix };
  const { by, isSafe } = fix;
  if (by === 'remove') return { kind: 'edit', change: { kind: 'remove', turnId: turn.id }, isSafe };
  const text = readText(turn);
  if (text === null) return null;
  const change = { kind: 'text', turnId: turn.id, text: text.toWellFormed() } as const;
  return { kind: 'edit', change, isSafe };
}
