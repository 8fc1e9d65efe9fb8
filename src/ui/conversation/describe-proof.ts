import type { Proof, Screenshot } from '../../core/demonstration/demonstration.ts';

function describeAge(ms: number): string {
  return ms < 1000 ? `${String(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function describeKnown(proof: Proof): string {
  switch (proof.kind) {
    case 'unchanged':
      return 'Nothing on the page changed between the screenshot and the action.';
    case 'told':
      return 'It was imported: the file says that the screenshot shows the page before the action.';
    case 'ring':
      return proof.live
        ? `The picture was filmed ${describeAge(proof.ageMs)} before the action; only what moves by itself can have moved since.`
        : 'The picture was filmed before the action, and nothing on the page changed in between.';
    case 'stale':
      return proof.ageMs < 0
        ? `The screenshot was taken ${describeAge(-proof.ageMs)} after the action: ${proof.reason}.`
        : `The screenshot is ${describeAge(proof.ageMs)} older than the action: ${proof.reason}.`;
  }
}

/** How it is known what a turn's screenshot shows, as one sentence for a person. */
export function describeProof(screenshot: Screenshot): string {
  switch (screenshot.status) {
    case 'pending':
      return 'The screenshot is still being stored.';
    case 'missing':
      return `There is no screenshot: ${screenshot.reason}.`;
    case 'kept':
      return describeKnown(screenshot.proof);
  }
}
