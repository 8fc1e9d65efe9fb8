/*
 * Content scripts share a process with the page, so what they send is checked before it is used: its types, not whether
 * it is true.
 */
import { capturedShape, DIALOG_TEXT_LIMIT } from '../core/action/action.ts';
import { MAX_TOOL_INPUT } from '../core/action/page-tool.ts';
import type { CapturedTurn, TurnRevision } from '../core/demonstration/captured-turn.ts';
import type { Shape } from '../core/shape.ts';
import {
  anyObject,
  each,
  flag,
  listOf,
  mapOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  text,
  isOf,
} from '../core/shape.ts';
import type { MaskReport } from '../core/snapshot/snapshot.ts';
import type { NavigationReport } from './background.ts';
import type { Placed } from './content.ts';
import type { SeenAction } from './panel.ts';

/** Reports of more changed places than this are refused. */
const MAX_DIFFERENCES = 1000;
const MAX_ID = 64;
const MAX_SEEN_TEXT = 20_000;

const list = makeShape(Array.isArray);
const integer = makeShape(Number.isSafeInteger);
const box = objectWith(each(number, 'x', 'y', 'width', 'height'));

const masksShape = objectWith({
  token: text,
  boxes: listOf(box),
  children: listOf(
    objectWith({
      token: text,
      box,
      place: objectWith(each(number, 'x', 'y', 'scaleX', 'scaleY')),
      askew: orAbsent(flag),
    }),
  ),
  viewport: objectWith(each(number, 'width', 'height')),
  pinch: orNull(objectWith(each(number, 'x', 'y', 'scale'))),
});

const actionShape = makeShape((action) => {
  if (anyObject(action, '') !== null) return false;
  const { intent, message, answer, tool, input } = action as Record<string, unknown>;
  if (intent === 'leave') return true;
  const isDialogShort = [message, answer].every((said) => isShort(said, DIALOG_TEXT_LIMIT));
  if (intent === 'dialog' && !isDialogShort) return false;
  const isCallShort = isShort(tool, MAX_ID * 2) && isShort(input, MAX_TOOL_INPUT);
  return capturedShape(action, '') === null && (intent !== 'callTool' || isCallShort);
});

const frameShape = objectWith({
  ...each(text, 'html', 'names', 'token', 'url', 'title'),
  ...each(makeShape(isInstance(Uint32Array)), 'uids', 'spans'),
  boxes: makeShape(isInstance(Float32Array)),
  ...each(list, 'edits', 'omit', 'children'),
  ...each(number, 'salt', 'takenAt', 'devicePixelRatio'),
  masks: orAbsent(masksShape),
});

const differenceShape = objectWith({
  since: number,
  moved: listOf(box),
  changed: listOf(objectWith({ box, at: number })),
});

const changesShape = objectWith({
  since: number,
  instants: listOf(number),
  held: listOf(objectWith(each(number, 'from', 'until'))),
  ...each(flag, 'complete', 'live'),
  differences: orAbsent(
    listOf(
      makeShape((difference) => {
        if (differenceShape(difference, '') !== null) return false;
        const { moved, changed } = difference as { moved: unknown[]; changed: unknown[] };
        return moved.length + changed.length <= MAX_DIFFERENCES;
      }),
    ),
  ),
});

const capturedTurnShape = objectWith({
  turnId: makeShape((id) => typeof id === 'string' && id.length <= MAX_ID),
  ...each(number, 'at', 'seq'),
  by: oneOf('person', 'copilot'),
  action: actionShape,
  element: orNull(
    objectWith({
      ...each(text, 'uid', 'tagName', 'textContent', 'xpath', 'name', 'role'),
      attributes: mapOf(text),
      box,
    }),
  ),
  pointer: objectWith(each(number, 'x', 'y')),
  properties: anyObject,
  raw: frameShape,
  changes: changesShape,
  causedBy: orNull(text),
});

const seenText = makeShape((said) => typeof said === 'string' && isShort(said, MAX_SEEN_TEXT));

export const isCaptured = isOf<CapturedTurn>(capturedTurnShape);

export const isRevised = isOf<TurnRevision>(
  objectWith({ turnId: text, at: orAbsent(number), action: actionShape }),
);

export const isMaskReport = isOf<MaskReport>(masksShape);

export const isNavigationReport = isOf<NavigationReport>(
  objectWith({
    at: number,
    byHand: flag,
    type: oneOf('push', 'replace', 'reload', 'traverse'),
  }),
);

export const isPlaced = isOf<Placed>(
  objectWith({
    token: makeShape((token) => typeof token === 'string' && /^[0-9a-f]{32}$/.test(token)),
    ...each(integer, 'index', 'count', 'attempt'),
  }),
);

export const isSeenAction = isOf<SeenAction>(
  objectWith({
    id: seenText,
    at: number,
    action: makeShape(
      (action) =>
        actionShape(action, '') === null &&
        Object.values(action as object).every((member) => isShort(member, MAX_SEEN_TEXT)),
    ),
    target: orNull(
      objectWith(each(seenText, 'uid', 'tag', 'role', 'name', 'text', 'placeholder', 'key')),
    ),
  }),
);

/** Returns a shape for checks only: it has no JSON Schema. */
function makeShape(holds: (value: unknown) => boolean): Shape {
  const check = (value: unknown, place: string): string | null =>
    holds(value) ? null : `${place} is not valid`;
  return Object.assign(check, { schema: {} });
}

function isInstance(type: typeof Uint32Array | typeof Float32Array): (value: unknown) => boolean {
  return (value) => value instanceof type;
}

/** True for values other than texts. */
function isShort(value: unknown, most: number): boolean {
  return typeof value !== 'string' || value.length <= most;
}
