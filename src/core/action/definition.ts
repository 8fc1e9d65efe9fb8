import type { Argument, SpecialReading, WrittenArguments } from './argument.ts';
import type { Phrase, Verb, Words } from './sentence.ts';

/** Everything that differs between actions. */
export interface Definition<A extends Arguments, P extends Performer, C extends boolean> {
  /** In the order of call strings. Members of the action, besides `intent`. */
  arguments: A;
  /** Its name in call strings (WebLINX, appendix B.5). */
  call: string;
  /** What models write instead, in lower case without dashes and underscores. */
  aliases: string;
  /** Who can perform it for the copilot: a content script, the browser, or neither. */
  performedBy: P;
  /** Content scripts report it while recording. */
  isCaptured: C;
  /** Reads a call whose arguments depend on each other. */
  readCall?: (of: WrittenArguments) => SpecialReading;
  /** Null for calls that are never shown as something done. */
  sentence: ((action: Values<A>, words: Words) => Phrase) | null;
  /** How the function is described to models that take tools; `without` lists arguments that it has no use for. */
  tool?: { description: string; without?: readonly string[] };
  /** What it can lead to and stands for. */
  is?: Traits;
  formats?: Formats<A>;
}

export interface Traits {
  /** A page may navigate because of it. */
  navigating?: true;
  /** A request names its element, so rankers are compared on it. */
  ranked?: true;
  /** It is done with the pointer on its element. */
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
  /** A step that needs nothing but its element: code after Playwright's locator, a step of the DevTools Recorder. */
  replay?: Replay;
}

export interface Replay {
  playwright: string;
  recorder: Readonly<Record<string, string>> | 'submit';
}

/** The control acted on, in lower case. */
export interface Control {
  tag: string;
  type: string;
}

/** An operation of Mind2Web (paper §3.1) with what was really done. */
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
