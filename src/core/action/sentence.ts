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
