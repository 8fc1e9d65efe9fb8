import type { Intent } from '../../action/action.ts';
import type { Condition, RuleEffect } from './conditions.ts';
import { CONDITIONS, EFFECTS, RULES } from './conditions.ts';
import type { SiteLists } from '../sites.ts';
import { isSitePattern } from '../sites.ts';

/** A permission that holds for more than one action: this action (`intent`) with this consequence on this host. */
export interface Grant {
  condition: Condition;
  host: string;
  intent: Intent;
}

/** What the user has chosen for good. A plain JSON value. */
export interface RuleBook {
  /** Where the user wants other than the default. */
  effects: Partial<Record<Condition, RuleEffect>>;
  /** Given by “Always”. */
  grants: readonly Grant[];
  sites: SiteLists;
}

export const EMPTY_RULES: RuleBook = { effects: {}, grants: [], sites: { allow: [], deny: [] } };

/** What was stored, as far as it is a rule book; the rest counts as never chosen. */
export function readRuleBook(stored: unknown): RuleBook {
  if (!isRecord(stored)) return EMPTY_RULES;
  const { effects, grants, sites } = stored;
  const lists = isRecord(sites) ? sites : {};
  return {
    effects: readEffects(isRecord(effects) ? effects : {}),
    grants: readItems(grants).flatMap((grant) => readGrant(grant) ?? []),
    sites: { allow: readPatterns(lists['allow']), deny: readPatterns(lists['deny']) },
  };
}

function isSameGrant(a: Grant, b: Grant): boolean {
  return a.condition === b.condition && a.host === b.host && a.intent === b.intent;
}

/** The rule book with more grants, each once. */
export function addGrants(book: RuleBook, grants: readonly Grant[]): RuleBook {
  const fresh = grants.filter((grant) => !book.grants.some((known) => isSameGrant(known, grant)));
  return { ...book, grants: [...book.grants, ...fresh] };
}

export function removeGrant(book: RuleBook, grant: Grant): RuleBook {
  return { ...book, grants: book.grants.filter((each) => !isSameGrant(each, grant)) };
}

/** With another effect for a condition; one that cannot be changed stays. */
export function setEffect(book: RuleBook, condition: Condition, effect: RuleEffect): RuleBook {
  if (RULES[condition].fixed) return book;
  return { ...book, effects: { ...book.effects, [condition]: effect } };
}

function readEffects(stored: Record<string, unknown>): RuleBook['effects'] {
  const known = CONDITIONS.flatMap((condition) => {
    const effect = EFFECTS.find((each) => each === stored[condition]);
    return effect && !RULES[condition].fixed ? [[condition, effect] as const] : [];
  });
  return Object.fromEntries(known);
}

function readGrant(stored: unknown): Grant | null {
  if (!isRecord(stored)) return null;
  const { host, intent } = stored;
  const condition = CONDITIONS.find((each) => each === stored['condition']);
  if (!condition || typeof host !== 'string' || typeof intent !== 'string') return null;
  if (!RULES[condition].choices.includes('always')) return null;
  // An intent that is none matches no action, so that it grants nothing.
  return { condition, host, intent: intent as Intent };
}

function readPatterns(stored: unknown): string[] {
  return readItems(stored)
    .filter((item) => typeof item === 'string')
    .filter(isSitePattern);
}

function readItems(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
