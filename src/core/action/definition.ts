import type { Argument, SpecialReading, WrittenArguments } from './argument.ts';

export interface Definition<A extends Arguments, P extends Performer, C extends boolean> {
  /** Members of the action besides `intent`, in the order of call strings. */
  arguments: A;
  /** Its name in call strings (WebLINX, appendix B.5). */
  call: string;
  /** Other names that models write, in lower case without dashes and underscores. */
  aliases?: string;
  /** Who performs it for the copilot: a content script, the browser, or neither. */
  performedBy: P;
  /** Content scripts report it while recording. */
  isCaptured: C;
  /** For calls whose arguments depend on each other. */
  readCall?: (of: WrittenArguments) => SpecialReading;
  /** Absent for calls that are never shown as done. */
  sentence?: (action: Values<A>, words: Words) => Phrase;
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

/** By default, neither the copilot performs an action nor do content scripts report it. */
export function define<A extends Arguments, P extends Performer = null, C extends boolean = false>(
  definition: Omit<Definition<A, P, C>, 'performedBy' | 'isCaptured'> &
    Partial<Pick<Definition<A, P, C>, 'performedBy' | 'isCaptured'>>,
): Definition<A, P, C> {
  return { performedBy: null, isCaptured: false, ...definition } as Definition<A, P, C>;
}

export interface Verb {
  /** `Click`, for a button or a step. */
  imperative: string;
  /** `clicked`, to follow "I" or "you". */
  past: string;
  /** `clicking`, while it happens. */
  progress: string;
}

export type Phrase = readonly [Verb, rest: string];

/** Names for a sentence, from the view that shows it: it masks secrets and shortens texts. */
export interface Words {
  /** The element acted on, or "the page". */
  target: string;
  hasTarget: boolean;
  /** Where a drag ends; null where nothing is known of it. */
  destination?: string | null;
  /** The form of a submit. */
  form: string;
  /** Quotes a text of the page. */
  quote: (text: string) => string;
  /** Quotes or hides a typed text. */
  quoteTyped: (text: string) => string;
  /** Quotes an option, a date or a number. */
  quoteChosen: (value: string) => string;
  address: (url: string) => string;
  key: (key: string) => string;
}

export type SentenceForm = keyof Verb;

/** Names the main direction; right and down are positive. */
export function nameDirection(x: number, y: number): string {
  if (Math.abs(y) >= Math.abs(x)) return y < 0 ? 'up' : 'down';
  return x < 0 ? 'left' : 'right';
}

export function verb(imperative: string, past: string, progress: string): Verb {
  return { imperative, past, progress };
}
