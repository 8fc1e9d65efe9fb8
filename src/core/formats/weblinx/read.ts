import type {
  Demonstration,
  DemonstrationForm,
  ImportedFile,
  Turn,
} from '../../demonstration/demonstration.ts';
import { DEMONSTRATION_VERSION } from '../../demonstration/demonstration.ts';
import { listDifferences } from '../../demonstration/difference.ts';
import { formShape } from '../../demonstration/migrate.ts';
import { DEFAULT_OPTIONS } from '../../demonstration/recording-options.ts';
import { encodeText } from '../../bytes.ts';
import type { ImportPorts, ImportSource, Members, ReadDemonstration } from '../import-source.ts';
import { ImportFault, readJsonObject, readMembers, readNumber } from '../import-source.ts';
import { FAULTS, FINDINGS } from '../messages.ts';
import { describeRecording, describeUpload, endOf } from './metadata.ts';
import { readTexts, nameShortcode } from './turn.ts';
import type { Upload } from './read-state.ts';
import { openUpload, readEventParts, readText } from './read-state.ts';
import type { TurnPlace } from './read-turn.ts';
import { readEvent, readSay } from './read-turn.ts';
import { isObject } from '../../shape.ts';

const MOST_TURNS = 100_000;
/** Numbers of events end in file names. */
const MOST_EVENT = 10_000_000;

/**
 * Reads a WebLINX folder, also one that was processed after the recording. Missing and broken parts are
 * dropped with a finding; `imported` keeps what Wayscribe has no field for. Fails with ImportFault where nothing worth
 * importing is left.
 */
export async function readWeblinx(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const upload = openUpload(source, folder, ports);
  const hashes: string[] = [];
  const readPart = async (name: string): Promise<Members | null> => {
    const bytes = await upload.take(name);
    hashes.push(bytes === null ? '' : await ports.hash(bytes));
    return bytes && readJsonObject(bytes, name, { report: upload.report }).members;
  };
  const path = `${folder}replay.json`;
  const replay = await readPart('replay.json');
  if (replay === null) throw new ImportFault(FAULTS.missing(path));
  const metadata = await readPart('metadata.json');
  const form = await readPart('form.json');
  if (!metadata) upload.report(FINDINGS.missingPart('metadata.json'));
  if (!form) upload.report(FINDINGS.missingPart('form.json'));
  const { data, ...rest } = replay;
  if (!Array.isArray(data)) throw new ImportFault(FAULTS.noTurns(path));
  if (data.length > MOST_TURNS) throw new ImportFault(FAULTS.tooManyTurns(path, MOST_TURNS));
  // The same files give the same id, so that a repeated import is recognized.
  const hash = await ports.hash(encodeText(hashes.join(' ')));
  const id = `weblinx-${hash.slice(0, 32)}`;
  const startedAt = readTime(metadata?.['recordingStart']) ?? findStart(data);
  if (startedAt === null) upload.report(FINDINGS.unknownStart);
  const demonstration = readHeader(id, startedAt ?? 0, metadata ?? {}, form ?? {});
  const { turns, unknown } = await readTurns(upload, data, demonstration, ports);
  const whole = { ...demonstration, endedAt: demonstration.endedAt ?? endOf(demonstration, turns) };
  if (upload.has('invalid.json')) upload.report(FINDINGS.markedInvalid);
  const name = readName(folder, form ?? {});
  const shortcode = name ?? nameShortcode({ id });
  const uploadForm = { shortcode, uploadedAt: endOf(whole, turns) };
  const imported: ImportedFile = {
    format: 'weblinx',
    ...(name !== null && { name }),
    metadata: metadata ? listDifferences(metadata, describeRecording(whole, turns)) : [],
    form: form ? listDifferences(form, describeUpload(whole, turns, uploadForm)) : [],
    replay: rest,
    unknownTurns: unknown,
    files: await upload.keepRest(),
  };
  return { demonstration: { ...whole, imported }, turns, findings: upload.findings };
}

async function readTurns(
  upload: Upload,
  data: readonly unknown[],
  { startedAt, id }: Demonstration,
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
    if (!isObject(uploaded)) throw new ImportFault(FAULTS.turnNotObject(place));
    at = Math.max(at, readTime(startedAt + readNumber(uploaded['timestamp']) * 1000) ?? startedAt);
    const own: TurnPlace = {
      ...{ demonstrationId: id, id: `${id}-${index}`, at, seq: index, place },
      recordingStart: startedAt,
    };
    n = nextEvent(uploaded, n);
    const turn = await readTurn(upload, uploaded, own, n, urls);
    if (turn?.kind === 'browser') n += 1;
    if (turn) turns.push(turn);
    else {
      unknown.push({ index, turn: uploaded });
      upload.report(FINDINGS.unknownTurn(place));
    }
  }
  // Those of unknown kinds are kept.
  const missing = countMissingEvents(turns) - unknown.length;
  if (missing > 0) upload.report(FINDINGS.missingEvents('replay.json', missing));
  return { turns, unknown };
}

/** `urls` has the address that each tab showed last. */
async function readTurn(
  upload: Upload,
  uploaded: Members,
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

/** Returns the number a turn's files get on export: its event_id, where that leaves numbers unique. */
function nextEvent({ action }: Members, n: number): number {
  const { event_id: event } = readMembers(action);
  return Number.isInteger(event) && Number(event) <= MOST_EVENT ? Math.max(n, Number(event)) : n;
}

/** Counts the event numbers before the last one that no turn has. */
function countMissingEvents(turns: readonly Turn[]): number {
  const events = turns.flatMap(({ imported }) => imported?.event ?? []);
  return Math.max(-1, ...events) + 1 - events.length;
}

function readHeader(
  id: string,
  startedAt: number,
  metadata: Members,
  form: Members,
): Demonstration {
  const description = readText(form['description']);
  const offset = readNumber(metadata['timezoneOffsetMinutes']);
  return {
    ...{ id, version: DEMONSTRATION_VERSION, startedAt },
    endedAt: readTime(metadata['recordingEnd']),
    ...{ state: 'stopped', pauses: [] },
    title: description || readText(form['shortcode']) || 'Imported demonstration',
    userAgent: readText(metadata['userAgent']),
    timezoneOffsetMinutes: Math.abs(offset) <= 24 * 60 ? offset : 0,
    recorder: readText(metadata['version']),
    options: DEFAULT_OPTIONS,
    form: {
      annotator: readText(form['annotator']),
      description,
      tasks: readTexts(form['tasks']),
      navigatorName: readText(form['navigator_name']),
      instructorName: readText(form['instructor_name']),
      ...readOwnFields(form),
    },
  };
}

/** Reads the fields that only Wayscribe writes; another tool's under these names are written back as they are. */
function readOwnFields(form: Members): Partial<DemonstrationForm> {
  const names = ['outcome', 'project', 'tags', 'notes'];
  const own = Object.fromEntries(Object.entries(form).filter(([name]) => names.includes(name)));
  const texts = { annotator: '', description: '', navigatorName: '', instructorName: '' };
  return formShape({ ...texts, tasks: [], ...own }, 'form') === null ? own : {};
}

/** Tools join by the name of the folder; a zip without one has it in its form. Null where neither can name a folder. */
function readName(folder: string, form: Members): string | null {
  const names = [folder.split('/').at(-2) ?? '', readText(form['shortcode'])];
  return names.find((name) => /^[\w-]{1,64}$/.test(name)) ?? null;
}

/** Computes the start of the recording from an event, which has both its time and its seconds since the start. */
function findStart(turns: readonly unknown[]): number | null {
  for (const turn of turns) {
    const members = readMembers(turn);
    const at = readTime(readEventParts(members).metadata['timestamp']);
    if (at !== null) return Math.round(at - readNumber(members['timestamp']) * 1000);
  }
  return null;
}

/** Epoch ms; `Date` can't represent more, and exports write dates. */
const LATEST = 8.64e15;

/** Returns whole epoch ms; null outside of what `Date` can represent, less a day for time zones. */
function readTime(value: unknown): number | null {
  const time = readNumber(value, Number.NaN);
  return Math.abs(time) <= LATEST - 86_400_000 ? Math.round(time) : null;
}
