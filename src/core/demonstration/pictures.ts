import type { Screenshot, Turn } from './demonstration.ts';
import type { Picture } from './edits/edit.ts';

/** A screenshot that may show the state before a turn's action better than its own. */
export interface NearbyPicture extends Picture {
  from: 'after-previous' | 'before-previous' | 'before-next';
}

/** Lists the stored screenshots of the actions around `turns[at]`, each once and without its own. */
export function listPictures(turns: readonly Turn[], at: number): NearbyPicture[] {
  const own = turns[at];
  const [previous, next] = [findAction(turns.slice(0, at), -1), findAction(turns.slice(at + 1), 0)];
  const nearby: [NearbyPicture['from'], Screenshot | undefined][] = [
    ['after-previous', previous?.effect?.screenshot],
    ['before-previous', previous?.screenshot],
    ['before-next', next?.screenshot],
  ];
  const seen = new Set<string>();
  if (own?.kind === 'browser' && own.screenshot.status === 'kept') seen.add(own.screenshot.image);
  return nearby.flatMap(([from, screenshot]) => {
    if (screenshot?.status !== 'kept' || seen.has(screenshot.image)) return [];
    seen.add(screenshot.image);
    const { image, width, height } = screenshot;
    return [{ from, image, width, height }];
  });
}

/** The first (0) or last (-1) browser turn. */
function findAction(turns: readonly Turn[], which: 0 | -1) {
  return turns.filter((turn) => turn.kind === 'browser').at(which);
}
