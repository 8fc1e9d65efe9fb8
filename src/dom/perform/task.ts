/** Waiting in a page, stoppable. A stop rejects with the signal's reason; performAction catches it. */

/**
 * Ends the current task, so that the page's own reactions (promises, queued renders) run before the
 * next event. A message, not a timer: timers are held back to one a second in hidden tabs.
 */
export async function nextTask(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
  signal.throwIfAborted();
}

export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    function stop(): void {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The next animation frame, or 50 ms: hidden and occluded pages get no frames at all. */
export async function nextFrame(signal: AbortSignal): Promise<void> {
  let frame = 0;
  const painted = new Promise<void>((resolve) => {
    frame = requestAnimationFrame(() => {
      resolve();
    });
  });
  await Promise.race([painted, wait(50, signal)]);
  cancelAnimationFrame(frame);
  signal.throwIfAborted();
}
