import type { Intent } from './action.ts';

/** How actions are called in call strings: names, what else they may be called, their parameters. */

export const CALL_NAMES = {
  say: 'say',
  click: 'click',
  hover: 'hover',
  textInput: 'text_input',
  change: 'change',
  submit: 'submit',
  load: 'load',
  scroll: 'scroll',
  copy: 'copy',
  paste: 'paste',
  tabcreate: 'tabcreate',
  tabremove: 'tabremove',
  tabswitch: 'tabswitch',
  press: 'press',
  back: 'back',
  forward: 'forward',
  doubleClick: 'double_click',
  rightClick: 'right_click',
  drag: 'drag',
  dialog: 'dialog',
} as const satisfies Record<Intent, string>;

/** What weaker models write instead; keys without case and underscores. */
const ALIASES: Record<string, Intent> = {
  type: 'textInput',
  fill: 'textInput',
  inputtext: 'textInput',
  selectoption: 'change',
  goto: 'load',
  navigate: 'load',
  presskey: 'press',
  goback: 'back',
  goforward: 'forward',
  dblclick: 'doubleClick',
  contextclick: 'rightClick',
  draganddrop: 'drag',
};

const INTENTS_BY_NAME = new Map<string, Intent>([
  ...Object.entries(CALL_NAMES).map(
    ([intent, name]) => [simplifyName(name), intent as Intent] as const,
  ),
  ...Object.entries(ALIASES),
]);

/** Parameters in the order in which arguments without a name are taken. */
export const PARAMETERS: Record<Intent, readonly string[]> = {
  say: ['speaker', 'utterance'],
  click: ['uid'],
  hover: ['uid'],
  textInput: ['text', 'uid'],
  change: ['value', 'uid'],
  submit: ['uid'],
  load: ['url'],
  scroll: ['x', 'y', 'uid'],
  copy: ['text', 'uid'],
  paste: ['text', 'uid'],
  tabcreate: ['target'],
  tabremove: ['target'],
  tabswitch: ['origin', 'target'],
  press: ['key', 'uid'],
  back: [],
  forward: [],
  doubleClick: ['uid'],
  rightClick: ['uid'],
  drag: ['uid', 'to_uid', 'x', 'y'],
  dialog: ['kind', 'message', 'answer'],
};

export const ARGUMENT_ALIASES: Record<string, string> = {
  id: 'uid',
  'data-webtasks-id': 'uid',
  element: 'uid',
  message: 'utterance',
  href: 'url',
  touid: 'to_uid',
};

/** The intent that a written name means; case and underscores do not matter. */
export function findIntent(name: string): Intent | undefined {
  return INTENTS_BY_NAME.get(simplifyName(name));
}

function simplifyName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
