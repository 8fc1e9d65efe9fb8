/** How long what came is counted for the pace, ms. */
const WINDOW_MS = 5000;
/** Less time tells nothing. */
const LEAST_MS = 300;

/** Bytes per second over the last seconds, each time the count is told; null until it can be said. */
export function measurePace(now: () => number, start: number): (loaded: number) => number | null {
  let marks = [{ at: now(), loaded: start }];
  return (loaded) => {
    const at = now();
    marks = marks.filter((mark, index) => index === marks.length - 1 || at - mark.at < WINDOW_MS);
    const first = marks[0];
    const last = marks.at(-1);
    if (!last || at - last.at >= LEAST_MS) marks.push({ at, loaded });
    if (!first || at - first.at < LEAST_MS) return null;
    return ((loaded - first.loaded) * 1000) / (at - first.at);
  };
}
