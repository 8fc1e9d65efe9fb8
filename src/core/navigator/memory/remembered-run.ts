import { isOf, listOf, number, objectWith, oneOf, text } from '../../shape.ts';
import type { MemoryEntry } from './memory-index.ts';
import { describePast } from './describe-past.ts';
import type { MemorySettings } from './memory-settings.ts';
import { isExcludedSite } from './memory-settings.ts';
import type { PastTurn, Past } from './past.ts';
import type { RunTrace } from './run-trace.ts';

/** A run that was not recorded, as it is stored: only what prompts may repeat. Plain JSON. */
export interface RememberedRun {
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** All visited hosts. */
  sites: readonly string[];
  /** The host of its request. */
  site: string;
  /** What was done on that host. */
  here: Past;
  /** What was done on all hosts. */
  anywhere: Past;
}

/** Shorter values occur in too many words. */
const MIN_SECRET = 4;

/**
 * Describes a run that ended. Returns null if nothing was done, the user excluded it, it contains a secret, or the
 * person did a part of it, whose site is unknown.
 */
export function rememberRun(
  trace: RunTrace,
  settings: Pick<MemorySettings, 'on' | 'without' | 'forgottenUntil'>,
): RememberedRun | null {
  const { id, startedAt, sites, messages: said, acts, earlier, ended, hidden, secrets } = trace;
  const isUnwanted =
    !settings.on ||
    startedAt <= settings.forgottenUntil ||
    sites.some((site) => isExcludedSite(site, settings));
  if (hidden || isUnwanted) return null;
  const turns: PastTurn[] = [
    ...said.map((utterance): PastTurn => ({
      kind: 'say',
      action: { intent: 'say', speaker: 'instructor', utterance },
    })),
    ...acts,
  ];
  const remembered = { id, form: { description: '', tasks: [] }, turns, earlier, ended };
  const anywhere = describePast(remembered, null);
  const site = anywhere?.sites[0];
  const here = site === undefined ? null : describePast(remembered, site);
  if (!anywhere || site === undefined || !here) return null;
  const mark = { isConversation: true } as const;
  const run: RememberedRun = {
    ...{ id, startedAt, sites, site },
    here: { ...here, ...mark },
    anywhere: { ...anywhere, ...mark },
  };
  return containsSecret(run, secrets) ? null : run;
}

/** Whether a run repeats a text that was typed into a secret field. */
export function containsSecret(run: RememberedRun, secrets: readonly string[]): boolean {
  const words = JSON.stringify(run);
  return secrets.some(
    (secret) => secret.length >= MIN_SECRET && words.includes(JSON.stringify(secret).slice(1, -1)),
  );
}

export function toMemoryEntry({ id, startedAt, sites, site, here }: RememberedRun): MemoryEntry {
  return { id, startedAt, sites, requests: [{ site, text: here.request }] };
}

/** Describes a run on one host, or on all if `site` is null; null if there is nothing to describe. */
export function selectPast(run: RememberedRun, site: string | null): Past | null {
  if (site === null) return run.anywhere;
  return site === run.site ? run.here : null;
}

const past = objectWith({
  ...{ id: text, request: text, outcome: oneOf('worked', 'failed', 'unknown') },
  ...{ sites: listOf(text), steps: listOf(text) },
});
/** Checks a stored run; other versions may have written another form. */
export const isRememberedRun = isOf<RememberedRun>(
  objectWith({
    ...{ id: text, startedAt: number, sites: listOf(text), site: text },
    ...{ here: past, anywhere: past },
  }),
);
