/* Times are epoch ms, on this document's own clock or on the system's, which all frames share. */

/** The time on this document's own clock, which never goes back. */
export function readDocumentTime(): number {
  return performance.timeOrigin + performance.now();
}

/** The time on the system's clock. */
export function timeNow(): number {
  return readDocumentTime() + measureClockSkew();
}

/** The time of an event, on the system's clock. */
export function timeOfEvent(event: Event): number {
  return performance.timeOrigin + event.timeStamp + measureClockSkew();
}

/**
 * How far the system clock has moved from this document's clock since load, ms: after sleep, or when it was set.
 * Differences within the clocks' resolution count as 0.
 */
export function measureClockSkew(): number {
  const skew = Date.now() - readDocumentTime();
  return Math.abs(skew) < CLOCK_RESOLUTION_MS ? 0 : skew;
}

const CLOCK_RESOLUTION_MS = 20;
