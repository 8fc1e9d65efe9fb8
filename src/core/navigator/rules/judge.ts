import type { PageAction, TabAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { joinWords } from '../describe.ts';
import { containsWords, isSecret, normalizeName } from '../form-controls.ts';
import { explainBlockedSite, isWithinHost, readHost } from '../sites.ts';
import type { Condition, MetCondition, RuleEffect } from './conditions.ts';
import { EFFECTS, RULES, describeCondition } from './conditions.ts';
import { readConsequenceWords, readConsequences } from './consequences.ts';
import type { Grant, RuleBook } from './rule-book.ts';
import type { TargetFacts } from './target-facts.ts';

/** All that a judgement depends on. */
export interface Situation {
  /** Address of the page in the tab. */
  page: string;
  /** Address of the document that the target is in; the page's own, or a frame's. */
  document: string;
  facts: TargetFacts | null;
  /** The sites of this conversation: named by the user, where they spoke, or allowed since. */
  scope: readonly string[];
  /** Hosts that the navigator was let on to, for this once. */
  visited: readonly string[];
  /** Hosts whose pages were read in this conversation. */
  read: readonly string[];
  /** What the user wrote in this conversation. */
  said: readonly string[];
  /** The text of the document that the target is in: it tells that document nothing new. */
  readText: () => string;
  /** What the user called the target in a direct order; null when something else chose it. */
  named: string | null;
  book: RuleBook;
  /** Given for this conversation. */
  granted: readonly Grant[];
  /** The sites of the hops while one of them is open; absent when nothing binds to sites. */
  hopSites?: readonly string[];
}

/** `conditions` are those that make it ask or deny; `reason` says so in one sentence, empty when allowed. */
export interface Judgement {
  verdict: RuleEffect;
  conditions: readonly MetCondition[];
  reason: string;
}

/**
 * Whether an action may be done, must be asked about, or must not be done. The most severe condition
 * decides. Nothing of it comes from what a page or a model says about rules: only from the action, the
 * target's own markup, and what the user wrote and chose.
 */
export function judgeAction(
  action: PageAction | TabAction,
  target: Candidate | null,
  situation: Situation,
): Judgement {
  const met = findConditions(action, target, situation)
    .map((each) => ({ ...each, effect: decideEffect(each, action, target, situation) }))
    .filter(({ effect }) => effect !== 'allow');
  const verdict = EFFECTS.findLast((effect) => met.some((each) => each.effect === effect));
  if (verdict === undefined) return { verdict: 'allow', conditions: [], reason: '' };
  const conditions = met
    .filter(({ effect }) => effect === verdict)
    .map(({ condition, host }) => ({ condition, host }));
  const off = conditions.some((each) => isOutsideHops(each, situation)) ? ` ${OUTSIDE_HOPS}` : '';
  const reason = `It would ${joinWords(conditions.map(describeCondition))}.${off}`;
  return { verdict, conditions, reason };
}

const OUTSIDE_HOPS = 'No hop of the list is on that site.';

/** Whether it leads to a site that belongs to none of the hops being worked off. */
function isOutsideHops({ condition, host }: MetCondition, { hopSites }: Situation): boolean {
  if (condition !== 'leave-sites' || !hopSites) return false;
  return !hopSites.some((site) => isWithinHost(host, site));
}

/**
 * The same of the page that an action turned out to lead to: by a redirect or a script, which was not
 * known before. A direct order is taken to mean where it leads; sites that are ruled out stay so.
 */
export function judgeArrival(situation: Situation): Judgement {
  const { page, book, named, visited } = situation;
  const host = readHost(page);
  const why = explainBlockedSite(page, book.sites);
  if (why !== null) {
    return {
      verdict: 'deny',
      conditions: [{ condition: 'blocked-site', host }],
      reason: `${why}.`,
    };
  }
  const met: MetCondition = { condition: 'leave-sites', host };
  const effect = decideEffect(met, { intent: 'load', url: page }, null, situation);
  if (isInScope(host, situation) || visited.includes(host) || named !== null || effect === 'allow')
    return { verdict: 'allow', conditions: [], reason: '' };
  const off = isOutsideHops(met, situation) ? ` ${OUTSIDE_HOPS}` : '';
  const reason = `That led to ${host}, which you did not name.${off}`;
  return { verdict: effect, conditions: [met], reason };
}

/** The judgement where one more thing has to be asked about; what is denied stays so. */
export function addCondition(judged: Judgement, met: MetCondition): Judgement {
  if (judged.verdict === 'deny') return judged;
  const conditions = [...judged.conditions, met];
  const reason = `It would ${joinWords(conditions.map(describeCondition))}.`;
  return { verdict: 'ask', conditions, reason };
}

/** Permissions that would cover what was asked about. */
export function toGrants(
  action: PageAction | TabAction,
  conditions: readonly MetCondition[],
): Grant[] {
  return conditions.map(({ condition, host }) => ({ condition, host, intent: action.intent }));
}

function findConditions(
  action: PageAction | TabAction,
  target: Candidate | null,
  situation: Situation,
): MetCondition[] {
  const { page, facts, book } = situation;
  const here = readHost(situation.document) || readHost(page);
  const met: MetCondition[] = [];
  const add = (condition: Condition, host = here): void => void met.push({ condition, host });
  // Leaving a blocked page is no way to act on it.
  const places = [...(isTabAction(action) ? [] : [page]), ...listDestinations(action, facts)];
  for (const address of places) {
    if (explainBlockedSite(address, book.sites) !== null) add('blocked-site', readHost(address));
  }
  for (const address of listDestinations(action, facts)) {
    const host = readHost(address);
    const stays = host === readHost(page) || isInScope(host, situation);
    if (host !== '' && !stays) add('leave-sites', host);
  }
  if (!isTabAction(action)) {
    for (const condition of readConsequences(action, target, facts)) add(condition);
    const isTyped = action.intent === 'textInput' || action.intent === 'change';
    const secret = facts?.isSecret === true || (target !== null && isSecret(target));
    if (isTyped && secret) add('type-secret');
  }
  const receiver = action.intent === 'load' ? readHost(action.url) : here;
  if (carriesData(action, receiver, situation)) add('carry-data', receiver);
  return met;
}

/** Where an action surely leads, as far as its own words and the page's markup tell. */
function listDestinations(action: PageAction | TabAction, facts: TargetFacts | null): string[] {
  if (action.intent === 'load') return [action.url];
  if (isTabAction(action) || !facts) return [];
  const submits = action.intent === 'submit' || action.intent === 'press' || facts.submits;
  const presses = submits || action.intent === 'click';
  if (!presses) return [];
  return [facts.leadsTo, submits ? (facts.form?.action ?? null) : null].filter((to) => to !== null);
}

/** Data can only be carried from a site that was read: the page round a frame, or another one before. */
function carriesData(
  action: PageAction | TabAction,
  receiver: string,
  situation: Situation,
): boolean {
  const { page, read, said, readText } = situation;
  const sources = [readHost(page), ...read].filter(
    (host) => host !== '' && !isWithinHost(host, receiver) && !isWithinHost(receiver, host),
  );
  if (sources.length === 0) return false;
  const known = action.intent === 'load' ? said : [...said, readText()];
  return findCarriedWords(action, known).length > 0;
}

function decideEffect(
  met: MetCondition,
  action: PageAction | TabAction,
  target: Candidate | null,
  situation: Situation,
): RuleEffect {
  const { condition, host } = met;
  const { book, granted, named } = situation;
  const rule = RULES[condition];
  const chosen = rule.fixed ? rule.effect : (book.effects[condition] ?? rule.effect);
  // That leaving is allowed anywhere is no leave to wander off.
  const effect = chosen === 'allow' && isOutsideHops(met, situation) ? 'ask' : chosen;
  if (effect !== 'ask') return effect;
  const isGranted = [...book.grants, ...granted].some(
    (grant) =>
      grant.condition === condition && grant.host === host && grant.intent === action.intent,
  );
  if (isGranted) return 'allow';
  if (rule.consent === 'none' || named === null) return 'ask';
  return rule.consent === 'order' || namesConsequence(named, condition, target) ? 'allow' : 'ask';
}

/** Whether the user's words for the target say what pressing it does, or are what it is called. */
function namesConsequence(words: string, condition: Condition, target: Candidate | null): boolean {
  if ([...readConsequenceWords(words)].some((each) => each === condition)) return true;
  if (!target) return false;
  const said = normalizeName(words);
  const { name, text, label, value } = target.fields;
  return [name, text, label, value].some((each) => {
    const called = normalizeName(each);
    return called !== '' && (containsWords(called, said) || containsWords(said, called));
  });
}

/** Whether the navigator may be on a host without asking. */
function isInScope(host: string, { scope }: Pick<Situation, 'scope'>): boolean {
  return host === '' || scope.some((named) => isWithinHost(host, named));
}

function isTabAction(action: PageAction | TabAction): action is TabAction {
  return action.intent === 'load' || action.intent === 'back' || action.intent === 'forward';
}

/** Parts of an address that are plain words rather than data. */
const PLAIN_WORD = /^[\p{L}-]{1,20}$/u;

/**
 * The words that an action would give to where it is done which are neither in what the user wrote nor on
 * that page itself: whatever they are, they may have been read elsewhere, in clear or in some disguise.
 */
function findCarriedWords(action: PageAction | TabAction, known: readonly string[]): string[] {
  const given = readPayload(action);
  if (given === '') return [];
  const words = new Set(known.flatMap(splitWords));
  return [...new Set(splitWords(given))].filter((word) => !words.has(word));
}

function readPayload(action: PageAction | TabAction): string {
  switch (action.intent) {
    case 'textInput':
      return action.text;
    case 'change':
      return action.value;
    case 'load': {
      if (!URL.canParse(action.url)) return '';
      const { pathname, searchParams, hash, username, password } = new URL(action.url);
      const path = pathname.split('/').filter((part) => !PLAIN_WORD.test(part));
      return [...path, ...searchParams.values(), hash, username, password].map(decode).join(' ');
    }
    default:
      return '';
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Folded; what is shorter than three letters tells nothing, but digits do. */
function splitWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2 || /\p{N}/u.test(word));
}
