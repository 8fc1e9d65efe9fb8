import type { EvaluateOptions } from './tasks/evaluate.ts';
import type { ConvertOptions } from './tasks/convert.ts';
import type { RankOptions } from './tasks/rank.ts';
import type { Input } from './open-input.ts';

/** What is to be done with an input. Crosses threads by structured clone. */
export type Order =
  | { command: 'lint' }
  | { command: 'stats' }
  | { command: 'reviews' }
  | { command: 'personal' }
  | { command: 'convert'; options: ConvertOptions }
  | { command: 'evaluate'; options: EvaluateOptions }
  | { command: 'rank'; options: RankOptions };

export interface Task {
  order: Order;
  input: Input;
}
