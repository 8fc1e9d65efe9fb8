import type { Turn } from '../demonstration/demonstration.ts';
import type { Edit } from '../demonstration/edits/edit.ts';
import { foldEdits } from '../demonstration/edits/edit.ts';

/** What reviewers decide: about a demonstration (`status`) or about each of its turns. */
type Decision = 'status' | 'kept' | 'text' | 'target';
const DECISIONS: readonly Decision[] = ['status', 'kept', 'text', 'target'];

interface ReviewedDemonstration {
  id: string;
  /** As recorded. */
  turns: readonly Pick<Turn, 'id'>[];
  edits: readonly Edit[];
}

export interface ReviewerAgreement {
  reviewers: [string, string];
  decision: Decision;
  /** Demonstrations or turns that both decided on. */
  items: number;
  agreed: number;
  /** Cohen's kappa (Educational and Psychological Measurement 20, 1960), −1 … 1; null where both always decided the same one thing. */
  kappa: number | null;
}

/**
 * Compares all pairs of reviewers over the demonstrations that both judged. Only a reviewer's own edits count, so the
 * figures are for reviews that were made independently.
 */
export function compareReviewers(reviewed: readonly ReviewedDemonstration[]): ReviewerAgreement[] {
  const decided = reviewed.flatMap(listDecisions);
  const names = [...new Set(decided.map(({ reviewer }) => reviewer))].sort();
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) =>
      DECISIONS.flatMap((decision): ReviewerAgreement[] => {
        const about = decided.filter((each) => each.decision === decision);
        const values = new Map(
          about.flatMap(({ reviewer, item, value }) => (reviewer === other ? [[item, value]] : [])),
        );
        const pairs = about.flatMap(({ reviewer, item, value }): [string, string][] => {
          const second = reviewer === one ? values.get(item) : undefined;
          return second === undefined ? [] : [[value, second]];
        });
        if (pairs.length === 0) return [];
        const agreed = pairs.filter(([first, second]) => first === second).length;
        const compared = { items: pairs.length, agreed, kappa: computeKappa(pairs) };
        return [{ reviewers: [one, other], decision, ...compared }];
      }),
    ),
  );
}

interface Decided {
  reviewer: string;
  decision: Decision;
  item: string;
  value: string;
}

function listDecisions({ id, turns, edits }: ReviewedDemonstration): Decided[] {
  const names = new Set(edits.map(({ by }) => by).filter((by) => by !== ''));
  return [...names].flatMap((reviewer): Decided[] => {
    const { standing } = foldEdits(edits.filter(({ by }) => by === reviewer));
    const commands = standing.map(({ command }) => command);
    const status = commands.findLast((command) => command.kind === 'judge')?.status;
    if (status !== 'approved' && status !== 'rejected') return [];
    const ofTurns = turns.flatMap((turn): Decided[] => {
      const own = commands.filter((command) => 'turnId' in command && command.turnId === turn.id);
      const noise = own.findLast(({ kind }) => kind === 'noise' || kind === 'remove');
      const isLeftOut = noise && (noise.kind !== 'noise' || noise.isNoise);
      const changed = (kind: 'text' | 'target'): string =>
        own.some((command) => command.kind === kind) ? 'changed' : 'as recorded';
      const common = { reviewer, item: `${id} ${turn.id}` };
      return [
        { ...common, decision: 'kept', value: isLeftOut ? 'left out' : 'kept' },
        { ...common, decision: 'text', value: changed('text') },
        { ...common, decision: 'target', value: changed('target') },
      ];
    });
    return [{ reviewer, decision: 'status', item: id, value: status }, ...ofTurns];
  });
}

/** Null where chance alone explains full agreement. */
export function computeKappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null;
  const share = (count: number): number => count / pairs.length;
  const observed = share(pairs.filter(([one, other]) => one === other).length);
  const values = new Set(pairs.flat());
  let expected = 0;
  for (const value of values) {
    const [first, second] = [0, 1].map((at) =>
      share(pairs.filter((pair) => pair[at] === value).length),
    );
    expected += (first ?? 0) * (second ?? 0);
  }
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}
