import type {
  BrowserTurn,
  Demonstration,
  DemonstrationForm,
  FormChange,
  Turn,
} from './demonstration.ts';
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
  /** Who records; empty unless given. */
  annotator?: string;
}

const EMPTY_FORM: DemonstrationForm = {
  annotator: '',
  description: '',
  tasks: [],
  navigatorName: '',
  instructorName: '',
};

/** Writes into a form; null takes a field out. */
export function changeForm(form: DemonstrationForm, change: FormChange): DemonstrationForm {
  const members = Object.entries({ ...form, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as unknown as DemonstrationForm;
}

/** Puts a demonstration into the bin at a time (epoch ms), or takes it out: null. */
export function binDemonstration(demonstration: Demonstration, at: number | null): Demonstration {
  const changed = { ...demonstration };
  delete changed.deletedAt;
  return at === null ? changed : { ...changed, deletedAt: at };
}

export function startDemonstration(beginning: DemonstrationStart): Demonstration {
  const { at, options = DEFAULT_OPTIONS, annotator = '', ...rest } = beginning;
  return {
    ...rest,
    options,
    version: DEMONSTRATION_VERSION,
    startedAt: at,
    endedAt: null,
    state: 'recording',
    pauses: [],
    form: { ...EMPTY_FORM, annotator },
  };
}

/** Pauses, resumes or stops; does nothing in that state. */
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

/** Returns ms recorded until `at`, without pauses. */
export function measureRecordedTime(demonstration: Demonstration, at: number): number {
  const until = demonstration.endedAt ?? at;
  const paused = demonstration.pauses.reduce(
    (sum, { from, to }) => sum + ((to ?? until) - from),
    0,
  );
  return until - demonstration.startedAt - paused;
}

/**
 * Applies a later version of the action: more text typed, further scrolled. Keeps the state before the action; ignores
 * another kind of action.
 */
export function reviseTurn(turn: Turn, action: BrowserTurn['action']): Turn {
  if (turn.kind !== 'browser' || turn.action.intent !== action.intent) return turn;
  return { ...turn, action };
}

/** A stopped service worker can leave a screenshot pending. */
export function resolvePendingScreenshot(turn: Turn): Turn {
  if (turn.kind !== 'browser' || turn.screenshot.status !== 'pending') return turn;
  return {
    ...turn,
    screenshot: { status: 'missing', reason: 'the browser stopped the recorder before the shot' },
  };
}

/**
 * Pauses a demonstration whose recorder was stopped (the browser was killed, the extension was reloaded) since its last
 * turn, because later actions were not recorded. `turns` in any order.
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

/** Whether the recorder was stopped and the person has not continued since. */
export function isInterrupted({ state, pauses }: Demonstration): boolean {
  return state === 'paused' && pauses.at(-1)?.interrupted === true;
}

/** A spread call would fail with too many turns. */
function findLatestTime(turns: readonly Pick<Turn, 'at'>[]): number {
  return turns.reduce((at, turn) => Math.max(at, turn.at), 0);
}
