/** How far a run is. Inputs that were not opened yet are taken to hold as many turns as the others. */
export interface Headway {
  inputs: number;
  opened: number;
  /** Turns known of, those judged in this run, and those that were there from before. */
  turns: number;
  judged: number;
  kept: number;
  /** ms since the run began. */
  elapsed: number;
}

/** How long it will take still, ms; null while that is not known. */
export function estimateRest({
  inputs,
  opened,
  turns,
  judged,
  kept,
  elapsed,
}: Headway): number | null {
  if (judged === 0 || opened === 0) return null;
  const all = (turns / opened) * inputs;
  const rest = Math.max(0, all - judged - kept);
  return (elapsed / judged) * rest;
}

/** `2 h 5 min`, `3 min 20 s`, `12 s`. */
export function writeDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
