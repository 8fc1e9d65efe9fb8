import type { Intent } from '../action/action.ts';
import type { Candidate } from './candidate.ts';
import type { ReadQuery } from './read-query.ts';

type Fits = Record<string, number | undefined>;

/** How natural an intent is on a role: 1 made for it, 0 neutral, -1 hardly possible. */
const CLICK: Fits = {
  button: 1,
  link: 0.9,
  menuitem: 1,
  tab: 0.9,
  option: 0.8,
  treeitem: 0.7,
  checkbox: 0.8,
  radio: 0.8,
  switch: 0.8,
  menuitemcheckbox: 0.9,
  menuitemradio: 0.9,
  combobox: 0.4,
  generic: 0.4,
  textbox: 0.2,
  searchbox: 0.2,
  listbox: 0.2,
  slider: 0,
};
const TEXT_INPUT: Fits = {
  textbox: 1,
  searchbox: 1,
  combobox: 0.7,
  spinbutton: 0.8,
  generic: -0.4,
  slider: -0.5,
};
const CHANGE: Fits = {
  combobox: 1,
  listbox: 1,
  checkbox: 0.9,
  radio: 0.9,
  switch: 0.9,
  slider: 0.9,
  spinbutton: 0.7,
  option: 0.8,
  menuitemcheckbox: 0.8,
  menuitemradio: 0.8,
  textbox: 0.2,
  tab: 0.1,
  button: 0,
  menuitem: 0,
  generic: -0.2,
  link: -0.5,
};
const SUBMIT: Fits = { button: 1, link: 0.2, textbox: 0.3, searchbox: 0.3, generic: 0.1 };
const PRESS: Fits = { textbox: 0.8, searchbox: 0.8, combobox: 0.7, button: 0.5, spinbutton: 0.5 };

const FITS: Partial<Record<Intent, { fits: Fits; otherwise: number }>> = {
  click: { fits: CLICK, otherwise: 0.2 },
  hover: { fits: CLICK, otherwise: 0.2 },
  textInput: { fits: TEXT_INPUT, otherwise: -1 },
  paste: { fits: TEXT_INPUT, otherwise: -1 },
  change: { fits: CHANGE, otherwise: -0.5 },
  submit: { fits: SUBMIT, otherwise: -0.5 },
  press: { fits: PRESS, otherwise: 0 },
};

/** Below it an intent is taken as impossible on a role, whatever the words say. */
const IMPOSSIBLE = -0.9;
/** Of what the words ask for, against what the intent makes likely. */
const WORDS_SHARE = 0.7;
/** Each further role of a list fits this much less. */
const STEP = 0.12;
const WRONG_ROLE = -0.6;
const UNSAID_ROLE = 0.2;
/** Where neither is said: what only holds others, or only looks like a control, is seldom meant. */
const UNSAID: Fits = { listbox: -0.5, generic: -0.2 };
const PRESSED = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'img']);

/** How well a candidate's role goes with the words for a kind of control and the intent, -1 … 1. */
export function fitRole(query: ReadQuery, candidate: Candidate): number {
  const intent = fitIntent(query.intent, candidate.role);
  if (query.roles.length === 0) {
    if (query.intent !== null || candidate.tag === 'select') return intent;
    return UNSAID[candidate.role] ?? 0;
  }
  const place = query.roles.indexOf(candidate.role);
  const words = place < 0 ? fitOther(query.roles, candidate.role) : 1 - place * STEP;
  return query.intent === null ? words : WORDS_SHARE * words + (1 - WORDS_SHARE) * intent;
}

/** Pages make buttons and links of elements that do not say what they are. */
function fitOther(roles: readonly string[], role: string): number {
  const isPressed = roles.some((wanted) => PRESSED.has(wanted));
  return role === 'generic' && isPressed ? UNSAID_ROLE : WRONG_ROLE;
}

/** False when the action cannot be done on such an element: nobody types into a link. */
export function isPossible(query: ReadQuery, candidate: Candidate): boolean {
  return fitIntent(query.intent, candidate.role) > IMPOSSIBLE;
}

function fitIntent(intent: Intent | null, role: string): number {
  const prior = intent ? FITS[intent] : undefined;
  return prior ? (prior.fits[role] ?? prior.otherwise) : 0;
}
