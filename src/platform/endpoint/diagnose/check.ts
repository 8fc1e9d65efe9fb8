/** What is looked at, in this order. */
export const CHECK_TITLES = {
  address: 'Address',
  access: 'Access',
  path: 'Path',
  model: 'Model',
  answer: 'Answer',
  images: 'Pictures',
  tools: 'Tools',
  context: 'Context size',
} as const;

export type CheckId = keyof typeof CHECK_TITLES;

/** What a click can put right. */
export type Remedy =
  | { kind: 'base-url'; baseUrl: string }
  /** Those it has, likeliest first. */
  | { kind: 'model'; models: readonly string[] }
  | { kind: 'context'; tokens: number }
  | { kind: 'turn-off'; option: 'images' | 'tools' }
  | { kind: 'get-model' };

/** One line of a diagnosis. */
export interface Check {
  id: CheckId;
  state: 'running' | 'passed' | 'warned' | 'failed' | 'skipped';
  /** What was found and what to do, in plain words; empty while nothing is known. */
  message: string;
  /** To be copied as it stands. */
  line?: string;
  remedy?: Remedy;
}

/** What was found out about one thing. */
export type Finding = Omit<Check, 'id'>;

export function pass(message: string, rest: Pick<Check, 'remedy'> = {}): Finding {
  return { state: 'passed', message, ...rest };
}

export function warn(message: string, rest: Pick<Check, 'remedy' | 'line'> = {}): Finding {
  return { state: 'warned', message, ...rest };
}

export function failWith(message: string, rest: Pick<Check, 'remedy' | 'line'> = {}): Finding {
  return { state: 'failed', message, ...rest };
}
