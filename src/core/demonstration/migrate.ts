import { actionShape, sayActionShape } from '../action/action.ts';
import type { Shape } from '../shape.ts';
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
  variants,
} from '../shape.ts';
import type { Demonstration, Turn } from './demonstration.ts';
import { DEMONSTRATION_VERSION } from './demonstration.ts';
import { editsShape } from './edits/edit.ts';
import { DEFAULT_OPTIONS, optionsShape } from './recording-options.ts';
import { boxShape, turnElementShape } from './turn-element.ts';

/** `reason` is one sentence for the user. */
export type MigrationResult<T> = { ok: true; value: T } | { ok: false; reason: string };

const quotedEvidence = objectWith(each(text, 'text', 'host'));
const hopShape = objectWith({
  ...each(text, 'id', 'text'),
  site: orNull(text),
  by: oneOf('navigator', 'instructor'),
  state: oneOf('open', 'done'),
  evidence: orNull(
    variants('from', {
      ...each(quotedEvidence, 'page', 'address', 'receipt'),
      instructor: objectWith({}),
    }),
  ),
  doneAt: orNull(number),
});

export const formShape = objectWith({
  ...each(text, 'annotator', 'description'),
  tasks: listOf(text),
  ...each(text, 'navigatorName', 'instructorName'),
  outcome: orAbsent(oneOf('success', 'partly', 'failed')),
  ...each(orAbsent(text), 'project', 'notes'),
  tags: orAbsent(listOf(text)),
});

const differences = listOf(objectWith({ path: listOf(text) }));

/** A demonstration in version 1. */
export const demonstrationShape = objectWith({
  id: text,
  version: oneOf(DEMONSTRATION_VERSION),
  startedAt: number,
  endedAt: orNull(number),
  state: oneOf('recording', 'paused', 'stopped'),
  pauses: listOf(objectWith({ from: number, to: orNull(number) })),
  ...each(text, 'title', 'userAgent'),
  timezoneOffsetMinutes: number,
  recorder: text,
  options: orAbsent(optionsShape),
  form: formShape,
  spending: orAbsent(
    objectWith({
      ...each(number, 'questions', 'promptTokens', 'completionTokens'),
      estimated: flag,
      cost: orNull(number),
    }),
  ),
  hops: orAbsent(listOf(objectWith({ hops: listOf(hopShape), isOver: flag }))),
  edits: orAbsent(editsShape),
  deletedAt: orAbsent(number),
  imported: orAbsent(
    objectWith({
      format: oneOf('weblinx'),
      name: orAbsent(text),
      ...each(differences, 'metadata', 'form'),
      replay: anyObject,
      unknownTurns: listOf(objectWith({ index: number })),
      files: listOf(objectWith({ path: text, parts: listOf(text) })),
    }),
  ),
});

const frameShape = objectWith({
  frameId: number,
  root: orAbsent(objectWith({ uid: text, attributes: mapOf(text) })),
  parentFrameId: orNull(number),
  ownerUid: orNull(text),
  place: orNull(objectWith(each(number, 'x', 'y', 'scaleX', 'scaleY'))),
  ...each(text, 'url', 'title', 'html', 'boxes'),
  viewport: objectWith(each(number, 'width', 'height')),
  scroll: objectWith(each(number, 'x', 'y')),
  exact: flag,
});

const proofShape = variants('kind', {
  unchanged: objectWith(each(number, 'requestedAt', 'doneAt')),
  ring: objectWith({ ...each(number, 'at', 'ageMs'), live: flag }),
  differs: objectWith({ ...each(number, 'requestedAt', 'doneAt'), regions: listOf(boxShape) }),
  // oxlint-disable-next-line house/plain-words -- as stored
  told: objectWith({ by: oneOf('weblinx', 'annotator') }),
  stale: objectWith({ ageMs: number, reason: text }),
});

const screenshotShape = variants('status', {
  pending: objectWith({}),
  kept: objectWith({
    image: text,
    ...each(number, 'width', 'height'),
    proof: proofShape,
    alternatives: orAbsent(listOf(objectWith({ image: text, ...each(number, 'width', 'height') }))),
  }),
  missing: objectWith({ reason: text }),
});

const extraShape = variants('status', {
  kept: objectWith({ file: text, proof: proofShape }),
  missing: objectWith({ reason: text }),
});

const receiptShape = objectWith({
  verdict: oneOf('changed', 'unchanged', 'unknown'),
  changes: listOf(objectWith({ kind: text })),
  ...each(orAbsent(flag), 'asAsked', 'foundAgain'),
  second: orAbsent(oneOf('keyboard', 'inner', 'editing')),
  handOver: orAbsent(oneOf('mouse', 'keyboard')),
  ...each(orAbsent(flag), 'dialog', 'pending'),
  tool: orAbsent(
    objectWith({
      state: oneOf('answered', 'failed', 'silent'),
      text,
      readOnly: orAbsent(flag),
    }),
  ),
});

const commonMembers = {
  ...each(text, 'id', 'demonstrationId'),
  ...each(number, 'at', 'seq'),
  by: oneOf('person', 'copilot'),
  checksum: orAbsent(text),
  imported: orAbsent(
    objectWith({
      format: oneOf('weblinx'),
      event: orAbsent(number),
      files: orAbsent(objectWith(each(orAbsent(text), 'page', 'screenshot'))),
      around: orAbsent(objectWith(each(text, 'before', 'after'))),
      differences,
    }),
  ),
  undoneAt: orAbsent(number),
};

/** A turn in version 1. */
export const turnShape: Shape = variants('kind', {
  say: objectWith({ ...commonMembers, action: sayActionShape, isReport: orAbsent(flag) }),
  browser: objectWith({
    ...commonMembers,
    action: actionShape,
    element: orNull(turnElementShape),
    metadata: objectWith({
      ...each(number, 'mouseX', 'mouseY', 'tabId'),
      url: text,
      ...each(number, 'viewportWidth', 'viewportHeight', 'zoomLevel'),
    }),
    properties: anyObject,
    snapshot: orNull(
      objectWith({
        frames: listOf(frameShape),
        ...each(number, 'devicePixelRatio', 'takenAt'),
        exact: flag,
      }),
    ),
    screenshot: screenshotShape,
    receipt: orNull(receiptShape),
    causedBy: orNull(text),
    effect: orAbsent(objectWith({ screenshot: screenshotShape, settledAt: orNull(number) })),
    extras: orAbsent(objectWith(each(extraShape, 'mhtml', 'accessible'))),
    refused: orAbsent(listOf(objectWith({ intent: text }))),
    agreement: orAbsent(
      objectWith({
        ...each(text, 'ranker', 'request'),
        rank: orNull(number),
        of: number,
        picked: orNull(text),
        pickedName: orAbsent(text),
      }),
    ),
  }),
});

/** Reads a demonstration that this version or an earlier one stored or exported. Never throws. */
export function migrateDemonstration(stored: unknown): MigrationResult<Demonstration> {
  const version = versionOf(stored);
  if (version > DEMONSTRATION_VERSION) return { ok: false, reason: explainNewer(version) };
  const fault = demonstrationShape(stored, '');
  if (fault !== null) return { ok: false, reason: explainDamage('The demonstration', fault) };
  // Earlier versions had no options.
  const { options = DEFAULT_OPTIONS, ...rest } = stored as Omit<Demonstration, 'options'> &
    Partial<Pick<Demonstration, 'options'>>;
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
