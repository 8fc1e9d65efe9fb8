import type { Action, ActionOf, Intent, Uid } from '../../action/action.ts';
import { isToggle } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { writeRepr } from '../python/python.ts';

interface Scene {
  element: BrowserTurn['element'];
  /** The tabs as they are before the action, in the order in which they were opened. */
  tabs: readonly number[];
}

type Write<I extends Intent> = (action: ActionOf<I>, scene: Scene) => string | null;

/**
 * The actions of BrowserGym's high-level action set
 * (https://github.com/ServiceNow/BrowserGym, browsergym/core/src/browsergym/core/action/functions.py), with uids as bids.
 * Null where it has none.
 */
const ACTION_STRINGS: { [I in Intent]: Write<I> } = {
  click: ({ uid }) => call('click', uid),
  hover: ({ uid }) => call('hover', uid),
  textInput: ({ uid, text }) => call('fill', uid, text),
  change: ({ uid, value }, { element }) => writeChange(uid, value, element),
  submit: () => null,
  press: ({ uid, key }) => (uid === null ? call('keyboard_press', key) : call('press', uid, key)),
  scroll: ({ x, y }) => call('scroll', x, y),
  load: ({ url }) => call('goto', url),
  back: () => call('go_back'),
  forward: () => call('go_forward'),
  copy: () => null,
  paste: ({ text }) => call('keyboard_insert_text', text),
  tabcreate: () => call('new_tab'),
  tabremove: () => call('tab_close'),
  tabswitch({ tabId }, { tabs }) {
    const index = tabs.indexOf(tabId);
    return index < 0 ? null : call('tab_focus', index);
  },
  doubleClick: ({ uid }) => call('dblclick', uid),
  rightClick: ({ uid }) => `click(${writeRepr(uid)}, button='right')`,
  drag: (action, { element }) => writeDrag(action, element),
  dialog: () => null,
  callTool: () => null,
  say: ({ speaker, utterance }) =>
    speaker === 'navigator' ? call('send_msg_to_user', utterance) : null,
};

/** Returns a turn as BrowserGym's action string; null where the action set has none. */
export function writeActionString(turn: Turn, tabs: readonly number[]): string | null {
  const { action } = turn;
  const write = ACTION_STRINGS[action.intent] as (given: Action, scene: Scene) => string | null;
  return write(action, { element: turn.kind === 'say' ? null : turn.element, tabs });
}

function writeChange(uid: Uid, value: string, element: Scene['element']): string {
  const tag = element?.tagName.toLowerCase();
  const type = element?.attributes['type']?.toLowerCase();
  if (type === 'file') {
    const [first = '', ...others] = value.split(', ');
    return others.length === 0
      ? call('upload_file', uid, first)
      : `upload_file(${writeRepr(uid)}, [${[first, ...others].map(writeRepr).join(', ')}])`;
  }
  if (isToggle(type)) return call('click', uid);
  return tag === 'select' ? call('select_option', uid, value) : call('fill', uid, value);
}

function writeDrag(
  { uid, toUid, x, y }: ActionOf<'drag'>,
  element: Scene['element'],
): string | null {
  // Files from outside of the browser.
  if (uid === toUid) return null;
  if (toUid !== null) return call('drag_and_drop', uid, toUid);
  if (!element) return null;
  const { box } = element;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const places = [from.x, from.y, from.x + x, from.y + y];
  return places.every(Number.isFinite) ? call('mouse_drag_and_drop', ...places) : null;
}

function call(name: string, ...given: readonly (string | number)[]): string {
  const written = given.map((value) =>
    typeof value === 'number' ? String(value) : writeRepr(value),
  );
  return `${name}(${written.join(', ')})`;
}
