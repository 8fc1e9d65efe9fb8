import { effectShape } from './effect.ts';
import { extrasShape } from './extras.ts';
import { importedTurnShape } from './imported.ts';
import { DIALOG_KINDS } from '../action/action.ts';
import type { Shape } from './shape.ts';
import {
  anyObject,
  flag,
  listOf,
  mapOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  text,
  variants,
} from './shape.ts';

const uidOnly = objectWith({ uid: text });
const passage = objectWith({ text, uid: orNull(text) });
const tab = objectWith({ tabId: number });

const action = variants('intent', {
  click: uidOnly,
  hover: uidOnly,
  submit: uidOnly,
  textInput: objectWith({ uid: text, text }),
  change: objectWith({ uid: text, value: text }),
  load: objectWith({ url: text }),
  scroll: objectWith({ x: number, y: number, uid: orNull(text) }),
  copy: passage,
  paste: passage,
  tabcreate: tab,
  tabremove: tab,
  tabswitch: objectWith({ tabId: number, fromTabId: number }),
  press: objectWith({ uid: orNull(text), key: text }),
  back: objectWith({}),
  forward: objectWith({}),
  doubleClick: uidOnly,
  rightClick: uidOnly,
  drag: objectWith({ uid: text, toUid: orNull(text), x: number, y: number }),
  dialog: objectWith({ kind: oneOf(...DIALOG_KINDS), message: text, answer: orNull(text) }),
});

const utterance = objectWith({
  intent: oneOf('say'),
  speaker: oneOf('instructor', 'navigator'),
  utterance: text,
});

const box = objectWith({ x: number, y: number, width: number, height: number });

const element = objectWith({
  uid: text,
  frameId: number,
  tagName: text,
  attributes: mapOf(text),
  box,
  textContent: text,
  xpath: text,
  name: text,
  role: text,
});

const metadata = objectWith({
  mouseX: number,
  mouseY: number,
  tabId: number,
  url: text,
  viewportWidth: number,
  viewportHeight: number,
  zoomLevel: number,
});

const size = objectWith({ width: number, height: number });

const frame = objectWith({
  frameId: number,
  root: orAbsent(objectWith({ uid: text, attributes: mapOf(text) })),
  parentFrameId: orNull(number),
  ownerUid: orNull(text),
  place: orNull(objectWith({ x: number, y: number, scaleX: number, scaleY: number })),
  url: text,
  title: text,
  html: text,
  boxes: text,
  viewport: size,
  scroll: objectWith({ x: number, y: number }),
  exact: flag,
});

const snapshot = objectWith({
  frames: listOf(frame),
  devicePixelRatio: number,
  takenAt: number,
  exact: flag,
});

const shotTimes = objectWith({ requestedAt: number, doneAt: number });

const proof = variants('kind', {
  unchanged: shotTimes,
  ring: objectWith({ at: number, ageMs: number, live: flag }),
  told: objectWith({ by: oneOf('weblinx') }),
  stale: objectWith({ ageMs: number, reason: text }),
});

const screenshot = variants('status', {
  pending: objectWith({}),
  kept: objectWith({ image: text, width: number, height: number, proof }),
  missing: objectWith({ reason: text }),
});

const receipt = objectWith({
  verdict: oneOf('changed', 'unchanged', 'unknown'),
  changes: listOf(objectWith({ kind: text })),
  asAsked: orAbsent(flag),
  foundAgain: orAbsent(flag),
  second: orAbsent(oneOf('keyboard', 'inner', 'editing')),
  handOver: orAbsent(oneOf('mouse', 'keyboard')),
  dialog: orAbsent(flag),
  pending: orAbsent(flag),
});

const agreement = objectWith({
  ranker: text,
  request: text,
  rank: orNull(number),
  of: number,
  picked: orNull(text),
  pickedName: orAbsent(text),
});

const common = {
  id: text,
  demonstrationId: text,
  at: number,
  seq: number,
  by: oneOf('person', 'copilot'),
  checksum: orAbsent(text),
  imported: orAbsent(importedTurnShape),
  undoneAt: orAbsent(number),
};

/** A turn as version 1 keeps it. */
export const turnShape: Shape = variants('kind', {
  say: objectWith({ ...common, action: utterance }),
  browser: objectWith({
    ...common,
    action,
    element: orNull(element),
    metadata,
    properties: anyObject,
    snapshot: orNull(snapshot),
    screenshot,
    receipt: orNull(receipt),
    causedBy: orNull(text),
    effect: orAbsent(effectShape(screenshot)),
    extras: orAbsent(extrasShape(proof)),
    refused: orAbsent(listOf(objectWith({ intent: text }))),
    agreement: orAbsent(agreement),
  }),
});
