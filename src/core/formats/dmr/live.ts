import type { Uid } from '../../action/action.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { listElements } from '../libxml2/node.ts';
import { listPaths } from '../libxml2/path.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import { writeAllBoxes } from '../weblinx/boxes.ts';
import { describeElement, writeDocument } from './document.ts';
import type { ReplayChat, ReplayTurn } from './replay.ts';
import { writeQueryTurn, writeTimestamp } from './turn-call.ts';

/**
 * The document of every element of an open page that has a box, by uid: what a recording of this page gives. Those out of view have theirs too: a ranker is asked about them as well.
 */
export function writeLiveDocuments(page: PageSnapshot): Map<Uid, string> {
  const documents = new Map<Uid, string>();
  const root = readPageTree(inlineFrames(page));
  if (root === null) return documents;
  // Elsewhere boxes are in coordinates of the frame's own.
  const placed = page.frames.filter(({ place }, at) => at === 0 || place !== null);
  const boxes = writeAllBoxes({ frames: placed });
  const paths = listPaths(root);
  for (const node of listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    const box = uid !== null && Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
    if (uid === null || !box || documents.has(uid)) continue;
    documents.set(uid, writeDocument(describeElement(node, paths.get(node) ?? '', box)));
  }
  return documents;
}

/**
 * The query for what comes next in a conversation: the one of the turn after
 * `turns`. `viewport` is the page's, CSS px; null where it is not known.
 */
export function writeLiveQuery(
  turns: readonly ReplayTurn[],
  viewport: { width: number; height: number } | null,
): string {
  const metadata = {
    viewportHeight: viewport?.height ?? null,
    viewportWidth: viewport?.width ?? null,
  };
  const next: ReplayTurn = {
    type: 'browser',
    timestamp: turns.at(-1)?.timestamp ?? 0,
    state: { screenshot: null, page: null },
    action: { intent: 'click', arguments: { metadata } },
  };
  return writeQuery([...turns, next], turns.length);
}

/** How many turns before the current one are told in full. */
export const RECENT_TURNS = 5;

/** What stands for the utterances when there are none. */
export const NO_UTTERANCE = 'No instructor utterance';

/** The DMR query of turn `index`. */
export function writeQuery(turns: readonly ReplayTurn[], index: number): string {
  const utterances = listUtterances(turns, index);
  const viewport = readViewport(turns[index]);
  const recent = turns.slice(Math.max(0, index - RECENT_TURNS), index);
  return (
    `Viewport(height=${viewport.height}, width=${viewport.width})` +
    ` ---- Instructor Utterances: ${utterances.join(' ') || NO_UTTERANCE}` +
    ` ---- Previous Turns:${recent.map(writeQueryTurn).join(' ; ')}`
  );
}

/** Viewport of a turn as printed, CSS px: `None` where there is none, as for chat turns. */
export function readViewport(turn: ReplayTurn | undefined): { height: string; width: string } {
  const metadata = turn?.type === 'browser' ? turn.action.arguments.metadata : undefined;
  return {
    height: String(metadata?.viewportHeight ?? 'None'),
    width: String(metadata?.viewportWidth ?? 'None'),
  };
}

/**
 * What the instructor said before the recent turns, each as `[MM:SS] utterance`: all, or the first and
 * the last five.
 */
export function listUtterances(turns: readonly ReplayTurn[], index: number): string[] {
  const said = turns
    .slice(0, Math.max(0, index - RECENT_TURNS))
    .filter((turn): turn is ReplayChat => turn.type === 'chat' && turn.speaker === 'instructor');
  const kept = said.length > 5 ? [...said.slice(0, 1), ...said.slice(-5)] : said;
  return kept.map(({ timestamp, utterance }) => `[${writeTimestamp(timestamp)}] ${utterance}`);
}
