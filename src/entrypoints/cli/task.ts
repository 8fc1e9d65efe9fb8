import type { EvaluateOptions } from './tasks/evaluate.ts';
import type { ConvertOptions } from './tasks/convert.ts';
import type { RankOptions } from './tasks/rank.ts';

/** Something to read: a zip, a folder with demonstrations, or a saved page. */
export interface Input {
  /** As the user would write it. */
  path: string;
  kind: 'zip' | 'folder' | 'page';
  /** Names its outputs: unique among the inputs of a run, the same in every shard. */
  name: string;
}

/** What is to be done with an input. Crosses threads by structured clone. */
export type Order =
  | { command: 'lint' }
  | { command: 'stats' }
  | { command: 'convert'; options: ConvertOptions }
  | { command: 'evaluate'; options: EvaluateOptions }
  | { command: 'rank'; options: RankOptions };

export interface Task {
  order: Order;
  input: Input;
}

/** A line of output, in both forms; `text` null where people need not see it. */
export interface Line {
  /** `fault`: an input that could not be read. `finding`: something wrong in one that could. */
  kind: 'result' | 'finding' | 'fault';
  text: string | null;
  data: Record<string, unknown>;
}

/** Takes the lines of a task as they come. */
export type Emit = (line: Line) => void;
