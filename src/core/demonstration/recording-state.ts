import type { BrowserTurn, Demonstration, DemonstrationForm, Turn } from './demonstration.ts';
import { DEMONSTRATION_VERSION } from './demonstration.ts';
import type { RecordingOptions } from './recording-options.ts';
import { DEFAULT_OPTIONS } from './recording-options.ts';

export interface DemonstrationStart {
  id: string;
  at: number;
  title: string;
  userAgent: string;
  timezoneOffsetMinutes: number;
  recorder: string;
  options?: RecordingOptions;
}

const EMPTY_FORM: DemonstrationForm = {
  annotator: '',
  description: '',
  tasks: [],
  navigatorName: '',
  instructorName: '',
};

export function startDemonstration(beginning: DemonstrationStart): Demonstration {
  const { at, options = DEFAULT_OPTIONS, ...rest } = beginning;
  return {
    ...rest,
    options,
    version: DEMONSTRATION_VERSION,
    startedAt: at,
    endedAt: null,
    state: 'recording',
    pauses: [],
    form: EMPTY_FORM,
  };
}

/** Pauses, resumes or stops; the state it has already changes nothing. */
export function setDemonstrationState(
  demonstration: Demonstration,
  state: Demonstration['state'],
  at: number,
): Demonstration {
  if (demonstration.state === state) return demonstration;
  const pauses = demonstration.pauses.map((pause) =>
    pause.to === null ? { ...pause, to: at } : pause,
  );
  if (state === 'paused') pauses.push({ from: at, to: null });
  return { ...demonstration, state, pauses, endedAt: state === 'stopped' ? at : null };
}

/** Ms recorded until `at`, pauses left out. */
export function measureRecordedTime(demonstration: Demonstration, at: number): number {
  const until = demonstration.endedAt ?? at;
  const paused = demonstration.pauses.reduce(
    (sum, { from, to }) => sum + ((to ?? until) - from),
    0,
  );
  return until - demonstration.startedAt - paused;
}

/**
 * Takes a fuller account of a turn already kept: the text typed so far, the distance scrolled. The
 * state before the action stays, its element too; a revision of another kind of action changes nothing.
 */
export function reviseTurn(turn: Turn, action: BrowserTurn['action']): Turn {
  if (turn.kind !== 'browser' || turn.action.intent !== action.intent) return turn;
  return { ...turn, action };
}

/** What is left pending by a service worker that was stopped gets its honest end. */
export function resolvePendingScreenshot(turn: Turn): Turn {
  if (turn.kind !== 'browser' || turn.screenshot.status !== 'pending') return turn;
  return {
    ...turn,
    screenshot: { status: 'missing', reason: 'the browser stopped the recorder before the shot' },
  };
}

/**
 * A demonstration whose recorder stopped without a word (the browser was killed, the extension was
 * reloaded) is paused since the last thing that is known of it: what a person did afterwards was not
 * seen. `turns` are its own, in any order. One that is not recording is returned as it is.
 */
export function interruptDemonstration(
  demonstration: Demonstration,
  turns: readonly Pick<Turn, 'at'>[],
): Demonstration {
  if (demonstration.state !== 'recording') return demonstration;
  const { startedAt, pauses } = demonstration;
  const from = Math.max(startedAt, ...pauses.map(({ to }) => to ?? 0), findLatestTime(turns));
  return {
    ...demonstration,
    state: 'paused',
    pauses: [...pauses, { from, to: null, interrupted: true }],
  };
}

/** Whether the recorder was cut off and nobody has decided yet whether to go on. */
export function isInterrupted({ state, pauses }: Demonstration): boolean {
  return state === 'paused' && pauses.at(-1)?.interrupted === true;
}

/** A loop: there may be more turns than a call takes arguments. */
function findLatestTime(turns: readonly Pick<Turn, 'at'>[]): number {
  return turns.reduce((at, turn) => Math.max(at, turn.at), 0);
}
