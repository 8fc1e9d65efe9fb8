/** A verb in the forms that sentences need. */
export interface Verb {
  /** `Click`, for a button or a step of a list. */
  imperative: string;
  /** `clicked`, to follow "I" or "you". */
  past: string;
  /** `clicking`, while it is being done. */
  progress: string;
}

/** What a sentence about an action says: the verb and what follows it. */
export type Phrase = readonly [Verb, rest: string];

/** How the surface that shows a sentence names things; it masks secrets and shortens texts. */
export interface Words {
  /** The element acted on, or "the page". */
  target: string;
  /** Whether an element is acted on. */
  hasTarget: boolean;
  /** The form of a submit. */
  form: string;
  /** A text of the page, quoted. */
  quote: (text: string) => string;
  /** A text that the person typed, quoted or hidden. */
  quoteTyped: (text: string) => string;
  /** A chosen option, a date or a number. */
  quoteChosen: (value: string) => string;
  address: (url: string) => string;
  key: (key: string) => string;
}

export type SentenceForm = keyof Verb;

/** `down`, for a distance in CSS px, right and down positive. */
export function nameDirection(x: number, y: number): string {
  if (Math.abs(y) >= Math.abs(x)) return y < 0 ? 'up' : 'down';
  return x < 0 ? 'left' : 'right';
}
