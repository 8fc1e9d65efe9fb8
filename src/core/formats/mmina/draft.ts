import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Turn } from '../../demonstration/demonstration.ts';
import type { Hop } from '../../demonstration/hops.ts';
import { nameWebsite, readHostname } from '../mind2web/task.ts';

/**
 * A task as MMInA's `run.py` loads it, with a member of ours beside: its loader takes no notice of what
 * it does not know.
 */
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
  /** What each hop's address must contain, in order, then `end`; only for two hops and more. */
  procedure?: string[];
  city?: string;
  flight?: string;
  shop?: string;
  hop_cnt?: number;
  wayscribe: { draft: true; check: string[]; hops?: DraftHop[] };
}

/** A subtask that was listed while it was recorded, and what showed that it was done; null while nothing did. */
interface DraftHop {
  text: string;
  site: string | null;
  shown: string | null;
}

/** The sites of the hops, as an evaluator looks for them. */
interface Procedure {
  sites: string[];
  /** The hops that were listed are these; else the sites are what was visited. */
  isListed: boolean;
}

/**
 * A task proposed from a demonstration, for a person to check: the intent is what was asked, the hops are
 * those that the copilot worked off, else the sites in the order they were visited, and what an answer must
 * include is taken from what was copied and said. What cannot be known from a recording is named under
 * `wayscribe.check`.
 */
export function draftTask({ demonstration, turns }: DemonstrationContent): MminaTask {
  const urls = listUrls(turns);
  const listed = (demonstration.hops ?? []).flatMap(({ hops }) => hops);
  const procedure = proposeProcedure(listed, urls);
  const hops = procedure.sites;
  const intent = readIntent(turns) || demonstration.form.description.trim();
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
      city: '',
      flight: '',
      shop: '',
      hop_cnt: hops.length,
    }),
    wayscribe: {
      draft: true,
      check: [...listDoubts(intent, hasAnswer, hops), ...listHopDoubts(listed, procedure)],
      ...(listed.length > 0 && { hops: listed.map(writeHop) }),
    },
  };
}

/** Addresses in the order they were seen, neighbours that are equal once. */
function listUrls(turns: readonly Turn[]): string[] {
  const seen = turns.flatMap((turn) => {
    if (turn.kind === 'say') return [];
    return [turn.action.intent === 'load' ? turn.action.url : turn.metadata.url];
  });
  const pages = seen.filter((url) => /^https?:/i.test(url));
  return pages.filter((url, index) => url !== pages[index - 1]);
}

/**
 * The sites of the hops that were shown to be done, where they were visited in that order; without such a list
 * all that were visited. MMInA looks for them in lower-cased addresses. A site left and visited again is a hop
 * each time.
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

/** What the hop names, else where what showed it done was read; null for neither. */
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
  const shown = evidence && evidence.from !== 'instructor' ? evidence.text : null;
  return {
    text,
    site,
    shown: evidence?.from === 'instructor' ? 'ticked by the instructor' : shown,
  };
}

function readIntent(turns: readonly Turn[]): string {
  return turns
    .flatMap((turn) =>
      turn.kind === 'say' && turn.action.speaker === 'instructor' ? [turn.action.utterance] : [],
    )
    .join(' ')
    .trim();
}

/**
 * What was copied and then told to the instructor; else what was copied; else the last answer whole.
 */
export function proposeAnswers(turns: readonly Turn[]): string[] {
  const copied = turns.flatMap(({ action }) =>
    action.intent === 'copy' && action.text.trim() !== '' ? [action.text.trim()] : [],
  );
  const last = turns.findLast((turn) => turn.kind === 'say' && turn.action.speaker === 'navigator');
  const answer = last?.kind === 'say' ? last.action.utterance.trim() : '';
  const told = copied.filter((text) => answer.toLowerCase().includes(text.toLowerCase()));
  const chosen =
    told.length > 0 ? told : copied.length > 0 ? copied : answer === '' ? [] : [answer];
  return [...new Set(chosen)];
}

function isLogin(turn: Turn): boolean {
  return turn.kind === 'browser' && turn.element?.attributes['type']?.toLowerCase() === 'password';
}

function listDoubts(intent: string, hasAnswer: boolean, hops: readonly string[]): string[] {
  return [
    ...(intent === '' ? ['intent: nobody said what the task is'] : []),
    'task_id: number it within its folder',
    hasAnswer
      ? 'must_include: shorten to what any right answer has to contain'
      : 'reference_url: shorten to what any right address has to contain',
    ...(hops.length > 1
      ? [
          'procedure: strike out sites that are no part of the task; each entry has to be in the address of its hop',
          'city, flight, shop: fill in where the task has them',
        ]
      : []),
  ];
}

function listHopDoubts(listed: readonly Hop[], { isListed }: Procedure): string[] {
  if (listed.length === 0) return [];
  const open = listed.filter(({ state }) => state === 'open');
  return [
    ...(isListed
      ? []
      : [
          'procedure: the hops that were listed name too few sites or were not visited in their order, so it has all sites as visited',
        ]),
    ...open.map(({ text }) => `procedure: nothing showed that “${text}” was done`),
  ];
}
