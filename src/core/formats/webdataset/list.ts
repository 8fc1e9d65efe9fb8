import { printCall } from '../../action/call.ts';
import { encodeText } from '../../bytes.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { Turn } from '../../demonstration/demonstration.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { describeOutcome } from '../describe-outcome.ts';
import type { ExportFile } from '../export-file.ts';
import { writeAsciiJson } from '../export-file.ts';
import { readPicture } from '../picture.ts';
import { TURN_COLUMNS } from '../table/turn-rows.ts';
import { nameShortcode } from '../weblinx/turn.ts';

/**
 * Yields a demonstration as one WebDataset shard: a tar with a sample for each turn, whose files are named
 * `DEMONSTRATION-TURN` and then what they are. The first dot ends a sample's key, and the files of a sample follow each
 * other (https://github.com/webdataset/webdataset, The WebDataset Format). A sample has `json`; an action also has `html`
 * (the saved page before it), `png` or `jpg` (the screenshot before) and `after.png` or `after.jpg`, as far as they were
 * saved.
 */
export async function* listWebDatasetFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  const turns = dropLateEffects(content.turns);
  if (turns.length === 0) return;
  const read = () => writeTar(listSamples({ ...content, turns }));
  yield await Promise.resolve({ path: 'shard.tar', compress: false, read });
}

const IMAGE_ENDINGS = { png: 'png', jpeg: 'jpg' } as const;
/** Names sort like the turns, of which an import has at most 100,000. */
const DIGITS = 6;

async function* listSamples(content: DemonstrationContent): AsyncGenerator<TarFile> {
  const name = nameSafely(nameShortcode(content.demonstration));
  for (const [index, turn] of content.turns.entries()) {
    const key = `${name}-${String(index).padStart(DIGITS, '0')}`;
    const modifiedAt = Math.floor(turn.at / 1000);
    for await (const { ending, bytes } of listParts(turn, index, content)) {
      yield { name: `${key}.${ending}`, bytes, modifiedAt };
    }
  }
}

interface Part {
  ending: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function* listParts(
  turn: Turn,
  index: number,
  content: DemonstrationContent,
): AsyncGenerator<Part> {
  const record = describeSample(turn, index, content);
  yield { ending: 'json', bytes: encodeText(`${writeAsciiJson(record)}\n`) };
  if (turn.kind === 'say') return;
  const { snapshot, screenshot, effect } = turn;
  const page = snapshot && (await readPage(content.read, snapshot));
  if (page) yield { ending: 'html', bytes: encodeText(inlineFrames(page)) };
  const shots = { '': screenshot, 'after.': effect?.screenshot };
  for (const [stem, shot] of Object.entries(shots)) {
    const picture = await readPicture(shot, '', content.read);
    if (!picture) continue;
    const ending = stem + IMAGE_ENDINGS[picture.kind];
    for await (const bytes of picture.file.read()) yield { ending, bytes };
  }
}

/** The columns of the table of turns, and the action in three forms. */
function describeSample(turn: Turn, index: number, content: DemonstrationContent): object {
  const cells = TURN_COLUMNS.map(({ name, read }): [string, unknown] => [
    name,
    read(turn, index, content),
  ]);
  return {
    ...Object.fromEntries<unknown>(cells),
    call: printCall(turn.action),
    action: turn.action,
    ...(turn.kind === 'browser' && {
      description: describeTurn(turn),
      outcome: describeOutcome(turn),
    }),
  };
}

/** Names of imported demonstrations may have dots, which would end the key. */
function nameSafely(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 60);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of an archive; the name is ASCII, at most 100 letters. */
interface TarFile {
  name: string;
  bytes: Bytes;
  /** Epoch seconds. */
  modifiedAt: number;
}

const BLOCK = 512;

/**
 * Yields a POSIX tar archive (`ustar`, https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html) of plain files
 * that belong to user and group 0, so that equal files give equal bytes.
 */
async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Bytes> {
  for await (const file of files) {
    yield writeHeader(file);
    yield file.bytes;
    const rest = file.bytes.length % BLOCK;
    if (rest > 0) yield new Uint8Array(BLOCK - rest);
  }
  yield new Uint8Array(2 * BLOCK);
}

const MODE = 0o644;
/** The checksum counts its own field as spaces. */
const NO_CHECKSUM = ' '.repeat(8);

function writeHeader({ name, bytes, modifiedAt }: TarFile): Bytes {
  const write = (checksum: string): Bytes => {
    const fields = [
      ...[name.padEnd(100, '\0'), writeOctal(MODE, 8), writeOctal(0, 8), writeOctal(0, 8)],
      ...[writeOctal(bytes.length, 12), writeOctal(Math.max(0, modifiedAt), 12), checksum],
      ...['0', '\0'.repeat(100), 'ustar\0', '00'],
    ];
    return encodeText(fields.join('').padEnd(BLOCK, '\0'));
  };
  const sum = write(NO_CHECKSUM).reduce((total, byte) => total + byte, 0);
  return write(`${sum.toString(8).padStart(6, '0')}\0 `);
}

function writeOctal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}
