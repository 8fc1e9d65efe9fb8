import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { Members } from '../import-source.ts';
import { readNumber } from '../import-source.ts';
import { isObject } from '../../shape.ts';

type Action = BrowserTurn['action'];

/** What a call became: an action, or nothing since the place of the mouse or what is typed into is unknown. */
type Outcome = Action | 'unknown' | null;

/** `uid` is the target's; null without one. */
type ReadCall = (params: Members, uid: string | null, url: string) => Outcome;

const onTarget =
  (make: (uid: string, params: Members) => Action): ReadCall =>
  (params, uid) =>
    uid === null ? 'unknown' : make(uid, params);
const lost: ReadCall = () => 'unknown';

const typed = onTarget((uid, { value, text }) => ({
  ...{ intent: 'textInput', uid, text: readText(value) || readText(text) },
}));

/** Calls of Playwright's protocol that stand for what a person does, by their method. */
const CALLS: Readonly<Record<string, ReadCall>> = {
  goto: ({ url }) => ({ intent: 'load', url: readText(url) }),
  reload: (_params, _uid, url) => ({ intent: 'load', url }),
  goBack: () => ({ intent: 'back' }),
  goForward: () => ({ intent: 'forward' }),
  click: onTarget((uid, { button, clickCount }) => {
    if (button === 'right') return { intent: 'rightClick', uid };
    return { intent: clickCount === 2 ? 'doubleClick' : 'click', uid };
  }),
  dblclick: onTarget((uid) => ({ intent: 'doubleClick', uid })),
  tap: onTarget((uid) => ({ intent: 'click', uid })),
  hover: onTarget((uid) => ({ intent: 'hover', uid })),
  fill: typed,
  type: typed,
  press: onTarget((uid, { key }) => ({ intent: 'press', key: readText(key), uid })),
  check: onTarget((uid) => ({ intent: 'change', value: 'true', uid })),
  uncheck: onTarget((uid) => ({ intent: 'change', value: 'false', uid })),
  selectOption: onTarget((uid, { options }) => ({
    ...{ intent: 'change', value: readNames(options).join(', '), uid },
  })),
  setInputFiles: onTarget((uid, { payloads, localPaths }) => ({
    ...{ intent: 'change', value: readNames(payloads ?? localPaths).join(', '), uid },
  })),
  keyboardPress: ({ key }) => ({ intent: 'press', key: readText(key), uid: null }),
  mouseWheel: ({ deltaX, deltaY }) => ({
    ...{ intent: 'scroll', x: readNumber(deltaX), y: readNumber(deltaY), uid: null },
  }),
  ...{ dragAndDrop: lost, keyboardType: lost, keyboardInsertText: lost, mouseClick: lost },
  ...{ mouseDblclick: lost, touchscreenTap: lost },
};

/** Reads a call of the classes that act; null for others. */
export function readCall(
  method: string,
  params: Members,
  uid: string | null,
  url: string,
): Outcome {
  return Object.hasOwn(CALLS, method) ? (CALLS[method]?.(params, uid, url) ?? null) : null;
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Options by value or label, files by name or path. */
function readNames(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (typeof each === 'string') return [each.split(/[\\/]/).at(-1) ?? ''];
    if (!isObject(each)) return [];
    const { valueOrLabel, label, value, name } = each;
    const found = [valueOrLabel, label, value, name].find((text) => typeof text === 'string');
    return typeof found === 'string' ? [found] : [];
  });
}
