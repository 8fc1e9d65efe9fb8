import { writeTool } from '../action/page-tool.ts';
import type { Hop } from '../demonstration/hops.ts';
import { cutCenter } from '../formats/otr/cut-parts.ts';
import { findCurrentHop } from '../navigator/hops/hop-list.ts';
import type { Past, PastOutcome } from '../navigator/memory/past.ts';
import { collapse, cut } from '../ranking/page/visible-text.ts';
import type { Fence, FlexiblePart, TokenBudget } from './fit-prompt.ts';
import { NO_FENCE } from './fit-prompt.ts';
import { quote } from './outline.ts';
import type { Scene, SceneEvent } from './strategy.ts';

/** What was said and done, as parts of a prompt. */

const MAX_UTTERANCE = 300;
const MAX_TITLE = 120;
const MAX_URL = 200;
const MAX_ACTION = 200;
const MAX_ACTIONS = 10;
const MAX_TOOL_ANSWER = 1500;
/** Of the whole prompt, for the instructor's last words alone. */
const LAST_UTTERANCE_SHARE = 0.25;

/**
 * The instructor's utterances, oldest first. The last one is never dropped, and complete up to a quarter of the
 * prompt; then the first has priority, since it often names the task, then the newest. `most`: how many are included
 * at all.
 */
export function makeUtterancesPart(
  history: readonly SceneEvent[],
  share: number,
  { budget, tokenizer }: TokenBudget,
  most = Infinity,
): FlexiblePart {
  const said = history.flatMap((reported) =>
    reported.kind === 'said' && reported.speaker === 'instructor' ? [reported.text] : [],
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
          if (at !== last) return `- ${cut(collapse(text), MAX_UTTERANCE)}`;
          return `- ${cutCenter(collapse(text), Math.floor(budget * LAST_UTTERANCE_SHARE), tokenizer) ?? ''}`;
        })
        .filter((line) => line !== null)
        .join('\n');
    },
  };
}

/**
 * Writes what was done with its effect, and what the navigator said; at most the `most` newest. Actions of earlier requests
 * are listed under these requests.
 */
export function makeActionsPart(
  history: readonly SceneEvent[],
  share: number,
  fence: Fence,
  most = MAX_ACTIONS,
): FlexiblePart {
  let request = '';
  const lines = history.flatMap((reported) => {
    if (reported.kind === 'acted') return [{ request, line: writeAction(reported) }];
    const text = cut(collapse(reported.text), MAX_UTTERANCE);
    if (reported.speaker === 'navigator') return [{ request, line: `you said: ${text}` }];
    request = text;
    return [];
  });
  const newest = lines.slice(-most);
  const asked = request;
  return {
    name: 'actions',
    of: newest.length,
    share,
    write: (kept) =>
      kept === 0 ? '' : fence.around(writeByRequest(newest.slice(-kept), asked).join('\n')),
  };
}

/** The lines, with the request above those of each earlier one. */
function writeByRequest(
  lines: readonly { request: string; line: string }[],
  asked: string,
): string[] {
  if (lines.every(({ request }) => request === asked)) return lines.map(({ line }) => line);
  let above: string | null = null;
  return lines.flatMap(({ request, line }) => {
    if (request === above) return [line];
    above = request;
    return [request === asked ? 'For this request:' : `Earlier, for “${request}”:`, line];
  });
}

function writeAction({ done, outcome, answer }: Extract<SceneEvent, { kind: 'acted' }>): string {
  const what = cut(collapse(done), MAX_ACTION);
  const said = outcome === null ? what : `${what} → ${cut(collapse(outcome), MAX_UTTERANCE)}`;
  return answer ? `${said}\n  the whole answer: ${cut(collapse(answer), MAX_TOOL_ANSWER)}` : said;
}

/** Title and address of the page, on one line. */
export function writeAddress({ title, url, live }: Scene): string {
  const unread = (live?.unreadFrames ?? []).map((name) => quote(name, MAX_TITLE)).join(', ');
  const lack = unread === '' ? '' : ` (what is in the frame ${unread} cannot be read or acted on)`;
  return `${quote(title, MAX_TITLE)} ${cut(url, MAX_URL)}${lack}`;
}

/** Of what is not fixed in a prompt, for the tools of the page. */
const TOOLS_SHARE = 0.15;

/** The tools that the page registers, with their arguments; the last ones give way. Their words are the page's. */
export function makeToolsPart({ live }: Scene): FlexiblePart {
  const tools = live?.tools ?? [];
  const { around } = live?.fence ?? NO_FENCE;
  return {
    name: 'tools',
    of: tools.length,
    share: TOOLS_SHARE,
    write: (kept) =>
      kept === 0
        ? ''
        : `Tools of the page, for call_tool; prefer one that does what is asked:\n${around(tools.slice(0, kept).map(writeTool).join('\n'))}`,
  };
}

/** Of what is not fixed in a prompt, for what showed that hops are done. */
const HOPS_SHARE = 0.1;
const MAX_EVIDENCE = 200;

/**
 * The hops with how they stand, and what is to be known of the last claim; what showed that hops are done
 * gives way, the oldest first. Hops are the navigator's and the instructor's words; what was quoted is the
 * page's, and fenced.
 */
export function makeHopsPart({ hops, live }: Scene): FlexiblePart {
  const fence = live?.fence ?? NO_FENCE;
  if (!hops) return { name: 'hops', of: 0, share: HOPS_SHARE, write: () => '' };
  const { list, note } = hops;
  const current = findCurrentHop(list);
  const proofs = list.hops.flatMap(({ evidence }, at) =>
    evidence && evidence.from !== 'instructor'
      ? [`${at + 1}. ${cut(evidence.text, MAX_EVIDENCE)}`]
      : [],
  );
  const number = current ? list.hops.indexOf(current) + 1 : 0;
  const lines = list.hops.map((hop, at) => `${at + 1}. ${writeHop(hop, hop === current)}`);
  const introduction = `The hops of this request, which the instructor sees and can change. Do hop ${number} now, and go to no site that no hop is on:`;
  return {
    name: 'hops',
    of: proofs.length,
    share: HOPS_SHARE,
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

/** Of what is not fixed in a prompt, for past demonstrations where there are any. */
const PASTS_SHARE = 0.15;

const OUTCOMES: Record<PastOutcome, string> = {
  worked: 'it worked',
  failed: 'it failed',
  unknown: 'whether it worked is not known',
};

/** Precedes the fenced texts: they are no instructions, so the explanation stands outside. */
const INTRODUCTION =
  'Earlier demonstrations and conversations with requests like this one, most alike first. They show how it went then, on pages that may be others now. Do as they did only where it fits this request, and not as those that failed:';

/** Past demonstrations, the least alike given up first. */
function makePastsPart({ pasts = [], live }: Scene): FlexiblePart {
  const fence = live?.fence ?? NO_FENCE;
  const reported = pasts.map(writePast);
  return {
    name: 'memory',
    of: pasts.length,
    share: PASTS_SHARE,
    write: (kept) =>
      kept === 0 ? '' : `${INTRODUCTION}\n${fence.around(reported.slice(0, kept).join('\n'))}`,
  };
}

/**
 * The parts of a prompt with those for the past behind them, which is given up first. Without any, the
 * others are as they are.
 */
export function addPastsPart(parts: readonly FlexiblePart[], scene: Scene): FlexiblePart[] {
  const past = makePastsPart(scene);
  if (past.of === 0) return [...parts, past];
  return [...parts.map((part) => ({ ...part, share: part.share * (1 - PASTS_SHARE) })), past];
}

function writePast({ request, sites, outcome, steps }: Past, at: number): string {
  const lines = steps.map((step) => `   - ${step}`);
  return [`${at + 1}. “${request}” on ${sites.join(', ')}: ${OUTCOMES[outcome]}`, ...lines].join(
    '\n',
  );
}
