import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import type { LearnedRecord } from '../core/ranking/learning/learned-record.ts';
import type { RankerAgreement } from '../core/demonstration/demonstration.ts';

/** What came of learning, without what was learned. Reciprocal ranks are those of held-out choices, 0 … 1. */
export type LessonReport =
  | {
      kind: 'learned' | 'no-better';
      before: number;
      after: number;
      choices: number;
      groups: number;
    }
  | { kind: 'too-few'; choices: number; groups: number };

/** What is under way, or how the last learning ended. */
export type LearningJob =
  | { state: 'none' }
  /** `holding`: `done` of `total` turns; `learning`: a share, `total` 1. */
  | { state: 'running'; phase: 'holding' | 'learning'; done: number; total: number }
  | { state: 'done'; lesson: LessonReport }
  | { state: 'stopped' }
  /** `reason`: one sentence. */
  | { state: 'failed'; reason: string };

/** Messages to the offscreen document, which hosts the learner. */
export type Learning = {
  /** Compares all demonstrations with the ranker's choices and learns from them. False if it is running already. */
  'learning.begin': (data: null) => boolean;
  'learning.job': (data: null) => LearningJob;
  /** Stops the job. Ratings of agreement that are stored already stay. */
  'learning.cancel': (data: null) => true;
  /** Compares one demonstration with the ranker's choices when the learner is idle. */
  'learning.hold': (data: { demonstrationId: string }) => true;
  /** What was learned was switched, imported or reset: the ranker reads it again. */
  'learning.changed': (data: null) => true;
};

/** Orders to the learner's worker: plain `postMessage`. */
export type ToLearner =
  /** Once, first: null: all demonstrations, and then learn. */
  | { type: 'begin'; demonstrationId: string | null }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refused'; id: number; error: string };

/** What the learner's worker cannot do itself: only documents reach the ranker and the one writer. */
export type LearnerCalls = {
  /** With nothing learned; all candidates, whatever time it takes. */
  rank: (data: { query: RankQuery; candidates: Candidate[] }) => RankResult;
  /** What the user's model made of texts, as far as that is remembered. */
  recall: (data: { texts: string[] }) => (Float32Array | null)[];
  keep: (data: { turnId: string; agreement: RankerAgreement }) => null;
};

/** One of the calls, with what it is given. */
export type LearnerCall = {
  [K in keyof LearnerCalls]: { name: K; data: Parameters<LearnerCalls[K]>[0] };
}[keyof LearnerCalls];

export type FromLearner =
  | { type: 'ask'; id: number; call: LearnerCall }
  | { type: 'progress'; phase: 'holding' | 'learning'; done: number; total: number }
  /** `record`: what is to be used from now on; null leaves everything as it was. */
  | { type: 'done'; lesson: LessonReport | null; record: LearnedRecord | null }
  | { type: 'failed'; reason: string };
