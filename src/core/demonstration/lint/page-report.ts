import type { Uid } from '../../action/action.ts';
import type { HoldsContent, ReadContent } from '../content.ts';
import { decodeBoxes } from '../content.ts';
import type { Hash, StoredFrame } from '../demonstration.ts';
import { collectPageFacts } from '../page-facts.ts';
import type { PageFindings } from './page-bytes.ts';
import { readPageBytes } from './page-bytes.ts';
import { hasPlainBoxes } from './plain-boxes.ts';

/** What the rules ask about a frame's content; null for content that is not in the store. */
export interface FrameReport {
  frameId: number;
  /** The html element's uid where it is in page files: exporters write it for frames inside the page. */
  rootUid: Uid | null;
  html: HtmlReport | null;
  boxes: BoxesReport | null;
}

export interface HtmlReport extends PageFindings {
  empty: boolean;
  /** Begins with a head, as every document does that a browser has parsed. */
  headed: boolean;
}

export interface BoxesReport {
  /** False when the bytes are something else than boxes. */
  readable: boolean;
  /** How many boxes have a member that is no finite number. */
  broken: number;
}

export type ReportFrame = (frame: StoredFrame, isTop: boolean) => Promise<FrameReport>;

/** Of the bytes at the beginning of a page: more than `<head` and a byte order mark have. */
const LOOKED_AT = 16;
const DECODER = new TextDecoder();

/** Recent pages are remembered: turns in a row share most of their content. */
const REMEMBERED = 16;

/** Makes a reader of frames for one run of lint. */
export function createFrameReader(read: ReadContent): ReportFrame {
  const htmls = remember((hash) => reportContent(read, hash, reportHtml));
  const boxes = remember((hash) => reportContent(read, hash, reportBoxes));
  return async (frame, isTop) => ({
    frameId: frame.frameId,
    rootUid: isTop ? null : (frame.root?.uid ?? null),
    html: await htmls(frame.html),
    boxes: await boxes(frame.boxes),
  });
}

/** Makes a reader that says whether pictures are there, as they were kept. */
export function createPictureReader(holds: HoldsContent): HoldsContent {
  return remember(holds);
}

async function reportContent<T>(
  read: ReadContent,
  hash: Hash,
  report: (bytes: Uint8Array) => T,
): Promise<T | null> {
  const bytes = await read(hash);
  return bytes === null ? null : report(bytes);
}

function reportHtml(bytes: Uint8Array): HtmlReport {
  // What begins a page is all that is asked of its text as such.
  const start = DECODER.decode(bytes.subarray(0, LOOKED_AT));
  const html = start.startsWith('<') ? start : DECODER.decode(bytes);
  return {
    ...(readPageBytes(bytes) ?? readPageText(bytes)),
    empty: html.trim() === '',
    headed: /^<head[\s>]/i.test(html),
  };
}

function readPageText(bytes: Uint8Array): PageFindings {
  const { tags, repeated, exposed } = collectPageFacts(DECODER.decode(bytes));
  return {
    tagOf: (uid) => tags.get(uid),
    uids: () => tags.keys(),
    repeated: repeated.length,
    exposed: exposed.length,
  };
}

function reportBoxes(bytes: Uint8Array): BoxesReport {
  if (hasPlainBoxes(bytes)) return { readable: true, broken: 0 };
  const boxes = decodeBoxes(bytes);
  if (boxes === null) return { readable: false, broken: 0 };
  const broken = Object.values(boxes).filter(
    ({ x, y, width, height }) => ![x, y, width, height].every(Number.isFinite),
  );
  return { readable: true, broken: broken.length };
}

function remember<T>(load: (hash: Hash) => Promise<T>): (hash: Hash) => Promise<T> {
  const known = new Map<Hash, Promise<T>>();
  return (hash) => {
    const loaded = known.get(hash) ?? load(hash);
    known.delete(hash);
    known.set(hash, loaded);
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
    return loaded;
  };
}
