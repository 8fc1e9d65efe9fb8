import type { Demonstration, ImportedFile, Turn } from '../../demonstration/demonstration.ts';
import { DEMONSTRATION_VERSION } from '../../demonstration/demonstration.ts';
import { listDifferences } from '../../demonstration/difference.ts';
import { DEFAULT_OPTIONS } from '../../demonstration/recording-options.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from '../import-source.ts';
import { ImportFault, readFile } from '../import-source.ts';
import { isObject, readJsonObject } from '../read-json.ts';
import { describeRecording, describeUpload, endOf } from './metadata.ts';
import type { OpenUpload } from './read-state.ts';
import { openUpload, readEventParts, readMembers, readNumber, readText } from './read-state.ts';
import type { TurnPlace } from './read-turn.ts';
import { readEvent, readSay } from './read-turn.ts';
import { nameShortcode } from './turn.ts';

const MOST_TURNS = 100_000;
/** Numbers of events end in file names. */
const MOST_EVENT = 10_000_000;

/**
 * Reads a WebLINX folder (weblinx-format.md §1), also one that was worked on after the recording. Parts
 * that are missing or broken are left out with a finding; what Wayscribe has no field for is kept in
 * `imported`. Fails with ImportFault where there would be nothing worth keeping.
 */
export async function readWeblinx(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const upload = openUpload(source, folder, ports);
  const replay = await readPart(upload, 'replay.json');
  if (replay === null) throw new ImportFault(`${folder}replay.json is missing`);
  const metadata = await readPart(upload, 'metadata.json');
  const form = await readPart(upload, 'form.json');
  for (const [name, part] of Object.entries({ 'metadata.json': metadata, 'form.json': form })) {
    if (!part) upload.find(`${name} is missing; what it would say was left empty.`);
  }
  const { data, ...rest } = replay;
  if (!Array.isArray(data)) throw new ImportFault(`${folder}replay.json has no list of turns`);
  if (data.length > MOST_TURNS) {
    throw new ImportFault(`${folder}replay.json has over ${MOST_TURNS} turns`);
  }
  const id = await nameDemonstration(source, folder, ports);
  const beginning = readBeginning({
    ...{ id, turns: data },
    metadata: metadata ?? {},
    form: form ?? {},
  });
  if (beginning.guessed) {
    upload.find('The file does not say when the recording began; its times count from 1970.');
  }
  const { demonstration } = beginning;
  const { turns, unknown } = await readTurns(upload, data, demonstration, ports);
  const whole = { ...demonstration, endedAt: demonstration.endedAt ?? endOf(demonstration, turns) };
  if (source.paths.has(`${folder}invalid.json`)) {
    upload.find('The file is marked as invalid (invalid.json); it was imported all the same.');
  }
  const uploadForm = { shortcode: nameShortcode(id), uploadedAt: endOf(whole, turns) };
  const imported: ImportedFile = {
    format: 'weblinx',
    metadata: metadata ? listDifferences(metadata, describeRecording(whole, turns)) : [],
    form: form ? listDifferences(form, describeUpload(whole, turns, uploadForm)) : [],
    replay: rest,
    unknownTurns: unknown,
    files: await upload.keepRest(),
  };
  return { demonstration: { ...whole, imported }, turns, findings: upload.findings };
}

/** The same files give the same id, so that an import is known when it comes again. */
async function nameDemonstration(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<string> {
  const hashes: string[] = [];
  for (const name of ['replay.json', 'metadata.json', 'form.json']) {
    const path = folder + name;
    hashes.push(source.paths.has(path) ? await ports.hash(await readFile(source, path)) : '');
  }
  const all = await ports.hash(new TextEncoder().encode(hashes.join(' ')));
  return `weblinx-${all.slice(0, 32)}`;
}

async function readPart(upload: OpenUpload, name: string): Promise<Record<string, unknown> | null> {
  const bytes = await upload.take(name);
  if (bytes === null) return null;
  const { members, cleaned } = readJsonObject(bytes, name);
  if (cleaned !== null) upload.find(`In ${name}, ${cleaned}; the rest was kept.`);
  return members;
}

async function readTurns(
  upload: OpenUpload,
  data: readonly unknown[],
  demonstration: Demonstration,
  ports: ImportPorts,
): Promise<{ turns: Turn[]; unknown: ImportedFile['unknownTurns'] }> {
  const turns: Turn[] = [];
  const unknown: ImportedFile['unknownTurns'] = [];
  const urls = new Map<number, string>();
  let at = Number.NEGATIVE_INFINITY;
  let n = 0;
  for (const [index, uploaded] of data.entries()) {
    ports.signal?.throwIfAborted();
    ports.onProgress?.(index / data.length);
    const place = `replay.json, turn ${index + 1}`;
    if (!isObject(uploaded)) throw new ImportFault(`${place} is not an object`);
    const { startedAt, id } = demonstration;
    at = Math.max(at, readTime(startedAt + readNumber(uploaded['timestamp']) * 1000) ?? startedAt);
    const own: TurnPlace = {
      ...{ demonstrationId: id, id: `${id}-${index}`, at, seq: index, place },
      recordingStart: startedAt,
    };
    const turn = await readTurn(upload, uploaded, own, (n = nextEvent(uploaded, n)), urls);
    if (turn?.kind === 'browser') n += 1;
    if (turn) turns.push(turn);
    else {
      unknown.push({ index, turn: uploaded });
      upload.find(`${place} is of a kind that Wayscribe does not know; it was set aside.`);
    }
  }
  return { turns, unknown };
}

async function readTurn(
  upload: OpenUpload,
  uploaded: Record<string, unknown>,
  place: TurnPlace,
  n: number,
  urls: Map<number, string>,
): Promise<Turn | null> {
  if (uploaded['type'] === 'chat') return readSay(uploaded, place);
  if (uploaded['type'] !== 'browser') return null;
  const tabId = readNumber(readEventParts(uploaded).metadata['tabId'], -1);
  const turn = await readEvent(upload, uploaded, place, n, urls.get(tabId) ?? '');
  if (turn) urls.set(tabId, turn.metadata.url);
  return turn;
}

/** The number a turn's files get on export: its event_id, where that leaves numbers unique. */
function nextEvent({ action }: Record<string, unknown>, n: number): number {
  const event = isObject(action) ? action['event_id'] : null;
  return Number.isInteger(event) && Number(event) <= MOST_EVENT ? Math.max(n, Number(event)) : n;
}

type Members = Record<string, unknown>;

/** Within what `Date` can say, and then some: exports write it as a date. */
const LATEST = 8.64e15;

/** The demonstration as metadata.json and form.json tell it; `guessed` when nobody says when it began. */
function readBeginning(told: {
  id: string;
  metadata: Members;
  form: Members;
  turns: readonly unknown[];
}): { demonstration: Demonstration; guessed: boolean } {
  const { id, metadata, form, turns } = told;
  const startedAt = readTime(metadata['recordingStart']) ?? reckonStart(turns);
  const description = readText(form['description']);
  const demonstration: Demonstration = {
    id,
    version: DEMONSTRATION_VERSION,
    startedAt: startedAt ?? 0,
    endedAt: readTime(metadata['recordingEnd']),
    state: 'stopped',
    pauses: [],
    title: description || readText(form['shortcode']) || 'Imported demonstration',
    userAgent: readText(metadata['userAgent']),
    timezoneOffsetMinutes: readOffset(metadata['timezoneOffsetMinutes']),
    recorder: readText(metadata['version']),
    options: DEFAULT_OPTIONS,
    form: {
      annotator: readText(form['annotator']),
      description,
      tasks: readTexts(form['tasks']),
      navigatorName: readText(form['navigator_name']),
      instructorName: readText(form['instructor_name']),
    },
  };
  return { demonstration, guessed: startedAt === null };
}

/** An event says both when it was and how long after the beginning. */
function reckonStart(turns: readonly unknown[]): number | null {
  for (const turn of turns) {
    const members = readMembers(turn);
    const at = readTime(readEventParts(members).metadata['timestamp']);
    if (at !== null) return Math.round(at - readNumber(members['timestamp']) * 1000);
  }
  return null;
}

/** Epoch ms, whole; a day from either end of what can be written as a date. */
function readTime(value: unknown): number | null {
  const time = readNumber(value, Number.NaN);
  return Math.abs(time) <= LATEST - 86_400_000 ? Math.round(time) : null;
}

function readOffset(value: unknown): number {
  const minutes = readNumber(value);
  return Math.abs(minutes) <= 24 * 60 ? minutes : 0;
}

function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
