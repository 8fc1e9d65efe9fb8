import type { Argument, SpecialReading, WrittenArguments } from './argument.ts';
import type { Phrase, Verb, Words } from './sentence.ts';

export interface Definition<A extends Arguments, P extends Performer, C extends boolean> {
  /** Members of the action besides `intent`, in the order of call strings. */
  arguments: A;
  /** Its name in call strings (WebLINX, appendix B.5). */
  call: string;
  /** Other names that models write, in lower case without dashes and underscores. */
  aliases: string;
  /** Who performs it for the copilot: a content script, the browser, or neither. */
  performedBy: P;
  /** Content scripts report it while recording. */
  isCaptured: C;
  /** For calls whose arguments depend on each other. */
  readCall?: (of: WrittenArguments) => SpecialReading;
  /** Null for calls that are never shown as done. */
  sentence: ((action: Values<A>, words: Words) => Phrase) | null;
  /** For models with tools; `without` lists arguments to leave out. */
  tool?: { description: string; without?: readonly string[] };
  is?: Traits;
  formats?: Formats<A>;
}

export interface Traits {
  /** It can make a page navigate. */
  navigating?: true;
  /** Rankers are compared on its element. */
  ranked?: true;
  /** Done with the pointer. */
  pointed?: true;
  /** Reported to the navigator when the person does it during a take-over. */
  reported?: true;
}

export interface Formats<A> {
  /**
   * By member of the action, its name in `arguments` of replay.json; for actions on tabs, its name in `properties`.
   * Null where WebLINX has no such intent.
   */
  weblinx?: {
    hasElement?: true;
    arguments?: Readonly<Record<string, string>>;
    tab?: Readonly<Record<string, string>>;
  } | null;
  mind2web?: (action: Values<A>, on: Control) => Operation | null;
  /**
   * For an action that needs only its element: code after Playwright's locator, and a step of the DevTools Recorder.
   */
  replay?: Replay;
}

export interface Replay {
  playwright: string;
  recorder: Readonly<Record<string, string>> | 'submit';
}

/** Names in lower case. */
export interface Control {
  tag: string;
  type: string;
}

/** An operation of Mind2Web (paper §3.1). */
export interface Operation {
  op: 'CLICK' | 'TYPE' | 'SELECT';
  original_op: 'CLICK' | 'TYPE' | 'SELECT' | 'HOVER' | 'ENTER';
  value: string;
}

export type Performer = 'page' | 'browser' | null;
export type Arguments = Readonly<Record<string, Argument>>;
export type Values<A> = { [K in keyof A]: A[K] extends Argument<infer T> ? T : never };

export function define<A extends Arguments, P extends Performer, C extends boolean>(
  definition: Definition<A, P, C>,
): Definition<A, P, C> {
  return definition;
}

export function verb(imperative: string, past: string, progress: string): Verb {
  return { imperative, past, progress };
}
