import type { Intent } from '../../action/action.ts';
import { anyObject, isOf, objectWith, oneOf, text } from '../../shape.ts';
import type { SiteLists } from '../sites.ts';
import { isSitePattern } from '../sites.ts';
import type { Condition, RuleEffect } from './conditions.ts';
import { CONDITIONS, EFFECTS, findRule } from './conditions.ts';

/** A permission for more than one action: this action (`intent`) with this consequence on this host. */
export interface Grant {
  condition: Condition;
  host: string;
  intent: Intent;
}

/** What the user has chosen for good. Plain JSON. */
export interface RuleBook {
  /** Effects other than the default. */
  effects: Partial<Record<Condition, RuleEffect>>;
  /** Given by “Always”. */
  grants: readonly Grant[];
  sites: SiteLists;
}

export const EMPTY_RULES: RuleBook = { effects: {}, grants: [], sites: { allow: [], deny: [] } };

const isObject = isOf<Record<string, unknown>>(anyObject);
const permanent = CONDITIONS.filter((condition) => findRule(condition).choices.includes('always'));
// An unknown intent matches no action, so it grants nothing.
const isGrant = isOf<Grant>(
  objectWith({ condition: oneOf(...permanent), host: text, intent: text }),
);

/** Reads a stored rule book. What isn't a rule counts as never chosen. */
export function readRuleBook(stored: unknown): RuleBook {
  if (!isObject(stored)) return EMPTY_RULES;
  const { effects, grants, sites } = stored;
  const lists = isObject(sites) ? sites : {};
  return {
    effects: readEffects(isObject(effects) ? effects : {}),
    grants: readItems(grants).filter(isGrant),
    sites: { allow: readPatterns(lists['allow']), deny: readPatterns(lists['deny']) },
  };
}

function isSameGrant(a: Grant, b: Grant): boolean {
  return a.condition === b.condition && a.host === b.host && a.intent === b.intent;
}

/** Adds grants, each once. */
export function addGrants(book: RuleBook, grants: readonly Grant[]): RuleBook {
  const fresh = grants.filter((grant) => !book.grants.some((known) => isSameGrant(known, grant)));
  return { ...book, grants: [...book.grants, ...fresh] };
}

export function removeGrant(book: RuleBook, grant: Grant): RuleBook {
  return { ...book, grants: book.grants.filter((each) => !isSameGrant(each, grant)) };
}

/** Changes the effect of a condition, unless it is fixed. */
export function setEffect(book: RuleBook, condition: Condition, effect: RuleEffect): RuleBook {
  if (findRule(condition).fixed) return book;
  return { ...book, effects: { ...book.effects, [condition]: effect } };
}

function readEffects(stored: Record<string, unknown>): RuleBook['effects'] {
  const known = CONDITIONS.flatMap((condition) => {
    const effect = EFFECTS.find((each) => each === stored[condition]);
    return effect && !findRule(condition).fixed ? [[condition, effect] as const] : [];
  });
  return Object.fromEntries(known);
}

function readPatterns(stored: unknown): string[] {
  return readItems(stored)
    .filter((item) => typeof item === 'string')
    .filter(isSitePattern);
}

function readItems(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [];
}
