import type { Screenshot, Turn } from './demonstration.ts';
import type { Picture } from './edits/edit.ts';

/** A screenshot that may show the state before a turn's action better than its own. */
export interface NearbyPicture extends Picture {
  from: 'ring' | 'after-previous' | 'before-previous' | 'before-next';
}

/** Lists the ring's frames of `turns[at]` and the stored screenshots of the actions around it, each once and without its own. */
export function listPictures(turns: readonly Turn[], at: number): NearbyPicture[] {
  const own = turns[at];
  const shot = own?.kind === 'browser' && own.screenshot.status === 'kept' ? own.screenshot : null;
  const [previous, next] = [findAction(turns.slice(0, at), -1), findAction(turns.slice(at + 1), 0)];
  const nearby: NearbyPicture[] = [
    ...(shot?.alternatives ?? []).map((picture) => ({ from: 'ring' as const, ...picture })),
    ...toPicture('after-previous', previous?.effect?.screenshot),
    ...toPicture('before-previous', previous?.screenshot),
    ...toPicture('before-next', next?.screenshot),
  ];
  const seen = new Set(shot ? [shot.image] : []);
  return nearby.filter(({ image }) => {
    const isNew = !seen.has(image);
    seen.add(image);
    return isNew;
  });
}

function toPicture(
  from: NearbyPicture['from'],
  screenshot: Screenshot | undefined,
): NearbyPicture[] {
  if (screenshot?.status !== 'kept') return [];
  const { image, width, height } = screenshot;
  return [{ from, image, width, height }];
}

/** The first (0) or last (-1) browser turn. */
function findAction(turns: readonly Turn[], which: 0 | -1) {
  return turns.filter((turn) => turn.kind === 'browser').at(which);
}
