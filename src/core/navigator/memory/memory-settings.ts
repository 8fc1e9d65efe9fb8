import { isSitePattern, explainBlockedSite } from '../sites.ts';

/** How a round ended, and when (epoch ms). */
export interface RunEnd {
  outcome: 'done' | 'asked' | 'stopped' | 'failed';
  at: number;
}

/** What the user has chosen of the copilot's memory, and what it knows beside the demonstrations. */
export interface MemorySettings {
  on: boolean;
  /** Most past demonstrations in a prompt. */
  count: number;
  /** Also what was done on other sites than the one in the tab. */
  anySite: boolean;
  /** Site patterns: demonstrations that went there are never in a prompt. */
  without: readonly string[];
  /** Ids of demonstrations that are not remembered … */
  forgotten: readonly string[];
  /** … nor is any that began up to this time, epoch ms. */
  forgottenUntil: number;
  /** How the copilot's last round in a demonstration ended, by its id. */
  ended: Readonly<Record<string, RunEnd>>;
}

export const MAX_PASTS = 5;

const DEFAULT_SETTINGS: MemorySettings = {
  on: true,
  count: 2,
  anySite: false,
  without: [],
  forgotten: [],
  forgottenUntil: 0,
  ended: {},
};

/** What is stored, part by part; a part that is damaged or missing is as usual. */
export function readMemorySettings(stored: unknown): MemorySettings {
  const { on, count, anySite, without, forgotten, forgottenUntil, ended } = isRecord(stored)
    ? stored
    : {};
  // A list of sites that cannot be read must not open what it kept closed.
  const isReadable = without === undefined || Array.isArray(without);
  return {
    on: isReadable && (typeof on === 'boolean' ? on : DEFAULT_SETTINGS.on),
    count: isCount(count) ? count : DEFAULT_SETTINGS.count,
    anySite: anySite === true,
    without: listTexts(without).filter(isSitePattern),
    forgotten: listTexts(forgotten),
    forgottenUntil: typeof forgottenUntil === 'number' ? forgottenUntil : 0,
    ended: Object.fromEntries(Object.entries(isRecord(ended) ? ended : {}).filter(isEnd)),
  };
}

/** Whether a site is one that the user has left out. */
export function isExcludedSite(
  host: string,
  { without }: Pick<MemorySettings, 'without'>,
): boolean {
  return ['https', 'http'].some(
    (scheme) => explainBlockedSite(`${scheme}://${host}/`, { allow: [], deny: without }) !== null,
  );
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PASTS;
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function isEnd(entry: [string, unknown]): entry is [string, RunEnd] {
  const [, end] = entry;
  return (
    isRecord(end) &&
    typeof end['at'] === 'number' &&
    ['done', 'asked', 'stopped', 'failed'].some((outcome) => outcome === end['outcome'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
