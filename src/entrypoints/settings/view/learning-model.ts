import type { LearnedRecord } from '../../../core/ranking/learning/learned-record.ts';
import type { LearningJob } from '../../../protocol/learning.ts';

/** What a ranker has learned, and whether it uses it. */
export interface LearnedRow {
  record: LearnedRecord;
  isOn: boolean;
}

/** What the settings show of learning. */
export interface LearningModel {
  job: LearningJob;
  /** One for each ranker that has learned something. */
  learned: readonly LearnedRow[];
  /** What came of the last order, in one sentence; null when there is nothing to say. */
  said: string | null;
  /** Why it did not work; null when all is well. */
  problem: string | null;
}

export interface LearningEvents {
  onLearn: () => void;
  onCancel: () => void;
  onSwitch: (row: LearnedRow, isOn: boolean) => void;
  onReset: (row: LearnedRow) => void;
  onExport: (row: LearnedRow) => void;
  onImport: (file: File) => void;
}
