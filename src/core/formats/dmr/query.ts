import type { ReplayChat, ReplayTurn } from './replay.ts';
import { writeTimestamp } from './timestamp.ts';
import { writeQueryTurn } from './turn-call.ts';

/** How many turns before the current one are told in full. */
export const RECENT_TURNS = 5;

/** What stands for the utterances when there are none. */
export const NO_UTTERANCE = 'No instructor utterance';

/** The DMR query of turn `index` (weblinx-format.md §3.3). */
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
