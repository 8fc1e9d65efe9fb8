import type { BrowserTurn, SayTurn, Screenshot } from '../../demonstration/demonstration.ts';
import { listDifferences } from '../../demonstration/difference.ts';
import type { ImportedTurn } from '../../demonstration/imported.ts';
import { readAction } from './read-action.ts';
import { readTarget } from './read-element.ts';
import { readOwnProperties } from './read-properties.ts';
import { readEffect, readState } from './read-state.ts';
import type { Uploaded } from './read-upload.ts';
import { hasTarget, isTabTurn, writeEvent, writeSay } from './turn.ts';
import { readEventParts, readMembers, readNumber, readText } from './uploaded.ts';

type Members = Record<string, unknown>;

/** What a turn gets from its place in the file. */
export interface TurnPlace {
  demonstrationId: string;
  id: string;
  /** Epoch ms; never before the turn it follows, since the order in the file is what counts. */
  at: number;
  seq: number;
  recordingStart: number;
  /** For findings: `replay.json, turn 7`. */
  place: string;
}

/** A chat turn; null when it is not one that Wayscribe knows. */
export function readSay(turn: Members, place: TurnPlace): SayTurn | null {
  const { speaker, utterance } = turn;
  if (speaker !== 'instructor' && speaker !== 'navigator') return null;
  const { demonstrationId, id, at, seq, recordingStart } = place;
  const say: SayTurn = {
    kind: 'say',
    ...{ id, demonstrationId, at, seq },
    by: 'person',
    action: { intent: 'say', speaker, utterance: readText(utterance) },
  };
  const differences = listDifferences(turn, { ...writeSay(say, recordingStart) });
  const imported: ImportedTurn = { format: 'weblinx', differences };
  return differences.length === 0 ? say : { ...say, imported };
}

/**
 * A browser turn with the state it names; null for an intent that Wayscribe has not. Whatever our
 * export of it would say otherwise is noted in `imported`, so that nothing is lost. `n` is the number
 * its files get, `urlBefore` the page a load came from.
 */
export async function readEvent(
  upload: Uploaded,
  turn: Members,
  { place, recordingStart, ...own }: TurnPlace,
  n: number,
  urlBefore: string,
): Promise<BrowserTurn | null> {
  const event = readEventParts(turn);
  const action = readAction(event);
  if (action === null) return null;
  const { metadata } = event;
  const { properties, by, proof, pageExact } = readOwnProperties(event);
  const url = action.intent === 'load' ? urlBefore : readText(metadata['url']);
  const isTab = isTabTurn({ action });
  const state = isTab ? null : await readState(upload, event, place, own.at, url);
  const read: BrowserTurn = {
    kind: 'browser',
    ...own,
    by,
    action,
    element: readTarget(event),
    metadata: {
      mouseX: readNumber(metadata['mouseX']),
      mouseY: readNumber(metadata['mouseY']),
      tabId: readNumber(metadata['tabId'], -1),
      url: readText(metadata['url']),
      viewportWidth: readNumber(metadata['viewportWidth'], -1),
      viewportHeight: readNumber(metadata['viewportHeight'], -1),
      zoomLevel: event.zoom,
    },
    properties,
    snapshot: state?.snapshot ? { ...state.snapshot, exact: pageExact } : null,
    screenshot: withProof(state?.screenshot ?? NO_STATE, proof),
    receipt: null,
    causedBy: null,
  };
  if (hasTarget(read) && (read.element?.uid ?? '') === '') {
    upload.find(`${place} does not say which element of its page it is about; it was kept so.`);
  }
  const { screenshot_effect: effectName } = readMembers(turn['action']);
  const effect = isTab ? null : await readEffect(upload, event, effectName, place);
  const hasScreenshot = read.screenshot.status === 'kept';
  const hasEffect = effect?.screenshot.status === 'kept';
  const hasPage = read.snapshot !== null;
  const page = hasTarget(read) ? (state?.page ?? null) : null;
  const written = writeEvent(
    { turn: read, n, hasPage, hasScreenshot, hasEffect },
    page,
    recordingStart,
  );
  const differences = listDifferences(turn, { ...written }).filter(({ path: [part, name] }) =>
    part === 'state'
      ? !(name === 'page' || name === 'screenshot' || (name === STATUS && !hasScreenshot))
      : name !== 'screenshot_effect' || effectName === undefined,
  );
  const { page: pageName, screenshot: screenshotName } = event.state;
  const imported: ImportedTurn = {
    format: 'weblinx',
    event: n,
    files: {
      ...(typeof pageName === 'string' && { page: pageName }),
      ...(typeof screenshotName === 'string' && { screenshot: screenshotName }),
    },
    ...(state?.around && { around: state.around }),
    differences,
  };
  return { ...read, ...(effect && { effect }), imported };
}

const STATUS = 'screenshot_status';

const NO_STATE: Screenshot = { status: 'missing', reason: 'the imported turn has none' };

/** Our own exports say more of a broken screenshot than that it is broken. */
function withProof(
  screenshot: Screenshot,
  proof: Extract<Screenshot, { status: 'kept' }>['proof'] | null,
): Screenshot {
  if (proof === null || screenshot.status !== 'kept') return screenshot;
  return screenshot.proof.kind === 'stale' ? { ...screenshot, proof } : screenshot;
}
