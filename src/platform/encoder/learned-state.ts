import type { LearnedRecord } from '../../core/ranking/learning/learned-record.ts';
import { readLearned } from '../../core/ranking/learning/learned-record.ts';
import type { Learned } from '../../core/ranking/learning/learn.ts';
import { readLearnedValues, writeModelFact } from './models/model-store.ts';

export interface KeptLearned {
  record: LearnedRecord;
  learned: Learned;
  isOn: boolean;
}

/** What is stored but damaged counts as none. */
export async function listLearned(): Promise<KeptLearned[]> {
  const values = await readLearnedValues();
  return [...values].flatMap(([ranker, value]): KeptLearned[] => {
    if (typeof value !== 'object' || value === null || !('record' in value)) return [];
    const read = readLearned(value.record);
    if (!read.ok || read.record.ranker !== ranker) return [];
    const { record, learned } = read;
    return [{ record, learned, isOn: 'isOn' in value && value.isOn === true }];
  });
}

/** Returns what is switched on, by ranker. Never rejects: without it the ranker ranks as shipped. */
export async function readLearnedInUse(): Promise<ReadonlyMap<string, Learned>> {
  const kept = await listLearned().catch(() => []);
  return new Map(
    kept.filter(({ isOn }) => isOn).map(({ record, learned }) => [record.ranker, learned]),
  );
}

/** In the place of what the same ranker had learned before; in one write. */
export function keepLearned(record: LearnedRecord, isOn: boolean): Promise<void> {
  return writeModelFact(`learned ${record.ranker}`, { record, isOn });
}

export function forgetLearned(ranker: string): Promise<void> {
  return writeModelFact(`learned ${ranker}`, null);
}
