import type { MemoryEntry } from './memory-index.ts';
import { describePast } from './describe-past.ts';
import type { MemorySettings } from './memory-settings.ts';
import { isExcludedSite } from './memory-settings.ts';
import type { PastTurn, Past } from './past.ts';
import type { RunTrace } from './run-trace.ts';

/** A run that was not recorded, as it is stored: only what prompts may repeat, in words. Plain JSON. */
export interface RememberedRun {
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** Every host that it came to. */
  sites: readonly string[];
  /** The host that its request was about. */
  site: string;
  /** Its description on that host … */
  here: Past;
  /** … and with what was done on others. */
  anywhere: Past;
}

/** Shorter values stand in too many words to be looked for. */
const MIN_SECRET = 4;

/**
 * What is remembered of a round that has ended; null where that is nothing: where nothing was done, the user
 * wants none of it, a secret was said or typed in it, or the person did part of it by hand, of which it is
 * not known on which site that was.
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
  const isConversation = true;
  const round = {
    ...{ id, startedAt, sites, site },
    here: { ...here, isConversation },
    anywhere: { ...anywhere, isConversation },
  } as const;
  return containsSecret(round, secrets) ? null : round;
}

/** Whether a text that was typed into a secret field stands in what is remembered. */
export function containsSecret(round: RememberedRun, secrets: readonly string[]): boolean {
  const words = JSON.stringify(round);
  return secrets.some(
    (secret) => secret.length >= MIN_SECRET && words.includes(JSON.stringify(secret).slice(1, -1)),
  );
}

/** By what a round is found again. */
export function toMemoryEntry({ id, startedAt, sites, site, here }: RememberedRun): MemoryEntry {
  return { id, startedAt, sites, requests: [{ site, text: here.request }] };
}

/** Describes a run on one host, or on all if `site` is null; null if there is nothing to describe. */
export function selectPast(round: RememberedRun, site: string | null): Past | null {
  if (site === null) return round.anywhere;
  return site === round.site ? round.here : null;
}

/** Whether something read from disk is a remembered round; what another version wrote may not be. */
export function isRememberedRun(value: unknown): value is RememberedRun {
  if (!isRecord(value)) return false;
  const { id, startedAt, sites, site, here, anywhere } = value;
  return (
    typeof id === 'string' &&
    typeof startedAt === 'number' &&
    isTexts(sites) &&
    typeof site === 'string' &&
    isPast(here) &&
    isPast(anywhere)
  );
}

function isPast(value: unknown): value is Past {
  if (!isRecord(value)) return false;
  const { id, request, sites, outcome, steps } = value;
  const isKnown = ['worked', 'failed', 'unknown'].some((known) => known === outcome);
  return (
    typeof id === 'string' &&
    typeof request === 'string' &&
    isKnown &&
    isTexts(sites) &&
    isTexts(steps)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
