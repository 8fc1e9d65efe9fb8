import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';

/** Intent names of WebLINX's evaluation code; `<unk>` for anything else. */
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

export interface EvaluatedElement {
  /** Null when the recorded target has none; such an element equals no other. */
  uid: string | null;
  /** CSS px, from the box file. */
  box: WeblinxBox | null;
}

/** A reference or a prediction. */
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

/** Reads an intent's name, ignoring case and underscores. */
export function readIntentName(name: string): EvaluatedIntent {
  const simple = name.trim().toLowerCase().replaceAll('_', '');
  return EVALUATED_INTENTS.find((intent) => intent === simple) ?? UNKNOWN_INTENT;
}
