/**
 * Turns a call that reports its progress by a callback into a generator: yields the newest report
 * whenever there is one, returns the call's result, throws its error. Reports that come faster than
 * they are taken replace one another.
 */
export async function* relayProgress<P, R>(
  start: (report: (progress: P) => void) => Promise<R>,
): AsyncGenerator<P, R> {
  let latest: { progress: P } | null = null;
  let wake: () => void = () => undefined;
  const call = { settled: false };
  const result = start((progress) => {
    latest = { progress };
    wake();
  }).finally(() => {
    call.settled = true;
    wake();
  });
  // Awaited below; until then a rejection is not unhandled.
  result.catch(() => undefined);
  for (;;) {
    const report = takeLatest();
    if (report) yield report.progress;
    else if (call.settled) return await result;
    else await new Promise<void>((resolve) => (wake = resolve));
  }

  function takeLatest(): { progress: P } | null {
    const taken = latest;
    latest = null;
    return taken;
  }
}
