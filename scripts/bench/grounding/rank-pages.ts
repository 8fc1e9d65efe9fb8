import type { Page } from 'playwright';
import type { Uid } from '../../../src/core/action/action.ts';
import type { Candidate, RankedCandidate } from '../../../src/core/ranking/candidate.ts';
import { listCandidates } from '../../../src/core/ranking/page/list-candidates.ts';
import { rankCandidates } from '../../../src/core/ranking/rank.ts';
import type { RankOptions } from '../../../src/core/ranking/rank.ts';
import { composePage } from '../../../src/core/snapshot/compose.ts';
import { parsePage } from '../../../src/core/snapshot/parse.ts';
import type { Instruction } from './instructions.ts';
import type { OpenPages } from './open-pages.ts';
import type {} from './take-script.ts';

/** One instruction as one ranker answered it. */
export interface Outcome {
  instruction: Instruction;
  /** All candidates, best first. */
  ranked: readonly RankedCandidate[];
  right: ReadonlySet<Uid>;
  /** From 1; Infinity where the target is no candidate at all. */
  rank: number;
  ms: number;
}

/** Encoders that take part beside words, by the ranker's name. */
export type Rankers = ReadonlyMap<string, Pick<RankOptions, 'small' | 'encoder'>>;

/** Takes each page once and lets every ranker order its candidates for every instruction. */
export async function rankPages(
  instructions: readonly Instruction[],
  opened: OpenPages,
  rankers: Rankers,
): Promise<Map<string, Outcome[]>> {
  const outcomes = new Map([...rankers.keys()].map((name): [string, Outcome[]] => [name, []]));
  for (const name of new Set(instructions.map(({ page }) => page))) {
    const page = await opened.open(name);
    const { candidates } = await observe(page);
    for (const instruction of instructions.filter((each) => each.page === name)) {
      const places = [instruction.target, ...(instruction.equivalents ?? [])];
      const right = new Set(await page.evaluate((asked) => taker.listRight(asked), places));
      for (const [ranker, encoders] of rankers) {
        outcomes.get(ranker)?.push(await rankOne(instruction, candidates, right, encoders));
      }
    }
  }
  return outcomes;
}

/** What the navigator sees of a page. */
export async function observe(page: Page) {
  const frames = page.frames();
  const raws = await Promise.all(frames.map((frame) => frame.evaluate(() => taker.take())));
  const snapshot = composePage(raws.map((raw, frameId) => ({ frameId, raw })));
  const root = parsePage(snapshot);
  const candidates = listCandidates([root], snapshot.frames[0]?.viewport);
  return { tabId: 1, url: page.url(), title: await page.title(), page: snapshot, root, candidates };
}

async function rankOne(
  instruction: Instruction,
  candidates: readonly Candidate[],
  right: ReadonlySet<Uid>,
  encoders: Pick<RankOptions, 'small' | 'encoder'>,
): Promise<Outcome> {
  const query = { text: instruction.text, intent: instruction.intent };
  const { ranked, notice, stats } = await rankCandidates(query, candidates, {
    k: candidates.length,
    ...encoders,
    now: () => performance.now(),
  });
  if (notice) throw new Error(notice);
  return { instruction, ranked, right, rank: findRank(ranked, right), ms: stats.ms };
}

export function findRank(ranked: readonly RankedCandidate[], right: ReadonlySet<Uid>): number {
  const at = ranked.findIndex(({ candidate }) => right.has(candidate.uid));
  return at < 0 ? Infinity : at + 1;
}
