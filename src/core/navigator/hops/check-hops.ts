import type { HopList } from './hop.ts';

/** Whether something read from disk is a list of hops. */
export function isHopList(value: unknown): value is HopList {
  if (!isObject(value)) return false;
  const { hops, edited, removed, made } = value;
  return (
    isListOf(hops, isHop) &&
    typeof edited === 'boolean' &&
    isListOf(removed, isText) &&
    typeof made === 'number'
  );
}

function isHop(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, text, site, by, state, evidence } = value;
  return (
    isText(id) &&
    isText(text) &&
    (site === null || isText(site)) &&
    (by === 'navigator' || by === 'instructor') &&
    (state === 'open' ? evidence === null : state === 'done' && isEvidence(evidence))
  );
}

function isEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { from, text, host } = value;
  if (from === 'instructor') return true;
  return (
    (from === 'page' || from === 'address' || from === 'receipt') && isText(text) && isText(host)
  );
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
