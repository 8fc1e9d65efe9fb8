import type { BrowserTurn, Screenshot } from './demonstration.ts';

/**
 * A turn that has no state of its own with that of another: of the action that caused it, whose state
 * before is the state before both; or else, honestly labelled, of the last one in the same document.
 */
export function borrowState(turn: BrowserTurn, from: BrowserTurn): BrowserTurn {
  if (turn.snapshot !== null || from.snapshot === null) return turn;
  const { mouseX, mouseY, viewportWidth, viewportHeight, zoomLevel } = from.metadata;
  const view = { mouseX, mouseY, viewportWidth, viewportHeight, zoomLevel };
  const isCause = turn.causedBy === from.id;
  return {
    ...turn,
    metadata: { ...turn.metadata, ...view },
    snapshot: isCause ? from.snapshot : { ...from.snapshot, exact: false },
    screenshot: borrowScreenshot(turn, from, isCause),
  };
}

function borrowScreenshot(turn: BrowserTurn, from: BrowserTurn, isCause: boolean): Screenshot {
  const { screenshot } = from;
  if (screenshot.status === 'pending') return turn.screenshot;
  if (isCause || screenshot.status === 'missing') return screenshot;
  const proof = {
    kind: 'stale',
    ageMs: Math.round(turn.at - timeOf(screenshot, from.at)),
    reason: 'it was taken for an earlier action on this page',
  } as const;
  return { ...screenshot, proof };
}

/** Epoch ms of the pixels. */
function timeOf({ proof }: Extract<Screenshot, { status: 'kept' }>, at: number): number {
  if (proof.kind === 'unchanged') return proof.doneAt;
  return 'ageMs' in proof ? at - proof.ageMs : at;
}
