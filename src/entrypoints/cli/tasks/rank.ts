import { readFile } from 'node:fs/promises';
import type { RankedCandidate } from '../../../core/ranking/candidate.ts';
import { listCandidates } from '../../../core/ranking/page/list-candidates.ts';
import { rankCandidates } from '../../../core/ranking/rank.ts';
import { readPage } from '../../../core/demonstration/content.ts';
import { findLastRequest } from '../../../core/demonstration/name.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import type { ElementNode } from '../../../core/snapshot/element-tree.ts';
import { parseHtml, parsePage } from '../../../core/snapshot/parse.ts';
import { eachDemonstration, emitFault } from '../open-input.ts';
import { readSmallEncoder } from '../read-models.ts';
import type { Emit, Input } from '../open-input.ts';

export interface RankOptions {
  /** Null: for each turn of a demonstration what the instructor asked for last. */
  query: string | null;
  k: number;
  /** Only this turn, counted from 0. */
  turn: number | null;
}

/** The best elements of a saved page, or of the pages of a demonstration's turns. */
export async function rankInput(input: Input, emit: Emit, options: RankOptions): Promise<void> {
  if (input.kind === 'page') {
    try {
      const root = parseHtml(await readFile(input.path, 'utf8'));
      await rankPage(root, { place: input.path, turn: null, target: null }, options, emit);
    } catch (error) {
      emitFault(emit, input.path, error);
    }
    return;
  }
  await eachDemonstration(input, emit, async ({ path, content }) => {
    let isRanked = false;
    for (const [index, turn] of content.turns.entries()) {
      if (turn.kind !== 'browser' || turn.snapshot === null) continue;
      if (options.turn !== null && options.turn !== index) continue;
      const page = await readPage(content.read, turn.snapshot);
      if (page === null) continue;
      const query = options.query ?? findLastRequest(content.turns.slice(0, index));
      const target = turn.element?.uid ?? null;
      const place = { place: path, turn: index, target };
      await rankPage(parsePage(page), place, { ...options, query }, emit);
      isRanked = true;
    }
    if (options.turn !== null && !isRanked) {
      const { length } = content.turns;
      const reason = options.turn >= length ? `it has only ${length} turns` : 'it has no page';
      emitFault(emit, `${path}: turn ${options.turn}`, new ImportFault(reason));
    }
  });
}

interface Place {
  place: string;
  turn: number | null;
  /** What was really acted on. */
  target: string | null;
}

async function rankPage(
  root: ElementNode,
  { place, turn, target }: Place,
  { query, k }: RankOptions,
  emit: Emit,
): Promise<void> {
  const candidates = listCandidates([root]);
  const now = () => performance.now();
  const request = { text: query ?? '', intent: null };
  const { ranked, ranker } = await rankCandidates(request, candidates, {
    k: candidates.length,
    small: await readSmallEncoder(),
    now,
  });
  const at = ranked.findIndex(({ candidate }) => candidate.uid === target);
  const best = ranked.slice(0, k).map(describe);
  const where = turn === null ? place : `${place}: turn ${turn}`;
  const found =
    target === null
      ? ''
      : at < 0
        ? ', its target is not among them'
        : `, its target is number ${at + 1}`;
  const list = best.map(
    (entry, index) => `  ${index + 1}. ${entry.score} ${entry.role} "${entry.name}" ${entry.uid}`,
  );
  emit({
    kind: 'result',
    text: [`${where}: ${candidates.length} candidates for "${query ?? ''}"${found}`, ...list].join(
      '\n',
    ),
    data: {
      ...{ type: 'ranked', input: place, turn, query, ranker },
      ...{ candidates: candidates.length, target, targetRank: at < 0 ? null : at + 1, best },
    },
  });
}

function describe({ candidate, score, coverage, matched }: RankedCandidate) {
  const { uid, role, tag, fields, xpath } = candidate;
  const name = fields.name || fields.text;
  return { uid, role, tag, name, xpath, score: round(score), coverage: round(coverage), matched };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
