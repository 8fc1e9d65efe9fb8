import { printCall } from '../../action/call.ts';
import { encodeText, writeHex } from '../../bytes.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  Screenshot,
  StoredSnapshot,
  Turn,
} from '../../demonstration/demonstration.ts';
import { nameDemonstration } from '../../demonstration/name.ts';
import { measureRecordedTime } from '../../demonstration/recording-state.ts';
import { sha256 } from '../../demonstration/secrets/digest.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import type { Box, FrameSnapshot } from '../../snapshot/snapshot.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { nameGroup } from '../splits.ts';
import { endOf, startOf } from '../weblinx/metadata.ts';
import type { Cell, ImageCell, Row } from './features.ts';
import { listMembers } from './features.ts';
import { SHARED_COLUMNS } from './tables.ts';
import { isFiniteBox } from '../weblinx/boxes.ts';

/** A row with about its size before compression. */
export interface SizedRow {
  row: Row;
  bytes: number;
}

/** Yields the rows of the configuration `turns`, in order, with one turn's pictures in memory. */
export async function* listTurnRows(content: DemonstrationContent): AsyncGenerator<SizedRow> {
  const { demonstration, read } = content;
  for (const [index, turn] of dropLateEffects(content.turns).entries()) {
    const cells = SHARED_COLUMNS.map(({ name, type, read: readCell }): [string, Cell] => {
      const value = readCell(turn, index, content);
      if (value === '' || typeof value === 'bigint') return [name, null];
      if (type === 'TIMESTAMP' && typeof value === 'number') return [name, new Date(value)];
      return [name, clean(value)];
    });
    const isAction = turn.kind === 'browser';
    const picture = (shot: Screenshot | undefined, place: string) =>
      readPicture(shot, `${demonstration.id}-${index}-${place}`, read);
    yield measure({
      ...Object.fromEntries(cells),
      call: clean(printCall(turn.action)),
      description: isAction ? clean(describeTurn(turn)) : null,
      page: isAction && turn.snapshot ? namePage(turn.snapshot) : null,
      screenshot: isAction ? await picture(turn.screenshot, 'before') : null,
      screenshot_after: isAction ? await picture(turn.effect?.screenshot, 'after') : null,
    });
  }
}

/** Returns the row of the configuration `demonstrations`; `annotator` stands for the annotator's name. */
export function makeDemonstrationRow(content: DemonstrationContent, annotator: string): SizedRow {
  const { demonstration } = content;
  const turns = dropLateEffects(content.turns);
  const { outcome = null, project = '', tags = [] } = demonstration.form;
  const ms = measureRecordedTime(demonstration, endOf(demonstration, turns));
  return measure({
    demonstration: demonstration.id,
    task: clean(nameDemonstration(demonstration, turns)),
    site: nameGroup('site', content),
    sites: listSites(turns),
    languages: listLanguages(turns),
    ...{ annotator, outcome, project: clean(project), tags: tags.map((tag) => tag.toWellFormed()) },
    started_at: new Date(startOf(demonstration)),
    seconds: ms / 1000,
    recorder: clean(demonstration.recorder),
    user_agent: clean(demonstration.userAgent),
    turns: turns.map((turn, index) => describeStep(turn, index, startOf(demonstration))),
  });
}

function describeStep(turn: Turn, index: number, start: number): Cell {
  const base = {
    ...{ turn_index: index, seconds: (turn.at - start) / 1000, actor: turn.by },
    intent: turn.action.intent,
  };
  if (turn.kind === 'say') {
    const { speaker, utterance } = turn.action;
    const nothing = { call: null, description: null, url: null, page: null, verdict: null };
    return { ...base, speaker, utterance: clean(utterance), ...nothing, element: null };
  }
  const { element, metadata, snapshot, receipt } = turn;
  return {
    ...{ ...base, speaker: null, utterance: null },
    call: clean(printCall(turn.action)),
    description: clean(describeTurn(turn)),
    url: clean(metadata.url),
    page: snapshot && namePage(snapshot),
    verdict: receipt?.verdict ?? null,
    element: element && {
      ...{ uid: element.uid, tag: element.tagName.toLowerCase(), role: clean(element.role) },
      name: clean(element.name),
      box: isFiniteBox(element.box) ? pickBox(element.box) : null,
    },
  };
}

/** Yields the rows of the configuration `pages` whose names are in `wanted`, each once, with one page in memory. */
export async function* listPageRows(
  { turns, read }: Pick<DemonstrationContent, 'turns' | 'read'>,
  wanted?: ReadonlySet<string>,
): AsyncGenerator<SizedRow & { page: string }> {
  const seen = new Set<string>();
  for (const turn of turns) {
    if (turn.kind === 'say' || !turn.snapshot) continue;
    const page = namePage(turn.snapshot);
    if (seen.has(page) || wanted?.has(page) === false) continue;
    seen.add(page);
    const snapshot = await readPage(read, turn.snapshot);
    const [top] = snapshot?.frames ?? [];
    if (!snapshot || !top) continue;
    const sized = measure({
      ...{ page, url: clean(top.url), title: clean(top.title) },
      language: readLanguage(turn.snapshot),
      viewport_width: Math.round(top.viewport.width),
      viewport_height: Math.round(top.viewport.height),
      ...{ scroll_x: top.scroll.x, scroll_y: top.scroll.y },
      html: clean(inlineFrames(snapshot)),
      boxes: JSON.stringify(listBoxes(snapshot.frames)),
    });
    yield { ...sized, page };
  }
}

/** Names a state of a page by what is stored of it, so that no page has to be read for its name. */
function namePage({ frames }: StoredSnapshot): string {
  const parts = frames.map(({ frameId, parentFrameId, ownerUid, html, boxes }) => [
    ...[frameId, parentFrameId, ownerUid, html, boxes],
  ]);
  return writeHex(sha256(encodeText(JSON.stringify(parts))));
}

/** Boxes of frames whose place is unknown are dropped: they count from another corner. */
function listBoxes(frames: readonly FrameSnapshot[]): Record<string, readonly number[]> {
  const boxes: Record<string, readonly number[]> = {};
  for (const frame of frames) {
    if (frame !== frames[0] && frame.place === null) continue;
    for (const [uid, { x, y, width, height }] of Object.entries(frame.boxes)) {
      const sides = [round(x), round(y), round(width), round(height)];
      if (sides.every(Number.isFinite)) boxes[uid] = sides;
    }
  }
  return boxes;
}

/** To hundredths of CSS px. */
function round(px: number): number {
  return Math.round(px * 100) / 100;
}

function pickBox({ x, y, width, height }: Box): Cell {
  return { x, y, width, height };
}

async function readPicture(
  shot: Screenshot | undefined,
  name: string,
  read: ReadContent,
): Promise<ImageCell | null> {
  const bytes = shot?.status === 'kept' ? await read(shot.image) : null;
  return bytes && { bytes, path: `${name}.${bytes[0] === 0xff ? 'jpg' : 'png'}` };
}

/** Lists the hosts of pages, each once, in order of appearance. */
function listSites(turns: readonly Turn[]): string[] {
  const hosts = turns.map((turn) => (turn.kind === 'browser' ? readHost(turn) : ''));
  return [...new Set(hosts)].filter((host) => host !== '');
}

export function readHost({ metadata }: BrowserTurn): string {
  return URL.canParse(metadata.url) ? new URL(metadata.url).host : '';
}

/** Lists the languages that top documents declare: ISO 639 codes, each once, in order of appearance. */
export function listLanguages(turns: readonly Turn[]): string[] {
  const codes = turns.map((turn) =>
    turn.kind === 'browser' && turn.snapshot ? readLanguage(turn.snapshot) : null,
  );
  return [...new Set(codes)].filter((code) => code !== null);
}

function readLanguage({ frames }: StoredSnapshot): string | null {
  const lang = frames[0]?.root?.attributes['lang'] ?? '';
  return /^([a-z]{2,3})(?:-|$)/i.exec(lang)?.[1]?.toLowerCase() ?? null;
}

/** Parquet texts are UTF-8, which has no half characters. */
function clean<T extends Cell>(value: T): T | string | null {
  if (typeof value !== 'string') return value;
  return value === '' ? null : value.toWellFormed();
}

function measure(row: Row): SizedRow {
  return { row, bytes: measureCell(row) };
}

/** Numbers and the Parquet levels of a value. */
const CELL_BYTES = 8;

function measureCell(cell: Cell | Uint8Array): number {
  if (typeof cell === 'string') return CELL_BYTES + encodeText(cell).length;
  if (cell instanceof Uint8Array) return CELL_BYTES + cell.length;
  return listMembers(cell).reduce<number>((sum, each) => sum + measureCell(each), CELL_BYTES);
}
