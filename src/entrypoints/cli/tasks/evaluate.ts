import { createHash } from 'node:crypto';
import type { DemonstrationContent } from '../../../core/demonstration/content.ts';
import { readIntentName } from '../../../core/metrics/weblinx/evaluated-action.ts';
import { listRankedRecords } from '../../../core/formats/training/rank-turn.ts';
import { answerDirectly } from '../../../core/evaluation/direct-answers.ts';
import { readHopMaterial } from '../../../core/evaluation/hops.ts';
import { readAnswerMaterial } from '../../../core/evaluation/judge-answers.ts';
import type { Answer, JudgedTurn } from '../../../core/evaluation/judge-turn.ts';
import {
  describeTargetShot,
  judgeTurn,
  listJudgedTurns,
} from '../../../core/evaluation/judge-turn.ts';
import type { OpenedDemonstration } from '../../../core/evaluation/open-demonstration.ts';
import { openDemonstration } from '../../../core/evaluation/open-demonstration.ts';
import { createRankTurn, findRequest } from '../../../core/evaluation/rank-words.ts';
import type { Row, Shot, TurnPlace, Usage } from '../../../core/evaluation/row.ts';
import type { Asked, OpenTurn } from '../../../core/evaluation/strategy.ts';
import { DEFAULT_ENDPOINT } from '../../../core/navigator/model/endpoint-settings.ts';
import type { GivenTasks } from '../evaluate/given-files.ts';
import { findSplit, findTask, readAnswers } from '../evaluate/given-files.ts';
import { keepShot, readDoneKeys } from '../evaluate/run-folder.ts';
import type { RankTurn } from '../../../core/formats/training/rank-turn.ts';
import { eachDemonstration } from '../open-input.ts';
import { readSmallEncoder, readTokenizer } from '../read-models.ts';
import type { TokenizerFile } from '../read-models.ts';
import { markInput } from '../outputs.ts';
import type { Emit, Input } from '../open-input.ts';
import type { Notice } from '../evaluate/run-folder.ts';

/** What is judged: a ranker of elements, the recording itself, answers, or a navigator. */
export type Subject =
  | { kind: 'lexical' | 'small' }
  | { kind: 'gold' }
  | { kind: 'direct' }
  | { kind: 'predictions'; file: string }
  | { kind: 'endpoint' };

export interface EvaluateOptions {
  of: Subject;
  /** Stands for all that results depend on besides the demonstration. */
  settings: string;
  /** The run's folder, where what was done before is read and screenshots are kept; null for none. */
  out: string | null;
  /** Names this start of the command. */
  start: string;
  splits: Readonly<Record<string, string>> | null;
  tasks: GivenTasks['tasks'] | null;
  tokenizer: TokenizerFile | null;
  unproven: boolean;
}

/** What only the thread that asks has. */
export interface EvaluateContext {
  signal?: AbortSignal;
  /** Asks the endpoint about a turn; it holds the questions under way at once down. */
  predict?(turn: OpenTurn): Promise<Asked>;
}

/**
 * A row per turn that is judged and one per demonstration; rows that the run's journal has already are
 * only named. A turn that predictions say nothing about counts as an answer that is none.
 */
export async function evaluateInput(
  input: Input,
  emit: Emit,
  options: EvaluateOptions,
  context: EvaluateContext,
): Promise<void> {
  const mark = await markInput(input, options.settings).catch(() => null);
  const done = await readDoneKeys(options.out, options.start);
  const keys: string[] = [];
  const state = { whole: true };
  const watched: Emit = (line) => {
    if (line.kind === 'fault') state.whole = false;
    emit(line);
  };
  const report = (data: Row | Notice): void => {
    if (data.type === 'unanswered') state.whole = false;
    else if ('key' in data) keys.push(data.key);
    emit({ kind: 'result', text: null, data: { ...data } });
  };
  await eachDemonstration(input, watched, async ({ path, content }) => {
    const opened = await openDemonstration(content, options.unproven);
    const digest = digestContent(content);
    const { name: shortcode, turnIds } = opened.view;
    const names = [shortcode, content.demonstration.id, input.name];
    const work: Work = {
      ...{ opened, options, context, report },
      keyOf: (part) => hashText(JSON.stringify([options.settings, path, digest, part])),
      isDone: (key) => done.has(key),
      place: (turn, intent) => ({
        ...{ input: path, demonstration: content.demonstration.id, shortcode, turn, intent },
        turnId: turnIds[turn] ?? '',
        site: opened.sites[turn] ?? '',
        split: findSplit(options.splits, names),
      }),
    };
    const isRanker = options.of.kind === 'lexical' || options.of.kind === 'small';
    const turns = await (isRanker ? rankTurns(work) : judgeTurns(work));
    if (context.signal?.aborted) return;
    const key = work.keyOf('all');
    if (work.isDone(key)) report({ type: 'kept', key });
    else {
      const task = findTask(options.tasks, names);
      const hops = isRanker ? null : readHopMaterial(content, opened.view, task);
      const demonstration = content.demonstration.id;
      const { website } = opened;
      const answer = isRanker ? null : readAnswerMaterial(content, opened.view, task);
      const skipped = isRanker ? 0 : opened.skipped;
      const common = { input: path, demonstration, turns, skipped, website };
      report({ type: 'demonstration', key, ...common, hops, answer });
    }
  });
  if (state.whole && mark !== null && !context.signal?.aborted) {
    report({ type: 'input', input: input.path, mark, keys });
  }
}

interface Work {
  opened: OpenedDemonstration;
  options: EvaluateOptions;
  context: EvaluateContext;
  report: (data: Row | Notice) => void;
  keyOf: (part: number | string) => string;
  isDone: (key: string) => boolean;
  place: (turn: number, intent: string) => TurnPlace;
}

/** How many turns there are to judge. */
async function rankTurns(work: Work): Promise<number> {
  const { opened, options, report, context, keyOf, isDone, place } = work;
  const rankTurn = await openRanker(options.of.kind === 'small');
  let count = 0;
  report({ type: 'opened', turns: opened.view.turns.length });
  for (const [index, turn] of opened.view.turns.entries()) {
    if (context.signal?.aborted) break;
    const key = keyOf(index);
    const isKept = isDone(key);
    const records = isKept ? [] : await listRankedRecords(opened.view, index, rankTurn);
    if (isKept) report({ type: 'kept', key });
    else if (turn.type !== 'chat' && records.length > 0) {
      const targetRank = records.find(({ label }) => label === 1)?.rank ?? null;
      const at = place(index, readIntentName(turn.action.intent));
      const shot = describeTargetShot(opened, index);
      if (shot) await keepPicture(work, shot);
      const request = findRequest(opened.view.turns, index);
      report({ type: 'turn', key, ...at, request, candidates: records.length, targetRank, shot });
    } else continue;
    count += 1;
  }
  return count;
}

async function judgeTurns(work: Work): Promise<number> {
  const { opened, options, context, report, keyOf, isDone } = work;
  report({ type: 'opened', turns: opened.selected.length });
  const find = await prepareAnswers(work);
  const pending: Promise<void>[] = [];
  const faults: unknown[] = [];
  let count = 0;
  for await (const turn of listJudgedTurns(opened)) {
    if (context.signal?.aborted) break;
    count += 1;
    const key = keyOf(turn.index);
    if (isDone(key)) {
      report({ type: 'kept', key });
      continue;
    }
    pending.push(
      answerTurn(work, turn, key, find).catch((error: unknown) => void faults.push(error)),
    );
    // Only an endpoint takes long enough for several turns to wait at once.
    await pending.at(options.of.kind === 'endpoint' ? -MOST_WAITING : -1);
    if (faults.length > 0) break;
  }
  await Promise.all(pending);
  if (faults.length > 0) throw faults[0];
  return count;
}

/** Turns of one demonstration that wait for their answers with their page in memory. */
const MOST_WAITING = 32;

type FindAnswer = (turn: JudgedTurn) => Promise<(Answer & { usage?: Usage }) | Unanswered>;
type Unanswered = Extract<Asked, { ok: false }>;

async function prepareAnswers({ opened, options, context }: Work): Promise<FindAnswer> {
  const { of } = options;
  const give = (output: string) => Promise.resolve({ kind: 'output' as const, output });
  switch (of.kind) {
    case 'direct': {
      const now = () => performance.now();
      const answers = await answerDirectly(opened, { encoder: null, now });
      return ({ index }) => give(answers.get(index) ?? '');
    }
    case 'predictions': {
      const { content, view } = opened;
      const answers = await readAnswers(of.file);
      const find = (name: string, index: number) => answers.get(`${name} ${index}`);
      return ({ index }) =>
        give(find(content.demonstration.id, index) ?? find(view.name, index) ?? '');
    }
    case 'endpoint': {
      const { view, selected } = opened;
      const rest = {
        view,
        selected,
        rank: await openRanker(true),
        tokenizer: await readTokenizer(options.tokenizer),
        contextTokens: DEFAULT_ENDPOINT.contextTokens,
      };
      return async ({ index }) => {
        const asked = await context.predict?.({ ...rest, index });
        if (!asked) throw new Error('there is nobody to ask');
        return asked.ok ? { kind: 'output', output: asked.text, usage: asked.usage } : asked;
      };
    }
    default:
      return () => Promise.resolve({ kind: 'gold' });
  }
}

async function answerTurn(
  work: Work,
  turn: JudgedTurn,
  key: string,
  find: FindAnswer,
): Promise<void> {
  const { opened, report, place } = work;
  const at = place(turn.index, turn.intent);
  const answer = await find(turn);
  if ('ok' in answer) {
    const failed = answer.kind === 'failed';
    report({ type: 'unanswered', input: at.input, turn: at.turn, reason: answer.reason, failed });
    return;
  }
  const verdict = await judgeTurn(opened, turn, answer);
  if (verdict.shot) await keepPicture(work, verdict.shot);
  const usage = answer.usage ?? null;
  report({ type: 'turn', key, ...at, ...verdict, usage });
}

async function keepPicture({ options, opened }: Work, { hash }: Shot): Promise<void> {
  if (options.out !== null) await keepShot(options.out, hash, opened.content.read);
}

/** Pages and pictures are in it by their hashes. */
function digestContent({ demonstration, turns }: DemonstrationContent): string {
  return hashText(JSON.stringify([demonstration.id, demonstration.form, turns]));
}

/** 128 bits in hex: enough to tell everything apart that one ever evaluates. */
function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** As the extension ranks, or by words alone. */
async function openRanker(withSmall: boolean): Promise<RankTurn> {
  const encoders = withSmall ? { small: await readSmallEncoder() } : {};
  return createRankTurn(encoders, () => performance.now());
}
