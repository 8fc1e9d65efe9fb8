import type { Uid } from '../../action/action.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { writeAllBoxes } from '../weblinx/boxes.ts';
import { listBoxedElements, writeDocument } from './document.ts';
import type { ReplayChat, ReplayTurn } from './replay.ts';
import { writeQueryTurn, writeTimestamp } from './turn-call.ts';

/**
 * Writes the document of every element of an open page with a box, by uid, as a recording of the page gives it. Includes
 * elements out of view, which a ranker ranks too.
 */
export function writeLiveDocuments(page: PageSnapshot): Map<Uid, string> {
  // Boxes of other frames are in the frame's own coordinates.
  const frames = page.frames.filter(({ place }, at) => at === 0 || place !== null);
  const documents = new Map<Uid, string>();
  for (const { uid, describe } of listBoxedElements(
    inlineFrames(page),
    writeAllBoxes({ frames }),
  )) {
    if (!documents.has(uid)) documents.set(uid, writeDocument(describe()));
  }
  return documents;
}

/** Writes the query for the turn after `turns` in a live conversation; `viewport` in CSS px, null where unknown. */
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

/** How many turns before the current one a query has in full. */
export const RECENT_TURNS = 5;

/** Stands for the utterances when there are none. */
export const NO_UTTERANCE = 'No instructor utterance';

/** Writes the DMR query of turn `index`. */
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

/** Returns a turn's viewport as printed, CSS px: `None` where there is none, as for chat turns. */
export function readViewport(turn: ReplayTurn | undefined): { height: string; width: string } {
  const metadata = turn?.type === 'browser' ? turn.action.arguments.metadata : undefined;
  return {
    height: String(metadata?.viewportHeight ?? 'None'),
    width: String(metadata?.viewportWidth ?? 'None'),
  };
}

/** Lists the instructor's utterances before the recent turns, `[MM:SS] text`: all, or the first and the last five. */
export function listUtterances(turns: readonly ReplayTurn[], index: number): string[] {
  const said = turns
    .slice(0, Math.max(0, index - RECENT_TURNS))
    .filter((turn): turn is ReplayChat => turn.type === 'chat' && turn.speaker === 'instructor');
  const listed = said.length > 5 ? [...said.slice(0, 1), ...said.slice(-5)] : said;
  return listed.map(({ timestamp, utterance }) => `[${writeTimestamp(timestamp)}] ${utterance}`);
}
