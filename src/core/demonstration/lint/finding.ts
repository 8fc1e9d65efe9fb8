import type { Turn } from '../demonstration.ts';
import type { Change } from '../edits/edit.ts';
import { readText } from '../edits/edit-turns.ts';

/** Something that a dataset built from the demonstration would trip over. */
export interface LintFinding {
  /** Null for a finding about the whole demonstration. */
  turnId: string | null;
  /** Stable name of the rule, for lists and tests. */
  rule: string;
  /** An error makes the turn useless or misleading; a warning makes it worth less. */
  severity: 'error' | 'warning';
  /** For the user: what is wrong, what it means, what to do. */
  message: string;
}

export type RuleFinding = Omit<LintFinding, 'turnId'>;

const ERRORS = {
  empty: () =>
    'Nothing was recorded, so there is nothing to export. Record again, and act on the page or write a message before you stop.',
  'duplicate-turn': () => 'This turn is there twice. Delete one of the two.',
  'foreign-turn': () => 'This turn belongs to another demonstration. Delete it here.',
  disorder: () =>
    'This turn stands after a later one, so the story does not add up. Reload the demonstration to put its turns in order of time.',
  'page-missing': () =>
    'The page was not saved, so it is unknown what was acted on. Record this step again.',
  'page-lost': () =>
    'The page of this turn is not in the store any more, or is damaged there. Delete the turn or record it again.',
  'page-empty': () =>
    'The page of this turn is empty: dataset tools stop at such a page. Delete the turn.',
  'boxes-lost': () =>
    'The positions of the page’s elements cannot be read, so they are missing from exports. Record this step again.',
  'box-broken': () =>
    'Some positions are invalid numbers; exports drop those elements. Please report this as a fault of the recorder.',
  'uid-repeated': () =>
    'Several elements of the page share one id, so the target may be mistaken for another. Please report this as a fault of the recorder.',
  'secret-in-page': () =>
    'A password or card field of the page shows its value. Delete the turn before you share the demonstration.',
  'no-target': () =>
    'It is not known which element was acted on, so nothing can be learned from this turn. Delete it.',
  'target-mixed-up': (name: string) =>
    `The turn describes “${name}” but acts on another element. Delete it.`,
  'target-no-box': (name: string) =>
    `“${name}” had no size on the screen, so it cannot be pointed at in exports. If it stands for something visible, record a click on that instead.`,
  'target-not-in-page': (name: string) =>
    `“${name}” is not in the page saved with this turn, so dataset tools drop the turn. Delete it or record it again.`,
  'target-differs': (name: string, tag: string) =>
    `The page has another kind of element (${tag}) where “${name}” should be. Delete the turn or record it again.`,
  'empty-utterance': () => 'The message is empty. Write it or delete the turn.',
  'no-address': () =>
    'The page that was opened has no address, so it is unknown where this turn leads. Delete it.',
  secret: (name: string) =>
    `What was typed into “${name}”, a secret field, can be read in this turn. Delete the turn before you share the demonstration.`,
  'screenshot-lost': () =>
    'The screenshot of this turn is not in the store any more, or is damaged there, so it is missing from exports. Delete the turn or record it again.',
  'screenshot-proof': () =>
    'The times of the screenshot contradict its proof, so it cannot be trusted to show the page before the action. Delete the turn or record it again.',
  'turn-damaged': () =>
    'This turn was damaged after it was saved, most likely by the disk, so its content cannot be trusted. Delete it, and check the disk before you record again.',
};

const WARNINGS = {
  'no-actions': () =>
    'There are no actions in the browser, only conversation, which most training data drops.',
  'not-stopped': () =>
    'The recording has not been stopped, so its end is open. Press Stop before exporting.',
  'lost-cause': () =>
    'The action that led to this turn was deleted, so the turn now looks like an action of the person. Delete it too if it was not.',
  'page-missing': () => 'The page was not saved, only the action.',
  'page-headless': () =>
    'The page does not begin with a head. Exports put an empty one there, so that dataset tools read it as a whole page.',
  'frame-lost': () => 'A frame of the page is not in the store any more, or is damaged there.',
  'page-late': () =>
    'Part of the page was read only after the action, so it may show what the action did. Look at the page before you use this turn.',
  'target-too-deep': (name: string, most: number) =>
    `“${name}” lies more than ${most} levels deep in the page; some dataset tools cannot read that far.`,
  'broken-text': () =>
    'The text has half of a character in it, which exports replace by “\ufffd”. Correct the text of this turn.',
  'screenshot-pending': () => 'The screenshot is not there yet.',
  'screenshot-missing': (reason: string) =>
    `There is no screenshot, so models that look at the picture cannot use this turn: ${reason}.`,
  'screenshot-stale': (reason: string) =>
    `The screenshot may not show the page as it was before the action: ${reason}. It was saved, and exports mark it as unreliable; compare it with the page.`,
};

type RuleName = keyof typeof ERRORS | keyof typeof WARNINGS;

export const reportError = makeReporter('error', ERRORS);
export const reportWarning = makeReporter('warning', WARNINGS);

function makeReporter<M extends { [R in keyof M]: (...given: never[]) => string }>(
  severity: LintFinding['severity'],
  messages: M,
) {
  return <R extends keyof M & string>(rule: R, ...given: Parameters<M[R]>): RuleFinding => {
    return { rule, severity, message: messages[rule](...given) };
  };
}

/** What a finding is about, for lists: a rule is too fine to choose by. */
export const FINDING_KINDS = ['screenshot', 'page', 'target', 'text', 'secret', 'order'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
export type FindingCounts = Partial<Record<FindingKind, number>>;

/** What can be done about a finding. */
export type Fix =
  /** `isSafe`: nothing of worth is lost by it, so it needs no decision. */
  | { kind: 'edit'; change: Change; isSafe: boolean }
  /** The annotator chooses something, such as another target. */
  | { kind: 'choose'; what: 'target' | 'picture' | 'text' };

type FixName = 'remove' | 'remove-safely' | 'repair' | Extract<Fix, { kind: 'choose' }>['what'];

/** Rules without a fix need a new recording, or report what cannot be changed afterwards. */
const RULES: Readonly<Record<RuleName, readonly [FindingKind, FixName?]>> = {
  'screenshot-lost': ['screenshot', 'picture'],
  'screenshot-proof': ['screenshot', 'picture'],
  'screenshot-pending': ['screenshot'],
  'screenshot-missing': ['screenshot', 'picture'],
  'screenshot-stale': ['screenshot', 'picture'],
  'page-missing': ['page', 'remove'],
  'page-lost': ['page', 'remove'],
  'page-empty': ['page', 'remove'],
  'page-headless': ['page'],
  'page-late': ['page'],
  'frame-lost': ['page'],
  'boxes-lost': ['page'],
  'box-broken': ['page'],
  'uid-repeated': ['page'],
  'no-target': ['target', 'target'],
  'target-mixed-up': ['target', 'target'],
  'target-no-box': ['target', 'target'],
  'target-not-in-page': ['target', 'target'],
  'target-differs': ['target', 'target'],
  'target-too-deep': ['target', 'target'],
  'empty-utterance': ['text', 'remove-safely'],
  'no-address': ['text', 'text'],
  'broken-text': ['text', 'repair'],
  'secret-in-page': ['secret', 'remove'],
  secret: ['secret', 'remove'],
  empty: ['order'],
  'no-actions': ['order'],
  'not-stopped': ['order'],
  'duplicate-turn': ['order', 'remove-safely'],
  'foreign-turn': ['order', 'remove'],
  disorder: ['order'],
  'lost-cause': ['order', 'remove'],
  'turn-damaged': ['order', 'remove'],
};

/** Null for a rule of another version. */
function findRule({ rule }: Pick<LintFinding, 'rule'>): (typeof RULES)[RuleName] | null {
  return Object.hasOwn(RULES, rule) ? RULES[rule as RuleName] : null;
}

/** Counts findings by kind; those of unknown rules are about the order of turns. */
export function countKinds(findings: readonly Pick<LintFinding, 'rule'>[]): FindingCounts {
  const counts: FindingCounts = {};
  for (const finding of findings) {
    const kind = findRule(finding)?.[0] ?? 'order';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

export function sumCounts(counts: FindingCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Proposes what mends a finding of a turn; null where nothing can. */
export function proposeFix(finding: Pick<LintFinding, 'rule'>, turn: Turn): Fix | null {
  const turnId = turn.id;
  const fix = findRule(finding)?.[1];
  switch (fix) {
    case undefined:
      return null;
    case 'remove':
    case 'remove-safely':
      return { kind: 'edit', change: { kind: 'remove', turnId }, isSafe: fix !== 'remove' };
    case 'repair': {
      const text = readText(turn)?.toWellFormed();
      if (text === undefined) return null;
      return { kind: 'edit', change: { kind: 'text', turnId, text }, isSafe: true };
    }
    default:
      return { kind: 'choose', what: fix };
  }
}
