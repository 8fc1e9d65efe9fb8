import { cutCenter } from '../formats/otr/center-cut.ts';
import { collapse, cut } from '../ranking/visible-text.ts';
import type { Fence } from './fence.ts';
import type { Part, Room } from './fit-parts.ts';
import { quote } from './element-line.ts';
import type { Scene, Told } from './scene.ts';

/** What was said and done, as parts of a prompt. */

const LONGEST = 300;
const LONGEST_TITLE = 120;
const LONGEST_URL = 200;
const LONGEST_DONE = 200;
const MOST_ACTIONS = 10;
/** Of the whole prompt, for the instructor's last words alone. */
const LAST_SHARE = 0.25;

/**
 * What the instructor said, oldest first. The last words are never left out, and whole up to a quarter of
 * the prompt; after them the first count most, since they often name the task, then the newest. `most`: how
 * many are told at all.
 */
export function tellUtterances(
  history: readonly Told[],
  share: number,
  { budget, tokenizer }: Room,
  most = Infinity,
): Part {
  const said = history.flatMap((told) =>
    told.kind === 'said' && told.speaker === 'instructor' ? [told.text] : [],
  );
  const last = said.length - 1;
  const order = [last, 0, ...Array.from(said.keys()).reverse()];
  const ranked = [...new Set(order)].filter((at) => at >= 0);
  return {
    name: 'utterances',
    of: Math.min(most, said.length),
    least: Math.min(1, said.length),
    share,
    write(kept) {
      const chosen = new Set(ranked.slice(0, kept));
      return said
        .map((text, at) => {
          if (!chosen.has(at)) return null;
          if (at !== last) return `- ${cut(collapse(text), LONGEST)}`;
          return `- ${cutCenter(collapse(text), Math.floor(budget * LAST_SHARE), tokenizer) ?? ''}`;
        })
        .filter((line) => line !== null)
        .join('\n');
    },
  };
}

/** What was done and what came of it, and what the navigator said; the newest are kept, `most` at most. */
export function tellActions(
  history: readonly Told[],
  share: number,
  fence: Fence,
  most = MOST_ACTIONS,
): Part {
  const lines = history.flatMap((told) => {
    if (told.kind === 'acted') return [writeActed(told)];
    return told.speaker === 'navigator' ? [`you said: ${cut(collapse(told.text), LONGEST)}`] : [];
  });
  const newest = lines.slice(-most);
  return {
    name: 'actions',
    of: newest.length,
    share,
    write: (kept) => (kept === 0 ? '' : fence.around(newest.slice(-kept).join('\n'))),
  };
}

function writeActed({ done, outcome }: Extract<Told, { kind: 'acted' }>): string {
  const what = cut(collapse(done), LONGEST_DONE);
  return outcome === null ? what : `${what} → ${cut(collapse(outcome), LONGEST)}`;
}

/** Title and address of the page, on one line. */
export function writeAddress({ title, url, live }: Scene): string {
  const unread = (live?.unreadFrames ?? []).map((name) => quote(name, LONGEST_TITLE)).join(', ');
  const lack = unread === '' ? '' : ` (what is in the frame ${unread} cannot be read or acted on)`;
  return `${quote(title, LONGEST_TITLE)} ${cut(url, LONGEST_URL)}${lack}`;
}
