import type { BrowserTurn, Demonstration, DemonstrationForm, Turn } from './demonstration.ts';
import { DEMONSTRATION_VERSION } from './demonstration.ts';
import type { RecordingOptions } from './recording-options.ts';
import { DEFAULT_OPTIONS } from './recording-options.ts';

export interface Beginning {
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

export function beginDemonstration(beginning: Beginning): Demonstration {
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
export function moveDemonstration(
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
export function measureActive(demonstration: Demonstration, at: number): number {
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
export function settlePending(turn: Turn): Turn {
  if (turn.kind !== 'browser' || turn.screenshot.status !== 'pending') return turn;
  return {
    ...turn,
    screenshot: { status: 'missing', reason: 'the browser stopped the recorder before the shot' },
  };
}
