import type { Uid } from '../../core/action/action.ts';
import type { ReadContent } from '../../core/demonstration/content.ts';
import { readPage } from '../../core/demonstration/content.ts';
import type { BrowserTurn } from '../../core/demonstration/demonstration.ts';
import type { TurnElement } from '../../core/demonstration/turn-element.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { listCandidates } from '../../core/ranking/page/list-candidates.ts';
import { parsePage } from '../../core/snapshot/parse.ts';
import type { Box, PageSnapshot } from '../../core/snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../core/snapshot/snapshot.ts';
import { inlineFrames, readElement } from '../../core/snapshot/weblinx-page.ts';
import { rankOffscreen } from '../tab/rank-candidates.ts';

/** As the recorder saves it, UTF-16 units. */
const TEXT_LIMIT = 10_000;

/** An element of a saved page that an action can have as its target. */
export interface TargetChoice {
  uid: Uid;
  name: string;
  role: string;
  /** CSS px in the top viewport. */
  box: Box;
  inViewport: boolean;
}

/** A turn's saved page, read once. */
export interface OpenedPage {
  /** Of the top frame, CSS px. */
  viewport: { width: number; height: number };
  /** Elements with a box, in document order. */
  targets: readonly TargetChoice[];
  /** The page as one document: its scripts and addresses are still in it. */
  html: string;
  /** Orders targets for a request, best first. */
  rank: (request: string, k: number) => Promise<Uid[]>;
  /** Describes an element as the recorder would have; null when it is not a target. */
  describe: (uid: Uid) => TurnElement | null;
}

/** Opens the page of a turn; null when it was not saved, or is lost. */
export async function openPage(turn: BrowserTurn, read: ReadContent): Promise<OpenedPage | null> {
  const page = turn.snapshot && (await readPage(read, turn.snapshot));
  if (!page) return null;
  const { viewportWidth: width, viewportHeight: height } = turn.metadata;
  const candidates = listCandidates([parsePage(page)], { width, height });
  return {
    viewport: { width, height },
    targets: candidates.flatMap(toChoice),
    html: inlineFrames(page),
    async rank(request, k) {
      const query = { text: request, intent: turn.action.intent };
      const { ranked } = await rankOffscreen(query, [...candidates], candidates.length);
      const best = ranked.filter(({ candidate }) => candidate.box !== null).slice(0, k);
      return best.map(({ candidate }) => candidate.uid);
    },
    describe(uid) {
      const candidate = candidates.find((each) => each.uid === uid);
      return candidate ? describeTarget(page, candidate) : null;
    },
  };
}

function toChoice({ uid, role, fields, tag, box, inViewport }: Candidate): TargetChoice[] {
  if (!box) return [];
  const name = fields.name || fields.text || fields.label || fields.placeholder;
  return [{ uid, name, role: role === 'generic' ? tag : role, box, inViewport }];
}

function describeTarget(
  page: PageSnapshot,
  { uid, frameId, box, xpath, fields, role }: Candidate,
): TurnElement | null {
  const saved = readElement(page, uid);
  if (!saved || !box) return null;
  const own = Object.entries(saved.attributes).filter(([name]) => name !== UID_ATTRIBUTE);
  const attributes = Object.fromEntries(own);
  const { tagName, textContent } = saved;
  return {
    ...{ uid, frameId, tagName, attributes, box, xpath, role },
    textContent: textContent.slice(0, TEXT_LIMIT).toWellFormed(),
    name: fields.name,
  };
}
