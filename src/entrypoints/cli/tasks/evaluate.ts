import { readFile } from 'node:fs/promises';
import { selectPromptTurns } from '../../../core/formats/otr/select-turns.ts';
import { listRankedRecords } from '../../../core/formats/training/rank-turn.ts';
import type { ReplayView } from '../../../core/formats/weblinx/replay.ts';
import { openReplay } from '../../../core/formats/weblinx/replay.ts';
import { readEvaluatedPage } from '../../../core/metrics/weblinx/evaluated-page.ts';
import { readPrediction } from '../../../core/metrics/weblinx/prediction.ts';
import { isScored, readReference } from '../../../core/metrics/weblinx/reference.ts';
import { scoreTurn } from '../../../core/metrics/weblinx/turn-score.ts';
import { eachDemonstration } from '../open-input.ts';
import type { Emit, Input } from '../task.ts';

export interface EvaluateOptions {
  /** What is judged: a ranker of elements, the recording itself, or what a model wrote. */
  of: { kind: 'lexical' } | { kind: 'gold' } | { kind: 'predictions'; file: string };
}

/**
 * One line per turn that WebLINX's evaluation scores: its metrics, or for a ranker the rank of its
 * target. A turn without a prediction scores as an answer that is none.
 */
export async function evaluateInput(
  input: Input,
  { of }: EvaluateOptions,
  emit: Emit,
): Promise<void> {
  await eachDemonstration(input, emit, async ({ path, content }) => {
    const view = await openReplay(content);
    const place = { input: path, demonstration: content.demonstration.id, shortcode: view.name };
    const say = (index: number, intent: string, scores: Record<string, unknown>): void => {
      const turn = { turn: index, turnId: view.turnIds[index], intent };
      emit({ kind: 'result', text: null, data: { type: 'turn', ...place, ...turn, ...scores } });
    };
    if (of.kind === 'lexical') await rankTurns(view, say);
    else {
      const { demonstration, shortcode } = place;
      const answers = of.kind === 'gold' ? null : await readAnswers(of.file);
      const find = (index: number): string | null =>
        answers === null
          ? null
          : (answers.get(`${demonstration} ${index}`) ??
            answers.get(`${shortcode} ${index}`) ??
            '');
      await scoreTurns(view, find, say);
    }
  });
}

type Say = (index: number, intent: string, scores: Record<string, unknown>) => void;

async function rankTurns(view: ReplayView, say: Say): Promise<void> {
  for (const [index, turn] of view.turns.entries()) {
    const records = await listRankedRecords(view, index);
    if (turn.type === 'chat' || records.length === 0) continue;
    const rank = records.find(({ label }) => label === 1)?.rank ?? null;
    say(index, turn.action.intent, { candidates: records.length, targetRank: rank });
  }
}

/** `find` gives what was answered for a turn; null takes the recorded action itself. */
async function scoreTurns(
  view: ReplayView,
  find: (index: number) => string | null,
  say: Say,
): Promise<void> {
  for (const index of selectPromptTurns(view.turns)) {
    const turn = view.turns[index];
    if (!turn) continue;
    const kept = await view.readPage(index);
    const page = kept && readEvaluatedPage(kept);
    const reference = readReference(turn, page);
    if (!isScored(reference, turn, view.turns[index + 1])) continue;
    const answer = find(index);
    const predicted = answer === null ? reference : readPrediction(answer, page);
    say(index, reference.intent, {
      predicted: predicted.intent,
      ...scoreTurn(predicted, reference),
    });
  }
}

let lastRead: { file: string; answers: Promise<Map<string, string>> } | null = null;

/** Predictions by demonstration and turn: read once in each thread. */
function readAnswers(file: string): Promise<Map<string, string>> {
  if (lastRead?.file !== file) lastRead = { file, answers: parseAnswers(file) };
  return lastRead.answers;
}

async function parseAnswers(file: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue;
    const { demonstration, turn, output } = JSON.parse(line) as Record<string, unknown>;
    if (typeof output === 'string') answers.set(`${String(demonstration)} ${String(turn)}`, output);
  }
  return answers;
}
