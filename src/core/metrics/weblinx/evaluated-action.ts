import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';

/** Intent names of WebLINX's evaluation code; `<unk>` for what is none. */
export type EvaluatedIntent = (typeof EVALUATED_INTENTS)[number] | typeof UNKNOWN_INTENT;

export const UNKNOWN_INTENT = '<unk>';

export const EVALUATED_INTENTS = [
  'say',
  'click',
  'hover',
  'textinput',
  'change',
  'submit',
  'load',
  'scroll',
  'copy',
  'paste',
  'tabcreate',
  'tabremove',
  'tabswitch',
] as const;

export type EvaluatedValue = string | number | null;
export type EvaluatedArguments = Readonly<Record<string, EvaluatedValue>>;

/** An element as metrics compare it. */
export interface EvaluatedElement {
  /** null when the recorded target carries none; such an element equals nothing. */
  uid: string | null;
  /** CSS px, from the box file; null when there is none. */
  box: WeblinxBox | null;
}

/** A reference or a prediction, ready to be compared. */
export interface EvaluatedAction {
  intent: EvaluatedIntent;
  args: EvaluatedArguments;
  element: EvaluatedElement | null;
}

/** Intents that act on an element; scroll is one of them in the published code. */
export const ELEMENT_INTENTS: ReadonlySet<EvaluatedIntent> = new Set([
  'click',
  'hover',
  'textinput',
  'submit',
  'change',
  'scroll',
  'copy',
  'paste',
]);

/** The intent that a name means: case and underscores do not matter. */
export function readIntentName(name: string): EvaluatedIntent {
  const simple = name.trim().toLowerCase().replaceAll('_', '');
  return EVALUATED_INTENTS.find((intent) => intent === simple) ?? UNKNOWN_INTENT;
}
