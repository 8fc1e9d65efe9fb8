import { createHash } from 'node:crypto';
import type { DemonstrationContent } from '../../../core/demonstration/content.ts';
import { answerDirectly } from '../../../core/evaluation/direct-answers.ts';
import { readHopMaterial } from '../../../core/evaluation/answers.ts';
import { readAnswerMaterial } from '../../../core/evaluation/answers.ts';
import type { TurnAnswer, TurnWork } from '../../../core/evaluation/evaluate-turns.ts';
import { judgeTurns, rankTurns } from '../../../core/evaluation/evaluate-turns.ts';
import type { OpenedDemonstration } from '../../../core/evaluation/open-demonstration.ts';
import { openDemonstration } from '../../../core/evaluation/open-demonstration.ts';
import { createRankTurn } from '../../../core/formats/training/rank-turn.ts';
import type { Row } from '../../../core/evaluation/row.ts';
import type { Asked, OpenTurn } from '../../../core/evaluation/predict-turn.ts';
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
  /** Asks the endpoint about a turn, with a limited number of questions at a time. */
  predict?(turn: OpenTurn): Promise<Asked>;
}

/**
 * Writes a row per judged turn and one per demonstration. Rows that the run's journal has already are only named. A turn
 * without a prediction counts as answered wrongly.
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
    const demonstration = content.demonstration.id;
    const names = [shortcode, demonstration, input.name];
    const keyOf = (part: number | string) =>
      hashText(JSON.stringify([options.settings, path, digest, part]));
    const work: TurnWork = {
      ...{ opened, keyOf, isDone: (key) => done.has(key) },
      proceed: () => Promise.resolve(context.signal?.aborted !== true),
      async report(data) {
        const shot = data.type === 'turn' ? data.shot : null;
        if (shot && options.out !== null) await keepShot(options.out, shot.hash, content.read);
        report(data);
      },
      place: (turn, intent) => ({
        ...{ input: path, demonstration, shortcode, turn, intent },
        turnId: turnIds[turn] ?? '',
        site: opened.sites[turn] ?? '',
        split: findSplit(options.splits, names),
      }),
    };
    const { kind } = options.of;
    const isRanker = kind === 'lexical' || kind === 'small';
    // Only an endpoint takes long enough for several turns to wait at once.
    const turns = await (isRanker
      ? rankTurns(work, await openRanker(kind === 'small'))
      : judgeTurns(
          work,
          await prepareAnswers(opened, options, context),
          kind === 'endpoint' ? MOST_WAITING : 1,
        ));
    if (context.signal?.aborted) return;
    const key = keyOf('all');
    if (done.has(key)) {
      report({ type: 'kept', key });
      return;
    }
    const task = findTask(options.tasks, names);
    report({
      ...{ type: 'demonstration', key, input: path, demonstration, turns },
      ...{ skipped: isRanker ? 0 : opened.skipped, website: opened.website },
      hops: isRanker ? null : readHopMaterial(content, opened.view, task),
      answer: isRanker ? null : readAnswerMaterial(content, opened.view, task),
    });
  });
  if (state.whole && mark !== null && !context.signal?.aborted) {
    report({ type: 'input', input: input.path, mark, keys });
  }
}

/** Turns of one demonstration that wait for the answers of an endpoint. */
const MOST_WAITING = 32;

async function prepareAnswers(
  opened: OpenedDemonstration,
  options: EvaluateOptions,
  context: EvaluateContext,
): Promise<(index: number) => Promise<TurnAnswer>> {
  const { of } = options;
  const { content, view, selected } = opened;
  const give = (text: string) => Promise.resolve({ ok: true, text, usage: null } as const);
  switch (of.kind) {
    case 'direct': {
      const now = () => performance.now();
      const answers = await answerDirectly(opened, { encoder: null, now });
      return (index) => give(answers.get(index) ?? '');
    }
    case 'predictions': {
      const answers = await readAnswers(of.file);
      const find = (name: string, index: number) => answers.get(`${name} ${index}`);
      return (index) => give(find(content.demonstration.id, index) ?? find(view.name, index) ?? '');
    }
    case 'endpoint': {
      const { contextTokens } = DEFAULT_ENDPOINT;
      const rank = await openRanker(true);
      const tokenizer = await readTokenizer(options.tokenizer);
      return async (index) => {
        const asked = await context.predict?.({
          ...{ view, selected, rank, tokenizer, contextTokens, index },
        });
        if (!asked) throw new Error('there is nobody to ask');
        return asked;
      };
    }
    default:
      return () => Promise.resolve('gold');
  }
}

/** Pages and pictures are in it by their hashes. */
function digestContent({ demonstration, turns }: DemonstrationContent): string {
  return hashText(JSON.stringify([demonstration.id, demonstration.form, turns]));
}

/** 128 bits in hex: enough to tell everything apart that one ever evaluates. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** As the extension ranks, or by words alone. */
async function openRanker(withSmall: boolean): Promise<RankTurn> {
  const encoders = withSmall ? { small: await readSmallEncoder() } : {};
  return createRankTurn(encoders, () => performance.now());
}
