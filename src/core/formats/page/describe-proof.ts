import type { Screenshot, ScreenshotProof } from '../../demonstration/demonstration.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import type { Absent, Picture, Proof } from './page-model.ts';

/** Describes a screenshot for the page; `toShares` turns CSS px of the viewport into shares of the picture. */
export function describePicture(
  screenshot: Screenshot,
  toShares: (box: Box) => Box,
): Picture | Absent {
  if (screenshot.status === 'pending') return { content: null, reason: 'It was never taken.' };
  if (screenshot.status === 'missing') return { content: null, reason: screenshot.reason };
  const { image, width, height, proof } = screenshot;
  return { content: image, width, height, proof: describeProof(proof, toShares) };
}

function describeProof(proof: ScreenshotProof, toShares: (box: Box) => Box): Proof {
  const regions: Box[] = [];
  switch (proof.kind) {
    case 'unchanged':
      return {
        level: 'verified',
        sentence: 'Nothing on the page changed between the screenshot and the action.',
        regions,
      };
    case 'ring': {
      const rest = proof.live
        ? 'Only animated content can have moved since.'
        : 'Nothing on the page changed in between.';
      const sentence = `Filmed ${describeAge(proof.ageMs)} before the action. ${rest}`;
      return { level: 'verified', sentence, regions };
    }
    case 'differs':
      return {
        level: 'verified',
        sentence:
          'Between the screenshot and the action, the page changed only in the dotted places.',
        regions: proof.regions.map(toShares),
      };
    case 'told': {
      const who = proof.by === 'annotator' ? 'An annotator chose' : 'The imported file names';
      return {
        level: 'claimed',
        sentence: `${who} this screenshot; it was not verified.`,
        regions,
      };
    }
    case 'stale': {
      const side = proof.ageMs < 0 ? 'after' : 'before';
      const sentence = `Taken ${describeAge(proof.ageMs)} ${side} the action: ${proof.reason}.`;
      return { level: 'late', sentence, regions };
    }
  }
}

function describeAge(ms: number): string {
  const age = Math.abs(ms);
  return age < 1000 ? `${Math.round(age)} ms` : `${(age / 1000).toFixed(1)} s`;
}
