/**
 * The learner: compares demonstrations with the ranker, page by page, and learns from the chosen elements. It reads
 * the store and writes nothing: the result goes to the page that started it. It lives for one job, and is stopped by
 * terminating it.
 */
import { describeError } from '../../core/describe-error.ts';
import { readPage } from '../../core/demonstration/content.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import { migrateDemonstration, migrateTurn } from '../../core/demonstration/migrate.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import type { LearnedRecord } from '../../core/ranking/learning/learned-record.ts';
import { packLearned } from '../../core/ranking/learning/learned-record.ts';
import { learn } from '../../core/ranking/learning/learn.ts';
import type { HeldChoices } from '../../platform/encoder/hold-demonstrations.ts';
import { holdDemonstrations } from '../../platform/encoder/hold-demonstrations.ts';
import { readModelFact } from '../../platform/encoder/models/model-store.ts';
import { connectOnDemand } from '../../platform/store/database.ts';
import {
  getDemonstration,
  listDemonstrations,
  listTurns,
  readContent,
} from '../../platform/store/read.ts';
import type {
  FromLearner,
  LearnerCall,
  LearnerCalls,
  LessonReport,
  ToLearner,
} from '../../protocol/learning.ts';

const connect = connectOnDemand();
const waiting = new Map<number, { resolve: (value: never) => void; reject: (e: Error) => void }>();
let nextId = 1;

addEventListener('message', ({ data }: MessageEvent<ToLearner>) => {
  if (data.type === 'begin') {
    run(data.demonstrationId).catch((error: unknown) => {
      report({ type: 'failed', reason: describeError(error) });
    });
    return;
  }
  const call = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.type === 'answer') call?.resolve(data.value as never);
  else call?.reject(new Error(data.error));
});

async function run(demonstrationId: string | null): Promise<void> {
  const ids = demonstrationId === null ? await listStopped() : [demonstrationId];
  const held = await hold(ids);
  if (demonstrationId !== null) {
    report({ type: 'done', lesson: null, record: null });
    return;
  }
  const { lesson, record } = await teach(held);
  report({ type: 'done', lesson, record });
}

/** What is being recorded still changes. */
async function listStopped(): Promise<string[]> {
  const all = await listDemonstrations(await connect());
  return all.filter(({ state }) => state === 'stopped').map(({ id }) => id);
}

function hold(ids: readonly string[]): Promise<HeldChoices> {
  return holdDemonstrations(
    ids,
    {
      readTurns,
      readPage: async (stored) => {
        const db = await connect();
        return readPage((hash) => readContent(db, hash), stored);
      },
      rank: (query, candidates) => call('rank', { query, candidates: [...candidates] }),
      recall: (texts) => call('recall', { texts }),
      keep: async (turnId, agreement) => {
        await call('keep', { turnId, agreement });
      },
    },
    {
      signal: new AbortController().signal,
      onProgress: (done, total) => report({ type: 'progress', phase: 'holding', done, total }),
    },
  );
}

async function readTurns(id: string): Promise<readonly Turn[]> {
  const db = await connect();
  const stored = await getDemonstration(db, id);
  if (!stored || !migrateDemonstration(stored).ok) return [];
  const turns = (await listTurns(db, id)).flatMap((turn) => {
    const read = migrateTurn(turn, stored.version);
    return read.ok ? [read.value] : [];
  });
  return orderTurns(turns);
}

async function teach({
  ranker,
  choices,
}: HeldChoices): Promise<{ lesson: LessonReport; record: LearnedRecord | null }> {
  const model = await readModelFact('installed');
  const isModels = model !== null && ranker !== null && ranker.endsWith(` + ${model.name}`);
  const onProgress = (done: number): void =>
    report({ type: 'progress', phase: 'learning', done, total: 1 });
  onProgress(0);
  const lesson = learn(choices, { weight: isModels ? model.weight : 0, onProgress });
  if (lesson.kind !== 'learned' || ranker === null) return { lesson, record: null };
  const { learned, ...about } = lesson;
  const { before, after, choices: count, groups } = about;
  const record = packLearned(learned, { ranker, before, after, choices: count, groups });
  return { lesson: about, record };
}

function call<K extends keyof LearnerCalls>(
  name: K,
  data: Parameters<LearnerCalls[K]>[0],
): Promise<ReturnType<LearnerCalls[K]>> {
  return new Promise((resolve, reject) => {
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    report({ type: 'ask', id, call: { name, data } as LearnerCall });
  });
}

function report(message: FromLearner): void {
  postMessage(message);
}
