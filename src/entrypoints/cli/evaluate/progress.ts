import type { Headway } from '../../../core/evaluation/estimate.ts';
import { estimateRest, writeDuration } from '../../../core/evaluation/estimate.ts';

/** A line that stays in its place on a terminal, and a line now and then elsewhere. */
export interface Progress {
  stop(): void;
}

const ON_TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

/** Says how far a run is until it is stopped; `spent` null where nothing is paid for. */
export function startProgress(
  write: (text: string) => void,
  isTerminal: boolean,
  read: () => Headway,
  spent: () => number | null,
): Progress {
  const say = (): void => {
    const line = writeProgress(read(), spent());
    write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
  };
  const timer = setInterval(say, isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      if (isTerminal) write('\r\u001B[K');
    },
  };
}

export function writeProgress(headway: Headway, spent: number | null): string {
  const { judged, kept, opened, inputs } = headway;
  const rest = estimateRest(headway);
  return [
    `${judged + kept} turns (${kept} from before)`,
    `${Math.min(opened, inputs)} of ${inputs} inputs`,
    ...(spent === null ? [] : [`cost ${spent.toFixed(4)}`]),
    rest === null ? 'time left not known yet' : `about ${writeDuration(rest)} left`,
  ].join(' · ');
}
