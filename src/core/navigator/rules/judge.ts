import type { ActionOf, PageAction, TabAction } from '../../action/action.ts';
import type { PageTool } from '../../action/page-tool.ts';
import { listToolInput, parseObject } from '../../action/page-tool.ts';
import { isSecretName, splitFieldName } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { containsWords, isSecret, normalizeName } from '../form-controls.ts';
import { explainBlockedSite, isWithinHost, readHost } from '../sites.ts';
import type { Condition, MetCondition, RuleEffect } from './conditions.ts';
import { describeConditions, EFFECTS, findRule } from './conditions.ts';
import { readConsequenceWords, readConsequences } from './consequences.ts';
import type { Grant, RuleBook } from './rule-book.ts';
import type { TargetFacts } from './target-facts.ts';

/** What a judgement depends on. */
export interface Situation {
  /** The address in the tab. */
  page: string;
  /** The address of the target's document, which may be a frame's. */
  document: string;
  facts: TargetFacts | null;
  /** Where a drag ends: dropping something on “Delete” deletes it. */
  destination?: Candidate | null;
  /** Sites of this conversation: named by the user, open when they wrote, or allowed since. */
  scope: readonly string[];
  /** Hosts allowed once. */
  visited: readonly string[];
  /** Hosts whose pages were read. */
  read: readonly string[];
  /** The user's messages. */
  said: readonly string[];
  /** The tools of the page in the tab. */
  tools?: readonly PageTool[];
  /** The text of the target's document, which reveals nothing new to that document. */
  readText: () => string;
  /** The user's words for the target in a direct request; null if something else chose it. */
  named: string | null;
  book: RuleBook;
  /** Grants for this conversation. */
  granted: readonly Grant[];
  /** The sites of the hops, while an open one has a site. */
  hopSites?: readonly string[];
}

/** `conditions`: why it asks or denies; `reason`: the same as a sentence, empty if allowed. */
export interface Judgement {
  verdict: RuleEffect;
  conditions: readonly MetCondition[];
  reason: string;
}

/**
 * Decides whether an action may be done. The most severe condition counts. What a page or a model says about rules is
 * ignored: only the action, the target's own markup, and what the user wrote and chose count.
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
  const reason = `${describeConditions(conditions)}${off}`;
  return { verdict, conditions, reason };
}

const OUTSIDE_HOPS = 'No hop of the list is on that site.';

/** Whether it leads to a site of no hop. */
function isOutsideHops({ condition, host }: MetCondition, { hopSites }: Situation): boolean {
  if (condition !== 'leave-sites' || !hopSites) return false;
  return !hopSites.some((site) => isWithinHost(host, site));
}

/**
 * Judges the page that an action led to, by a redirect or a script. A direct request includes where it leads, except to
 * blocked sites.
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

/** Adds a condition to ask about; what is denied stays denied. */
export function addCondition(judged: Judgement, met: MetCondition): Judgement {
  if (judged.verdict === 'deny') return judged;
  const conditions = [...judged.conditions, met];
  return { verdict: 'ask', conditions, reason: describeConditions(conditions) };
}

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
    for (const condition of readConsequences(action, target, facts, situation.destination))
      add(condition);
    if (action.intent === 'callTool') {
      for (const condition of readToolConditions(action, situation.tools ?? [])) add(condition);
    }
    const isTyped = action.intent === 'textInput' || action.intent === 'change';
    const secret = facts?.isSecret === true || (target !== null && isSecret(target));
    if (isTyped && secret) add('type-secret');
  }
  const receiver = action.intent === 'load' ? readHost(action.url) : here;
  if (carriesData(action, receiver, situation)) add('carry-data', receiver);
  return met;
}

/**
 * A tool that the page calls read-only passes like a click, unless its name says more. What the page says can make the
 * user be asked, and never spare them a question about money, sending or deleting.
 */
function readToolConditions(
  { tool: name, input }: ActionOf<'callTool'>,
  tools: readonly PageTool[],
): Condition[] {
  const tool = tools.find((each) => each.name === name);
  const words = [name, tool?.title ?? ''].map(splitFieldName);
  const named = words.flatMap((said) => [...readConsequenceWords(said)]);
  const takesSecret = Object.keys(parseObject(input) ?? {}).some(isSecretName);
  const isHarmless = tool?.isReadOnly === true && !tool.isConsequential;
  return [
    ...new Set(named),
    ...(isHarmless ? [] : (['call-tool'] as const)),
    ...(takesSecret ? (['type-secret'] as const) : []),
  ];
}

/** Where an action leads according to itself and to the page's markup. */
function listDestinations(action: PageAction | TabAction, facts: TargetFacts | null): string[] {
  if (action.intent === 'load') return [action.url];
  if (isTabAction(action) || !facts) return [];
  const submits = action.intent === 'submit' || action.intent === 'press' || facts.submits;
  const presses = submits || action.intent === 'click' || action.intent === 'doubleClick';
  if (!presses) return [];
  return [facts.leadsTo, submits ? (facts.form?.action ?? null) : null].filter((to) => to !== null);
}

/** Data can only come from a site that was read: the page around a frame, or an earlier one. */
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
  const rule = findRule(condition);
  const chosen = rule.fixed ? rule.effect : (book.effects[condition] ?? rule.effect);
  // Hops bind even where leaving is allowed.
  const effect = chosen === 'allow' && isOutsideHops(met, situation) ? 'ask' : chosen;
  if (effect !== 'ask') return effect;
  const isGranted = [...book.grants, ...granted].some(
    (grant) =>
      grant.condition === condition && grant.host === host && grant.intent === action.intent,
  );
  if (isGranted) return 'allow';
  if (rule.consent === 'none' || named === null) return 'ask';
  const meant = situation.destination ?? target;
  return rule.consent === 'order' || namesConsequence(named, condition, meant) ? 'allow' : 'ask';
}

/** Whether the user's words for the target name the consequence, or the target itself. */
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

function isInScope(host: string, { scope }: Pick<Situation, 'scope'>): boolean {
  return host === '' || scope.some((named) => isWithinHost(host, named));
}

function isTabAction(action: PageAction | TabAction): action is TabAction {
  return action.intent === 'load' || action.intent === 'back' || action.intent === 'forward';
}

/** Parts of an address that are plain words rather than data. */
const PLAIN_WORD = /^[\p{L}-]{1,20}$/u;

/** Returns the words of an action that aren't `known`: they may have been read on another site. */
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
    case 'callTool':
      return listToolInput(action.input);
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

/** Words of fewer than three letters reveal nothing, but digits do. */
function splitWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2 || /\p{N}/u.test(word));
}
