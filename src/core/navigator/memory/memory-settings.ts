import { anyObject, isOf, number, objectWith, oneOf } from '../../shape.ts';
import { isSitePattern, explainBlockedSite } from '../sites.ts';

/** `at`: epoch ms. */
export interface RunEnd {
  outcome: 'done' | 'asked' | 'stopped' | 'failed';
  at: number;
}

/** What the user chose for the copilot's memory, and what it knows besides the demonstrations. */
export interface MemorySettings {
  on: boolean;
  /** The most past demonstrations in one prompt. */
  count: number;
  /** Includes what was done on other sites than the current one. */
  anySite: boolean;
  /** Site patterns; prompts never include demonstrations that went there. */
  without: readonly string[];
  /** Ids of forgotten demonstrations. */
  forgotten: readonly string[];
  /** Demonstrations that began up to this time are forgotten, too. Epoch ms. */
  forgottenUntil: number;
  /** How the copilot's last run in a demonstration ended, by its id. */
  ended: Readonly<Record<string, RunEnd>>;
}

export const MAX_PASTS = 5;

/** Reads stored settings; a damaged or missing part gets its default. */
export function readMemorySettings(stored: unknown): MemorySettings {
  const { on, count, anySite, without, forgotten, forgottenUntil, ended } = isObject(stored)
    ? stored
    : {};
  // A list of sites that can't be read must not reveal what it kept out.
  const isReadable = without === undefined || Array.isArray(without);
  const ends: [string, unknown][] = Object.entries(isObject(ended) ? ended : {});
  return {
    on: isReadable && on !== false,
    count: isCount(count) ? count : 2,
    anySite: anySite === true,
    without: listTexts(without).filter(isSitePattern),
    forgotten: listTexts(forgotten),
    forgottenUntil: typeof forgottenUntil === 'number' ? forgottenUntil : 0,
    ended: Object.fromEntries(
      ends.flatMap(([id, end]) => (isEnd(end) ? [[id, end] as const] : [])),
    ),
  };
}

export function isExcludedSite(
  host: string,
  { without }: Pick<MemorySettings, 'without'>,
): boolean {
  return ['https', 'http'].some(
    (scheme) => explainBlockedSite(`${scheme}://${host}/`, { allow: [], deny: without }) !== null,
  );
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PASTS;
const isEnd = isOf<RunEnd>(
  objectWith({ at: number, outcome: oneOf('done', 'asked', 'stopped', 'failed') }),
);
const isObject = isOf<Record<string, unknown>>(anyObject);

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
