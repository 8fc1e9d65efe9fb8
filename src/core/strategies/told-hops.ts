import type { Hop } from '../demonstration/hop.ts';
import { findCurrent } from '../navigator/hops/hop.ts';
import { cut } from '../ranking/visible-text.ts';
import { NO_FENCE } from './fence.ts';
import type { Part } from './fit-parts.ts';
import type { Scene } from './scene.ts';

/** Of what is not fixed in a prompt, for what showed that hops are done. */
const SHARE = 0.1;
const LONGEST_EVIDENCE = 200;

/**
 * The hops with how they stand, and what is to be known of the last claim; what showed that hops are done
 * gives way, the oldest first. Hops are the navigator's and the instructor's words; what was quoted is the
 * page's, and fenced.
 */
export function tellHops({ hops, live }: Scene): Part {
  const fence = live?.fence ?? NO_FENCE;
  if (!hops) return { name: 'hops', of: 0, share: SHARE, write: () => '' };
  const { list, note } = hops;
  const current = findCurrent(list);
  const proofs = list.hops.flatMap(({ evidence }, at) =>
    evidence && evidence.from !== 'instructor'
      ? [`${at + 1}. ${cut(evidence.text, LONGEST_EVIDENCE)}`]
      : [],
  );
  const number = current ? list.hops.indexOf(current) + 1 : 0;
  const lines = list.hops.map((hop, at) => `${at + 1}. ${writeHop(hop, hop === current)}`);
  const introduction = `The hops of this request, which the instructor sees and can change. Do hop ${number} now, and go to no site that no hop is on:`;
  return {
    name: 'hops',
    of: proofs.length,
    share: SHARE,
    write(kept) {
      const shown =
        kept === 0 ? [] : [`What showed it:\n${fence.around(proofs.slice(-kept).join('\n'))}`];
      const all = 'All hops are done:';
      return [
        current ? introduction : all,
        ...lines,
        ...shown,
        ...(note === null ? [] : [note]),
      ].join('\n');
    },
  };
}

function writeHop({ state, text, site, evidence }: Hop, isCurrent: boolean): string {
  const by = evidence?.from === 'instructor' ? ', says the instructor' : '';
  const how = state === 'done' ? `done${by}` : isCurrent ? 'now' : 'open';
  return `[${how}] ${text}${site === null || text.includes(site) ? '' : ` (on ${site})`}`;
}
