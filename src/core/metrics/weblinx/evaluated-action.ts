import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';
import type { ReplayEvent, ReplayPage, ReplayTurn } from '../../formats/dmr/replay.ts';
import { listElements } from '../../formats/libxml2/node.ts';
import { readPageTree } from '../../formats/libxml2/read-page.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { isIntent } from '../../action/action.ts';
import { readIntent, readTargetUid } from '../../formats/dmr/replay.ts';
import { getLayout } from '../../formats/weblinx/turn.ts';

interface IntentRules {
  /** It acts on an element. */
  onElement?: true;
  /** A reference needs its element in the page and in the boxes. */
  needsUid?: true;
  /** Arguments that must be equal, besides the element. */
  equal?: readonly string[];
  /** Arguments of which the first present one is the text to compare. */
  texts?: readonly string[];
  /** Names that evaluation gives to members of `properties`, where the arguments are. */
  properties?: Readonly<Record<string, string>>;
}

/**
 * The intents of WebLINX's evaluation code. As published, scroll acts on an element, and copy and paste have no text to
 * compare, so they score 0.
 */
const INTENTS = {
  say: { equal: ['utterance'], texts: ['utterance'] },
  click: { onElement: true, needsUid: true },
  hover: { onElement: true },
  textinput: { onElement: true, needsUid: true, equal: ['text'], texts: ['text', 'value'] },
  change: { onElement: true, needsUid: true, equal: ['value'], texts: ['value'] },
  submit: { onElement: true, needsUid: true },
  load: { equal: ['url'], texts: ['url'], properties: { url: 'url' } },
  scroll: { onElement: true, equal: ['x', 'y'] },
  copy: { onElement: true, equal: ['text'], texts: [] },
  paste: { onElement: true, equal: ['text'], texts: [] },
  tabcreate: {},
  tabremove: { properties: { tab_id: 'tabId' } },
  tabswitch: { properties: { tab_id_from: 'tabIdOrigin', tab_id_to: 'tabId' } },
  '<unk>': {},
} satisfies Record<string, IntentRules>;

/** `<unk>` stands for anything else. */
export type EvaluatedIntent = keyof typeof INTENTS;
export const EVALUATED_INTENTS = Object.keys(INTENTS) as EvaluatedIntent[];

export function getRules(intent: EvaluatedIntent): IntentRules {
  return INTENTS[intent];
}

export type EvaluatedValue = string | number | null;

interface EvaluatedElement {
  /** Null when the recorded target has none; such an element equals no other. */
  uid: string | null;
  /** CSS px, from the box file. */
  box: WeblinxBox | null;
}

/** A reference or a prediction. */
export interface EvaluatedAction {
  intent: EvaluatedIntent;
  args: Readonly<Record<string, EvaluatedValue>>;
  element: EvaluatedElement | null;
}

/** Reads an intent's name, ignoring case and underscores. */
export function readIntentName(name: string): EvaluatedIntent {
  const simple = name.trim().toLowerCase().replaceAll('_', '');
  return EVALUATED_INTENTS.find((intent) => intent === simple) ?? '<unk>';
}

/** A turn's page, prepared for finding elements. */
export interface EvaluatedPage {
  /** By uid, as in the box file: CSS px. */
  boxes: Readonly<Record<string, WeblinxBox>>;
  /** Uids of the page file. */
  uids: ReadonlySet<string>;
  /** See `listHits`. */
  hits: readonly Hit[];
}

export type Sides = Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'>;

/** A box widened to whole CSS px. */
type Hit = Sides & { uid: string; area: number };

/** Reads a page's boxes, and the uids that libxml2 finds in the page. */
export function readEvaluatedPage({ html, boxes }: ReplayPage): EvaluatedPage {
  const root = readPageTree(html);
  const uids = (root === null ? [] : listElements(root)).flatMap(
    (node) => node.attributes.get(UID_ATTRIBUTE) ?? [],
  );
  return makeEvaluatedPage(boxes, new Set(uids));
}

export function makeEvaluatedPage(
  boxes: EvaluatedPage['boxes'],
  uids: ReadonlySet<string>,
): EvaluatedPage {
  return { boxes, uids, hits: listHits(boxes) };
}

/** Returns a predicted action's element, or null: no such intent, no such element. */
export function resolveElement(
  { intent, args }: Pick<EvaluatedAction, 'intent' | 'args'>,
  page: EvaluatedPage | null,
): EvaluatedElement | null {
  if (page === null || !getRules(intent).onElement) return null;
  const uid = args['uid'] ?? args[UID_ATTRIBUTE] ?? null;
  if (uid !== null) return findElement(String(uid), page);
  const { x, y } = args;
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  const hit = findUidAt(x, y, page.hits);
  return hit === null ? null : findElement(hit, page);
}

function findElement(uid: string, { boxes, uids }: EvaluatedPage): EvaluatedElement | null {
  const box = Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
  return box === undefined || !uids.has(uid) ? null : { uid, box };
}

export function measureArea({ left, top, right, bottom }: Sides): number {
  return (right - left) * (bottom - top);
}

/** Returns boxes with an area, the smallest first; equally small ones in the box file's order. */
export function listHits(boxes: EvaluatedPage['boxes']): Hit[] {
  return Object.entries(boxes)
    .map(([uid, box]) => ({
      uid,
      area: measureArea(box),
      left: Math.floor(box.left),
      top: Math.floor(box.top),
      right: Math.ceil(box.right),
      bottom: Math.ceil(box.bottom),
    }))
    .filter(({ area }) => area !== 0)
    .sort((a, b) => a.area - b.area);
}

/** Returns the element with the smallest box around a point, in CSS px; null without one. */
export function findUidAt(x: number, y: number, hits: readonly Hit[]): string | null {
  const hit = hits.find(
    ({ left, top, right, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );
  return hit?.uid ?? null;
}

/** Reads a recorded turn as evaluation compares it. */
export function readReference(turn: ReplayTurn, page: EvaluatedPage | null): EvaluatedAction {
  const intent = readIntentName(readIntent(turn));
  if (turn.type === 'chat') {
    const { speaker, utterance } = turn;
    return { intent, args: { speaker, utterance }, element: null };
  }
  return { intent, args: readArguments(turn, intent), element: readElement(turn, page) };
}

function readElement(turn: ReplayEvent, page: EvaluatedPage | null): EvaluatedElement | null {
  if (!turn.action.arguments.element) return null;
  const uid = readTargetUid(turn);
  if (uid === null) return { uid: null, box: null };
  return page && findElement(uid, page);
}

function readArguments(
  { action }: ReplayEvent,
  evaluated: EvaluatedIntent,
): EvaluatedAction['args'] {
  const { intent, arguments: given } = action;
  const { properties } = getRules(evaluated);
  const members: Readonly<Record<string, unknown>> = {
    ...(properties ? given.properties : given),
  };
  const layout = isIntent(intent) ? getLayout(intent) : null;
  const names = Object.entries(properties ?? layout?.arguments ?? {});
  return Object.fromEntries(
    names.map(([name, member]) => {
      const value = members[member];
      return [name, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
}

/**
 * Whether a turn with a prompt is a reference: not an intent on an element that is missing in the page or the boxes, nor a
 * click that only prepared the next turn, a copy or a submit of the same element.
 */
export function isScored(
  { intent, element }: EvaluatedAction,
  turn: ReplayTurn,
  next: ReplayTurn | undefined,
): boolean {
  if (getRules(intent).needsUid && (element?.uid ?? null) === null) return false;
  if (intent !== 'click' || next === undefined) return true;
  const after = readIntent(next);
  return !(after === 'copy' || (after === 'submit' && readTargetUid(next) === readTargetUid(turn)));
}
