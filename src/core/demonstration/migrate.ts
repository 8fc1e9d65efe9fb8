import { actionShape, sayActionShape } from '../action/action-shape.ts';
import { effectShape } from './action-effect.ts';
import type { Demonstration, Turn } from './demonstration.ts';
import {
  DEMONSTRATION_VERSION,
  extrasShape,
  importedFileShape,
  importedTurnShape,
} from './demonstration.ts';
import { recordedHopsShape } from './hops.ts';
import { DEFAULT_OPTIONS, optionsShape } from './recording-options.ts';
import type { Shape } from '../shape.ts';
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
} from '../shape.ts';

/** `reason` is one sentence for the user. */
export type MigrationResult<T> = { ok: true; value: T } | { ok: false; reason: string };

type StoredDemonstration = Omit<Demonstration, 'options'> & Partial<Pick<Demonstration, 'options'>>;

/** A demonstration in version 1. */
export const demonstrationShape = objectWith({
  id: text,
  version: oneOf(DEMONSTRATION_VERSION),
  startedAt: number,
  endedAt: orNull(number),
  state: oneOf('recording', 'paused', 'stopped'),
  pauses: listOf(objectWith({ from: number, to: orNull(number) })),
  title: text,
  userAgent: text,
  timezoneOffsetMinutes: number,
  recorder: text,
  options: orAbsent(optionsShape),
  form: objectWith({
    annotator: text,
    description: text,
    tasks: listOf(text),
    navigatorName: text,
    instructorName: text,
  }),
  spending: orAbsent(
    objectWith({
      questions: number,
      promptTokens: number,
      completionTokens: number,
      estimated: flag,
      cost: orNull(number),
    }),
  ),
  hops: orAbsent(recordedHopsShape),
  imported: orAbsent(importedFileShape),
});

/** Reads a demonstration that this version or an earlier one stored or exported. Never throws. */
export function migrateDemonstration(stored: unknown): MigrationResult<Demonstration> {
  const version = versionOf(stored);
  if (version > DEMONSTRATION_VERSION) return { ok: false, reason: explainNewer(version) };
  const fault = demonstrationShape(stored, '');
  if (fault !== null) return { ok: false, reason: explainDamage('The demonstration', fault) };
  // Earlier versions had no options.
  const { options = DEFAULT_OPTIONS, ...rest } = stored as StoredDemonstration;
  return { ok: true, value: { ...rest, options } };
}

/** Reads a turn; `version` is its demonstration's. Never throws. */
export function migrateTurn(
  stored: unknown,
  version: number = DEMONSTRATION_VERSION,
): MigrationResult<Turn> {
  if (version > DEMONSTRATION_VERSION) return { ok: false, reason: explainNewer(version) };
  const fault = turnShape(stored, 'turn');
  if (fault !== null) return { ok: false, reason: explainDamage('A turn', fault) };
  return { ok: true, value: stored as Turn };
}

function versionOf(stored: unknown): number {
  const version =
    typeof stored === 'object' && stored !== null && 'version' in stored ? stored.version : null;
  return typeof version === 'number' ? version : DEMONSTRATION_VERSION;
}

function explainNewer(version: number): string {
  return `This was recorded by a newer version of Wayscribe (format ${version}; this one reads up to ${DEMONSTRATION_VERSION}). Nothing was changed. Update Wayscribe to open it.`;
}

function explainDamage(what: string, fault: string): string {
  return `${what} is damaged and was left as it is: ${fault}.`;
}

const boxShape = objectWith({ x: number, y: number, width: number, height: number });

const elementShape = objectWith({
  uid: text,
  frameId: number,
  tagName: text,
  attributes: mapOf(text),
  box: boxShape,
  textContent: text,
  xpath: text,
  name: text,
  role: text,
});

const metadataShape = objectWith({
  mouseX: number,
  mouseY: number,
  tabId: number,
  url: text,
  viewportWidth: number,
  viewportHeight: number,
  zoomLevel: number,
});

const sizeShape = objectWith({ width: number, height: number });

const frameShape = objectWith({
  frameId: number,
  root: orAbsent(objectWith({ uid: text, attributes: mapOf(text) })),
  parentFrameId: orNull(number),
  ownerUid: orNull(text),
  place: orNull(objectWith({ x: number, y: number, scaleX: number, scaleY: number })),
  url: text,
  title: text,
  html: text,
  boxes: text,
  viewport: sizeShape,
  scroll: objectWith({ x: number, y: number }),
  exact: flag,
});

const snapshotShape = objectWith({
  frames: listOf(frameShape),
  devicePixelRatio: number,
  takenAt: number,
  exact: flag,
});

const screenshotTimesShape = objectWith({ requestedAt: number, doneAt: number });

const proofShape = variants('kind', {
  unchanged: screenshotTimesShape,
  ring: objectWith({ at: number, ageMs: number, live: flag }),
  told: objectWith({ by: oneOf('weblinx') }),
  stale: objectWith({ ageMs: number, reason: text }),
});

const screenshotShape = variants('status', {
  pending: objectWith({}),
  kept: objectWith({ image: text, width: number, height: number, proof: proofShape }),
  missing: objectWith({ reason: text }),
});

const receiptShape = objectWith({
  verdict: oneOf('changed', 'unchanged', 'unknown'),
  changes: listOf(objectWith({ kind: text })),
  asAsked: orAbsent(flag),
  foundAgain: orAbsent(flag),
  second: orAbsent(oneOf('keyboard', 'inner', 'editing')),
  handOver: orAbsent(oneOf('mouse', 'keyboard')),
  dialog: orAbsent(flag),
  pending: orAbsent(flag),
});

const agreementShape = objectWith({
  ranker: text,
  request: text,
  rank: orNull(number),
  of: number,
  picked: orNull(text),
  pickedName: orAbsent(text),
});

const commonMembers = {
  id: text,
  demonstrationId: text,
  at: number,
  seq: number,
  by: oneOf('person', 'copilot'),
  checksum: orAbsent(text),
  imported: orAbsent(importedTurnShape),
  undoneAt: orAbsent(number),
};

/** A turn in version 1. */
export const turnShape: Shape = variants('kind', {
  say: objectWith({ ...commonMembers, action: sayActionShape }),
  browser: objectWith({
    ...commonMembers,
    action: actionShape,
    element: orNull(elementShape),
    metadata: metadataShape,
    properties: anyObject,
    snapshot: orNull(snapshotShape),
    screenshot: screenshotShape,
    receipt: orNull(receiptShape),
    causedBy: orNull(text),
    effect: orAbsent(effectShape(screenshotShape)),
    extras: orAbsent(extrasShape(proofShape)),
    refused: orAbsent(listOf(objectWith({ intent: text }))),
    agreement: orAbsent(agreementShape),
  }),
});
