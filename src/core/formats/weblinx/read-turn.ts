import type { Actor } from '../../action/action.ts';
import { getDefinition, isIntent } from '../../action/action.ts';
import type {
  BrowserTurn,
  ImportedTurn,
  SayTurn,
  Screenshot,
  ScreenshotProof,
} from '../../demonstration/demonstration.ts';
import { listDifferences } from '../../demonstration/difference.ts';
import { computeName } from '../../ranking/page/accessible-name.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import { findRole } from '../../ranking/page/role.ts';
import { number } from '../../shape.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { Members } from '../import-source.ts';
import { readMembers, readNumber } from '../import-source.ts';
import { FINDINGS } from '../messages.ts';
import { scaleProperties, getLayout, hasTarget, isTabTurn, writeEvent, writeSay } from './turn.ts';
import type { Upload, UploadedEvent } from './read-state.ts';
import { readEventParts, readScreenshot, readText, readUploadedPage } from './read-state.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';

export interface TurnPlace {
  demonstrationId: string;
  id: string;
  /** Epoch ms; never before the previous turn, since the order in the file counts. */
  at: number;
  seq: number;
  recordingStart: number;
  /** For findings: `replay.json, turn 7`. */
  place: string;
}

/** Reads a chat turn; null when Wayscribe doesn't know its speaker. */
export function readSay(turn: Members, place: TurnPlace): SayTurn | null {
  const { id, demonstrationId, at, seq, recordingStart } = place;
  const { speaker, utterance } = turn;
  if (speaker !== 'instructor' && speaker !== 'navigator') return null;
  const action = { intent: 'say', speaker, utterance: readText(utterance) } as const;
  const say: SayTurn = { kind: 'say', id, demonstrationId, at, seq, by: 'person', action };
  const differences = listDifferences(turn, { ...writeSay(say, recordingStart) });
  return differences.length === 0 ? say : { ...say, imported: { format: 'weblinx', differences } };
}

/**
 * Reads a browser turn with its page and screenshots; null for an intent that Wayscribe doesn't have. Notes in `imported`
 * whatever our export would write differently, so that nothing is lost. `n` is the number its files get, `urlBefore` the
 * page a load came from.
 */
export async function readEvent(
  upload: Upload,
  turn: Members,
  { place, recordingStart, ...own }: TurnPlace,
  n: number,
  urlBefore: string,
): Promise<BrowserTurn | null> {
  const event = readEventParts(turn);
  const action = readAction(event);
  if (action === null) return null;
  const { metadata, state, viewport } = event;
  const { properties, by, proof, pageExact } = readOwnProperties(event);
  const url = readText(metadata['url']);
  const pageUrl = action.intent === 'load' ? urlBefore : url;
  const isTab = isTabTurn({ action });
  const page = isTab ? null : await readUploadedPage(upload, event, { place, at: own.at }, pageUrl);
  const isGood = state['screenshot_status'] === 'good';
  const shotName = isTab ? null : state['screenshot'];
  const screenshot = withProof(await readScreenshot(upload, shotName, event, place, isGood), proof);
  const read: BrowserTurn = {
    kind: 'browser',
    ...own,
    by,
    action,
    element: readTarget(event, page?.page ?? null),
    metadata: {
      mouseX: readNumber(metadata['mouseX']),
      mouseY: readNumber(metadata['mouseY']),
      tabId: readNumber(metadata['tabId'], -1),
      url,
      viewportWidth: viewport.width,
      viewportHeight: viewport.height,
      zoomLevel: event.zoom,
    },
    properties,
    snapshot: page && { ...page.snapshot, exact: pageExact },
    screenshot,
    receipt: null,
    causedBy: null,
  };
  if (hasTarget(read) && (read.element?.uid ?? '') === '') {
    upload.report(FINDINGS.noTarget(place));
  }
  const hasEffect = !isTab && typeof event.effect === 'string';
  const effect = hasEffect
    ? {
        screenshot: await readScreenshot(upload, event.effect, event, place, true),
        settledAt: null,
      }
    : null;
  const hasScreenshot = screenshot.status === 'kept';
  const files = {
    ...{ hasPage: page !== null, hasScreenshot },
    hasEffect: effect?.screenshot.status === 'kept',
  };
  const written = writeEvent({ turn: read, n, ...files }, page?.page ?? null, recordingStart);
  // Names of files follow from the number of the event.
  const follows = ([part, name]: readonly (string | number)[]): boolean =>
    part === 'state'
      ? name === 'page' || name === 'screenshot' || (name === 'screenshot_status' && !hasScreenshot)
      : name === 'screenshot_effect' && event.effect !== undefined;
  const differences = listDifferences(turn, { ...written }).filter(({ path }) => !follows(path));
  const { page: pageName, screenshot: screenshotName } = state;
  const imported: ImportedTurn = {
    format: 'weblinx',
    event: n,
    files: {
      ...(typeof pageName === 'string' && { page: pageName }),
      ...(typeof screenshotName === 'string' && { screenshot: screenshotName }),
    },
    ...(page?.around && { around: page.around }),
    differences,
  };
  return { ...read, ...(effect && { effect }), imported };
}

/** Our own exports give the reason for a broken screenshot, and where a good one differs from the page. */
function withProof(screenshot: Screenshot, proof: ScreenshotProof | null): Screenshot {
  if (proof === null || screenshot.status !== 'kept') return screenshot;
  const isStale = screenshot.proof.kind === 'stale';
  return isStale === (proof.kind === 'stale') ? { ...screenshot, proof } : screenshot;
}

/** Reads `arguments.properties`, pointer events in CSS px, and what our own exports add under `wayscribe`. */
function readOwnProperties({ intent, properties, zoom }: UploadedEvent) {
  const { wayscribe, ...rest } = properties;
  const { by, proof, pageExact } = readMembers(wayscribe);
  const isPointer = intent === 'click' || intent === 'hover' || intent === 'scroll';
  const actor: Actor = by === 'copilot' ? 'copilot' : 'person';
  return {
    properties: isPointer ? scaleProperties(rest, 1 / zoom) : rest,
    by: actor,
    proof: readOwnProof(readMembers(proof)),
    pageExact: pageExact !== false,
  };
}

function readOwnProof({ kind, ageMs, reason, ...more }: Members): ScreenshotProof | null {
  if (kind === 'stale' && typeof reason === 'string') {
    return { kind, ageMs: readNumber(ageMs), reason };
  }
  const { requestedAt, doneAt, regions } = more;
  if (kind !== 'differs' || !Array.isArray(regions)) return null;
  const boxes = regions.map((region) => {
    const read = readMembers(region);
    const px = (name: string): number => readNumber(read[name]);
    return { x: px('x'), y: px('y'), width: px('width'), height: px('height') };
  });
  return { kind, requestedAt: readNumber(requestedAt), doneAt: readNumber(doneAt), regions: boxes };
}

/** Code points; names are for people. */
const MOST_NAME = 100;

/**
 * Reads `arguments.element`: its box in CSS px, in the top frame, since page files have one frame. Role and name, which
 * the file doesn't have, are those in the page.
 */
function readTarget(
  { element, uid, zoom }: UploadedEvent,
  page: PageSnapshot | null,
): TurnElement | null {
  if (element === null) return null;
  const bbox = readMembers(element['bbox']);
  const px = (name: string): number => readNumber(bbox[name]) / zoom;
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(readMembers(element['attributes']))) {
    if (typeof value === 'string') attributes[name] = value;
  }
  const textContent = readText(element['textContent']);
  const described =
    (page && uid && describeInPage(page, uid)) || guessRoleAndName(attributes, textContent);
  return {
    uid: uid ?? '',
    frameId: 0,
    tagName: readText(element['tagName']),
    attributes,
    box: { x: px('x'), y: px('y'), width: px('width'), height: px('height') },
    textContent,
    xpath: readText(element['xpath']),
    name: Array.from(described.name.trim().replace(/\s+/g, ' ')).slice(0, MOST_NAME).join(''),
    role: described.role,
  };
}

/** Null when the element is not in the page. */
function describeInPage(snapshot: PageSnapshot, uid: string) {
  const page = indexPage([parsePage(snapshot)]);
  const node = page.elements.find((each) => each.uid === uid);
  return node ? { role: findRole(node), name: computeName(node, page) } : null;
}

/** For a turn without its page: what they are in most cases. */
function guessRoleAndName(attributes: Record<string, string>, textContent: string) {
  const { role = '', alt, title, placeholder } = attributes;
  const names = [attributes['aria-label'], alt, textContent, title, placeholder];
  return { role, name: names.find((text) => text !== undefined && text.trim() !== '') ?? '' };
}

/** Reads the action of an event; null for an intent that Wayscribe or WebLINX doesn't have. */
function readAction(event: UploadedEvent): BrowserTurn['action'] | null {
  const { intent, given, metadata, properties, uid } = event;
  const layout = isIntent(intent) && intent !== 'say' ? getLayout(intent) : null;
  if (!layout || !isIntent(intent)) return null;
  if (intent === 'load') return { intent, url: readText(metadata['url']) };
  const members = getDefinition(intent).arguments;
  const target = members['uid'];
  const tabs = Object.entries(layout.tab ?? {});
  const values = Object.entries(layout.arguments ?? {});
  const action = {
    intent,
    // Lint reports a target without a uid.
    ...(target?.isRequired && { uid: uid ?? '' }),
    ...Object.fromEntries(tabs.map(([member, name]) => [member, readNumber(properties[name], -1)])),
    ...Object.fromEntries(
      values.map(([member, name]) => {
        const read = members[member]?.shape === number ? readNumber : readText;
        return [member, read(given[name])];
      }),
    ),
    ...(target && !target.isRequired && { uid: layout.hasElement ? uid : null }),
  };
  return action as BrowserTurn['action'];
}
