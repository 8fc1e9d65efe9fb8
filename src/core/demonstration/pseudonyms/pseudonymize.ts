import { encodeText } from '../../bytes.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { hasBox, walkElements } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Box, PageSnapshot } from '../../snapshot/snapshot.ts';
import { addChecksum } from '../checksum.ts';
import type { DemonstrationContent, ReadContent } from '../content.ts';
import { readPage } from '../content.ts';
import type {
  BrowserTurn,
  Demonstration,
  ExtraFile,
  Hash,
  Screenshot,
  StoredSnapshot,
  Turn,
} from '../demonstration.ts';
import { mapTexts } from '../secrets/redact.ts';
import type { Pseudonym, PseudonymKey } from './key.ts';
import type { DecodedView } from '../secrets/search.ts';
import { DECODING_ORDERS, ENTITY_DECODER, listDecodedViews } from '../secrets/search.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface PseudonymPorts {
  /** SHA-256 in hex. */
  hash(bytes: Bytes): Promise<Hash>;
  /** The PNG with these boxes painted over (CSS px in the top viewport; `scale` image px each). */
  paint(
    png: Bytes,
    boxes: readonly Box[],
    image: { scale: number; width: number; height: number },
  ): Promise<Bytes>;
  /** Fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Where a text was found. `picture`: painted over; `dropped`: a picture that is left out, since it may show the text. */
export type PlaceKind = 'form' | 'turn' | 'page' | 'picture' | 'dropped';

export interface PersonalPlace {
  text: string;
  kind: PlaceKind;
  /** From 0; null for the form. */
  turn: number | null;
}

export interface Pseudonymized {
  content: DemonstrationContent;
  /** Each text once for each turn and kind of place. */
  places: readonly PersonalPlace[];
}

const DROPPED = 'It may show what pseudonyms replace.';

/**
 * Replaces the texts of a key in the form, turns, pages and addresses, and paints over the elements that hold them. A
 * screenshot is dropped when the page that it shows isn't known for certain and may hold one of the texts. Films, MHTML and
 * other files of an import are left out, since texts in them can't be replaced. Edits are applied first; of the edits
 * themselves only the last review status is kept. Contents are read twice: now, and when an exporter reads them.
 */
export async function pseudonymize(
  content: DemonstrationContent,
  key: PseudonymKey,
  ports: PseudonymPorts,
): Promise<Pseudonymized> {
  const replacer = createReplacer(key);
  const places = createPlaces();
  const store = createChangedContents(content.read, ports.hash);
  const demonstration = dropFiles(content.demonstration);
  places.add('form', null, replacer.find(JSON.stringify(demonstration)));
  const pages = createPages(content.read, replacer);
  const turns: Turn[] = [];
  for (const [at, turn] of content.turns.entries()) {
    ports.signal?.throwIfAborted();
    ports.onProgress?.(at / content.turns.length);
    places.add('turn', at, replacer.find(JSON.stringify(turn)));
    const changed = mapTexts(turn, replacer.replace);
    if (changed.kind === 'say' || turn.kind === 'say') {
      turns.push(changed === turn ? turn : addChecksum(changed));
      continue;
    }
    const own = await pages.read(turn.snapshot);
    const next = content.turns.slice(at + 1).find((each) => each.kind === 'browser');
    const after = await pages.read(next?.kind === 'browser' ? next.snapshot : null);
    const found = own?.found ?? [];
    places.add('page', at, found);
    const { snapshot } = changed;
    const screenshot = replacer.isEmpty
      ? turn.screenshot
      : await coverShot(turn, own, { store, ports });
    if (screenshot !== turn.screenshot)
      places.add(screenshot.status === 'kept' ? 'picture' : 'dropped', at, found);
    const effect = turn.effect && { ...turn.effect };
    // The page that it shows is between the two.
    const isClear = own?.found.length === 0 && after?.found.length === 0;
    if (effect?.screenshot.status === 'kept' && !isClear && !replacer.isEmpty) {
      effect.screenshot = { status: 'missing', reason: DROPPED };
      places.add('dropped', at, [...found, ...(after?.found ?? [])]);
    }
    turns.push(
      addChecksum({
        ...changed,
        screenshot,
        ...(snapshot && { snapshot: await replacePages(snapshot, replacer, store) }),
        ...(effect && { effect }),
        ...(turn.extras && { extras: { mhtml: MISSING, accessible: MISSING } }),
      }),
    );
  }
  ports.onProgress?.(1);
  const { films: _, video: __, ...rest } = content;
  const pseudonymized = mapTexts(demonstration, replacer.replace);
  return {
    content: { ...rest, demonstration: pseudonymized, turns, read: store.read, holds: store.holds },
    places: places.list(),
  };
}

const MISSING: ExtraFile = { status: 'missing', reason: DROPPED };

function dropFiles({ imported, edits = [], ...demonstration }: Demonstration): Demonstration {
  const judgement = edits.findLast(({ command }) => command.kind === 'judge');
  return {
    ...demonstration,
    ...(judgement && { edits: [{ ...judgement, by: '' }] }),
    ...(imported && { imported: { ...imported, files: [] } }),
  };
}

function createPlaces() {
  const places = new Map<string, PersonalPlace>();
  return {
    add(kind: PlaceKind, turn: number | null, found: readonly Pseudonym[]): void {
      for (const { text } of found) places.set(`${text} ${kind} ${turn}`, { text, kind, turn });
    },
    list: () => [...places.values()],
  };
}

interface ReadPage {
  page: PageSnapshot;
  found: readonly Pseudonym[];
}

/** Reads pages and what stands in them; two turns in a row often have the same. */
function createPages(read: ReadContent, replacer: Replacer) {
  const known = new Map<StoredSnapshot, ReadPage | null>();
  return {
    async read(snapshot: StoredSnapshot | null): Promise<ReadPage | null> {
      if (!snapshot) return null;
      const before = known.get(snapshot);
      if (before !== undefined) return before;
      const page = await readPage(read, snapshot);
      const text = page?.frames
        .map(({ html, title, url }) => `${html}\n${title}\n${url}`)
        .join('\n');
      const made = page && { page, found: replacer.find(text ?? '') };
      // This page and the next one.
      for (const old of [...known.keys()].slice(0, -1)) known.delete(old);
      known.set(snapshot, made);
      return made;
    },
  };
}

type Store = ReturnType<typeof createChangedContents>;

/** Changed contents under their new hashes: made once to learn the hash, and again when they are read. */
function createChangedContents(read: ReadContent, hash: PseudonymPorts['hash']) {
  const changed = new Map<Hash, () => Promise<Bytes | null>>();
  return {
    /** The new hash; the old one where nothing changes or the content is missing. */
    async change(old: Hash, make: (bytes: Bytes) => Promise<Bytes>): Promise<Hash> {
      const bytes = await read(old);
      if (!bytes) return old;
      const made = await make(bytes);
      if (made === bytes) return old;
      const renamed = await hash(made);
      changed.set(renamed, async () => {
        const again = await read(old);
        return again && make(again);
      });
      return renamed;
    },
    read: async (wanted: Hash): Promise<Bytes | null> =>
      (changed.get(wanted) ?? (() => read(wanted)))(),
    holds: async (wanted: Hash): Promise<boolean> =>
      changed.has(wanted) || (await read(wanted)) !== null,
  };
}

async function replacePages(
  snapshot: StoredSnapshot,
  { replace }: Replacer,
  store: Store,
): Promise<StoredSnapshot> {
  const frames = [];
  for (const frame of snapshot.frames) {
    const html = await store.change(frame.html, (bytes) => {
      const text = new TextDecoder().decode(bytes);
      const replaced = replace(text);
      return Promise.resolve(replaced === text ? bytes : encodeText(replaced));
    });
    frames.push({ ...frame, html });
  }
  return { ...snapshot, frames };
}

/** The screenshot with the page's holders painted over; dropped if it may show another state than the page. */
async function coverShot(
  { screenshot, snapshot }: BrowserTurn,
  own: ReadPage | null,
  { store, ports }: { store: Store; ports: PseudonymPorts },
): Promise<Screenshot> {
  if (screenshot.status !== 'kept') return screenshot;
  if (own?.found.length === 0 && !screenshot.alternatives) return screenshot;
  if (!own) return { status: 'missing', reason: DROPPED };
  // Other frames may show what the page doesn't hold any more.
  const { alternatives: _, ...shot } = screenshot;
  if (own.found.length === 0) return shot;
  const { proof, width, height, image } = shot;
  const replacer = createReplacer(own.found);
  const isPlaced = own.page.frames.every(
    ({ place, html }) => place !== null || replacer.find(html).length === 0,
  );
  if (proof.kind === 'stale' || !isPlaced || snapshot?.exact === false)
    return { status: 'missing', reason: DROPPED };
  const [top] = own.page.frames;
  const scale = width / (top?.viewport.width || width);
  const boxes = listHolders(parsePage(own.page), replacer);
  const painted = await store.change(image, (png) =>
    ports.paint(png, boxes, { scale, width, height }),
  );
  return { ...shot, image: painted };
}

/** Attributes that show on the page. */
const SHOWN = ['value', 'placeholder', 'alt'];

/** Boxes of the elements that hold one of the texts, CSS px in the top viewport. */
function listHolders(root: ElementNode, replacer: Replacer): Box[] {
  const has = (text: string): boolean => replacer.find(text).length > 0;
  const boxes: Box[] = [];
  for (const node of walkElements(root)) {
    if (node.tag === 'script' || node.tag === 'style') continue;
    const holder = findShown(node);
    if (!holder?.box) continue;
    const values = SHOWN.map((name) => node.attributes[name] ?? '');
    const parts = [...(node.shadow?.children ?? []), ...node.children];
    const texts = parts.map(readOwnText);
    const own = parts.filter((part) => typeof part === 'string');
    const isHolder = has([...values, ...own].join('\n'));
    // Part of a text may stand in an inner element (`Grace <b>Hopper</b>`). A text inside one element is found there.
    const isSplit = !isHolder && has(texts.join('')) && !texts.some(has);
    if (isHolder || isSplit) boxes.push(holder.box);
  }
  return boxes;
}

function readOwnText(part: ElementNode | string): string {
  return typeof part === 'string'
    ? part
    : part.children.filter((child) => typeof child === 'string').join(' ');
}

const LISTED = new Set(['option', 'optgroup']);

/** What shows the text of an element: itself, the list of an option, or the parent of one without a box. */
function findShown(node: ElementNode): ElementNode | null {
  if (hasBox(node)) return node;
  const isListed = LISTED.has(node.tag);
  let at = node.parent;
  while (isListed && at && LISTED.has(at.tag)) at = at.parent;
  const isPart = isListed || (at !== null && at.tag !== 'body' && at.tag !== 'html');
  return at && isPart && hasBox(at) ? at : null;
}

/** A place in UTF-16 units. */
interface Match {
  from: number;
  to: number;
  entry: Pseudonym;
}

interface Replacer {
  readonly isEmpty: boolean;
  /** The texts of the key that stand in a text, however they are encoded. */
  find(text: string): Pseudonym[];
  /** The same object where nothing is replaced. */
  replace(text: string): string;
}

/** A name that is written in several elements: its tags go, and are written behind the surrogate. */
const TAGS = {
  layer: 'entities',
  mark: /</,
  pattern: /<\/?[a-z][^<>]*>/gi,
  decode: () => '',
} as const;
const ORDERS = [...DECODING_ORDERS, [TAGS, ENTITY_DECODER]];

/** Finds the texts of a key whatever their case, gaps and encoding (HTML, JSON, addresses). */
export function createReplacer(key: PseudonymKey): Replacer {
  // The longest first: "Ada Lovelace" is one person, also where "Ada" is another.
  const entries = key
    .filter(({ isReplaced }) => isReplaced)
    .toSorted((one, other) => other.text.length - one.text.length);
  const reach = Math.max(8, ...entries.map(({ text }) => text.length * 2));
  const sources = entries.map((entry) => `(${writePattern(entry)})`);
  const pattern = new RegExp(sources.join('|'), 'giu');

  function list(text: string): Match[] {
    if (entries.length === 0) return [];
    const matches: Match[] = [];
    for (const view of listDecodedViews(text, reach, ORDERS)) {
      for (const match of view.text.matchAll(pattern)) {
        const groups: (string | undefined)[] = match.slice(1);
        const entry = entries[groups.findIndex((group) => group !== undefined)];
        if (entry) matches.push({ ...locate(view, match), entry });
      }
    }
    return dropOverlaps(matches);
  }

  return {
    isEmpty: entries.length === 0,
    find: (text) => [...new Set(list(text).map(({ entry }) => entry))],
    replace(text) {
      let replaced = '';
      let copied = 0;
      for (const { from, to, entry } of list(text)) {
        const tags = text.slice(from, to).match(TAGS.pattern)?.join('') ?? '';
        replaced += text.slice(copied, from) + entry.surrogate + tags;
        copied = to;
      }
      return copied === 0 ? text : replaced + text.slice(copied);
    },
  };
}

function locate(view: DecodedView, { 0: found, index }: RegExpExecArray | RegExpMatchArray) {
  const at = index ?? 0;
  return view.locate(at, at + found.length);
}

/**
 * Numbers match with any gaps, words with any white space or the marks that join them in addresses. Short texts match as
 * whole words only, as secrets do (secrets/search.ts).
 */
function writePattern({ text, kind }: Pseudonym): string {
  const isNumber = kind === 'phone' || kind === 'card';
  const plain = isNumber ? text.replace(/\D/g, '') : text;
  const escape = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const pattern = isNumber
    ? `\\+?${Array.from(plain).join('[\\s().\\-/]{0,2}')}`
    : plain.split(/\s+/u).map(escape).join('[\\s._+-]{1,3}');
  const isLong = plain.length >= (/^(?:\d+|\p{L}+)$/u.test(plain) ? 12 : 8);
  return isLong ? pattern : `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;
}

/** Of overlapping matches the longer one. */
function dropOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  const ordered = matches.toSorted((a, b) => a.from - b.from || b.to - a.to);
  for (const match of ordered) {
    const last = kept.at(-1);
    if (!last || match.from >= last.to) kept.push(match);
    else if (match.to - match.from > last.to - last.from) kept[kept.length - 1] = match;
  }
  return kept;
}
