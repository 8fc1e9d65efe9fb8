import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Turn } from '../../demonstration/demonstration.ts';
import type { Hop } from '../../demonstration/hops.ts';
import { nameWebsite, readHostname, readTask } from '../mind2web/task.ts';

/** A task as MMInA's `run.py` loads it, and a member of ours, which its loader ignores. */
export interface MminaTask {
  sites: string[];
  task_id: number;
  require_login: boolean;
  storage_state: null;
  start_url: string;
  geolocation: null;
  intent_template: string;
  instantiation_dict: Record<string, never>;
  intent: string;
  require_reset: boolean;
  eval: {
    eval_types: ('string_match' | 'url_match')[];
    reference_answers: { must_include: string[] } | null;
    reference_url: string;
    url_note: 'GOLD in PRED';
    program_html: [];
  };
  /** What each hop's address must contain, in order, then `end`; only for two or more hops. */
  procedure?: string[];
  city?: string;
  flight?: string;
  shop?: string;
  hop_cnt?: number;
  wayscribe: { draft: true; check: string[]; hops?: DraftHop[] };
}

/** A subtask listed during the recording; `shown` is the evidence that it was done. */
interface DraftHop {
  text: string;
  site: string | null;
  shown: string | null;
}

/** The sites of the hops as an evaluator searches for them: of the listed hops, or else the visited ones. */
interface Procedure {
  sites: string[];
  isListed: boolean;
}

/**
 * Drafts a task from a demonstration: the intent is its description or the first request, the hops are the copilot's or
 * else the sites in the order of visits, and what an answer must include comes from what was copied and said.
 * `wayscribe.check` lists what a person has to check, since a recording doesn't say it.
 */
export function draftTask({ demonstration, turns }: DemonstrationContent): MminaTask {
  const urls = listUrls(turns);
  const listed = (demonstration.hops ?? []).flatMap(({ hops }) => hops);
  const procedure = proposeProcedure(listed, urls);
  const hops = procedure.sites;
  const intent = readTask(demonstration, turns);
  const included = proposeAnswers(turns);
  const hasAnswer = included.length > 0;
  return {
    sites: [...new Set(urls.map(nameWebsite).filter((site) => site !== ''))],
    task_id: 0,
    require_login: turns.some(isLogin),
    storage_state: null,
    start_url: urls[0] ?? '',
    geolocation: null,
    intent_template: intent,
    instantiation_dict: {},
    intent,
    require_reset: false,
    eval: {
      eval_types: [hasAnswer ? 'string_match' : 'url_match'],
      reference_answers: hasAnswer ? { must_include: included } : null,
      reference_url: hasAnswer ? '' : (urls.at(-1) ?? ''),
      url_note: 'GOLD in PRED',
      program_html: [],
    },
    // The multi-hop evaluator reads all of these.
    ...(hops.length > 1 && {
      procedure: [...hops, 'end'],
      ...{ city: '', flight: '', shop: '', hop_cnt: hops.length },
    }),
    wayscribe: {
      draft: true,
      check: listDoubts(intent, hasAnswer, listed, procedure),
      ...(listed.length > 0 && { hops: listed.map(writeHop) }),
    },
  };
}

/** Lists addresses in the order of visits, without repetitions in a row. */
function listUrls(turns: readonly Turn[]): string[] {
  const seen = turns.flatMap((turn) => {
    if (turn.kind === 'say') return [];
    return [turn.action.intent === 'load' ? turn.action.url : turn.metadata.url];
  });
  const pages = seen.filter((url) => /^https?:/i.test(url));
  return pages.filter((url, index) => url !== pages[index - 1]);
}

/**
 * Returns the sites of the completed hops if they were visited in that order, else all visited sites. MMInA searches for them in
 * lower-case addresses. A site that is left and visited again is a hop each time.
 */
function proposeProcedure(listed: readonly Hop[], urls: readonly string[]): Procedure {
  const sites = dropRepeated(
    listed.flatMap((hop) => (hop.state === 'done' ? (readSite(hop) ?? []) : [])),
  );
  const visited = urls.map((url) => url.toLowerCase());
  let reached = 0;
  for (const url of visited) if (url.includes(sites[reached] ?? url)) reached += 1;
  if (sites.length > 1 && reached >= sites.length) return { sites, isListed: true };
  return {
    sites: dropRepeated(urls.map((url) => shortenHost(readHostname(url)))),
    isListed: false,
  };
}

function readSite({ site, evidence }: Hop): string | null {
  const host = site ?? (evidence && evidence.from !== 'instructor' ? evidence.host : '');
  return host === '' ? null : shortenHost(host);
}

function shortenHost(host: string): string {
  return host.replace(/^www\./i, '').toLowerCase();
}

function dropRepeated(sites: readonly string[]): string[] {
  return sites.filter((site, index) => site !== sites[index - 1]);
}

function writeHop({ text, site, evidence }: Hop): DraftHop {
  if (evidence?.from === 'instructor') return { text, site, shown: 'ticked by the instructor' };
  return { text, site, shown: evidence ? evidence.text : null };
}

/**
 * Proposes the copied texts that the last answer repeats, else all copied texts, else the whole last answer. What the
 * copilot reported of its own work is no answer.
 */
export function proposeAnswers(turns: readonly Turn[]): string[] {
  const copied = turns.flatMap(({ action }) =>
    action.intent === 'copy' && action.text.trim() !== '' ? [action.text.trim()] : [],
  );
  const last = turns.findLast(
    (turn) => turn.kind === 'say' && turn.action.speaker === 'navigator' && !turn.isReport,
  );
  const answer = last?.kind === 'say' ? last.action.utterance.trim() : '';
  const repeated = copied.filter((text) => answer.toLowerCase().includes(text.toLowerCase()));
  const chosen = [repeated, copied, [answer].filter((text) => text !== '')];
  return [...new Set(chosen.find(({ length }) => length > 0))];
}

function isLogin(turn: Turn): boolean {
  return turn.kind === 'browser' && turn.element?.attributes['type']?.toLowerCase() === 'password';
}

function listDoubts(
  intent: string,
  hasAnswer: boolean,
  listed: readonly Hop[],
  { sites, isListed }: Procedure,
): string[] {
  const hasHops = sites.length > 1;
  const doubts: [boolean, string][] = [
    [intent === '', 'intent: nobody said what the task is'],
    [true, 'task_id: number it within its folder'],
    [hasAnswer, 'must_include: shorten to what any right answer has to contain'],
    [!hasAnswer, 'reference_url: shorten to what any right address has to contain'],
    [
      hasHops,
      'procedure: strike out sites that are no part of the task; each entry has to be in the address of its hop',
    ],
    [hasHops, 'city, flight, shop: fill in where the task has them'],
    [
      listed.length > 0 && !isListed,
      'procedure: the hops that were listed name too few sites or were not visited in their order, so it has all sites as visited',
    ],
    ...listed.map(({ state, text }): [boolean, string] => [
      state === 'open',
      `procedure: nothing showed that “${text}” was done`,
    ]),
  ];
  return doubts.flatMap(([applies, doubt]) => (applies ? [doubt] : []));
}
