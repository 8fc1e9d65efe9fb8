import type { Judge } from './string-match.ts';
import { cleanAnswer, includesAll, meetsFuzzily } from './string-match.ts';
import type { MminaAnswers, MminaChecks } from './task.ts';

const OR = ' |OR| ';

/**
 * 1 when a URL is one of the references (`EXACT`, also where no rule is said), or holds one of them
 * (`GOLD in PRED`); else 0. One slash at the end does not count, case does. Another rule gives 0, where
 * MMInA stops.
 */
export function scoreUrlMatch(
  url: string,
  { reference_url, url_note = 'EXACT' }: Pick<MminaChecks, 'reference_url' | 'url_note'>,
): number {
  const given = cutSlash(url);
  const references = (reference_url ?? '').split(OR).map(cutSlash);
  switch (url_note) {
    case 'EXACT':
      return references.includes(given) ? 1 : 0;
    case 'GOLD in PRED':
      return references.some((one) => given.includes(one)) ? 1 : 0;
    default:
      return 0;
  }
}

/**
 * 1 when the last URL meets all references as an answer would (`trip_match`), else 0. Deviation: without
 * case, where MMInA's lower-cased texts can never be met by a URL with capitals.
 */
export async function scoreTripMatch(
  url: string,
  { exact_match, must_include = [], fuzzy_match = [] }: MminaAnswers,
  judge: Judge,
): Promise<number> {
  const given = url.toLowerCase();
  if (exact_match !== undefined && cleanAnswer(exact_match) !== given) return 0;
  if (!includesAll(given, must_include.map(cleanAnswer))) return 0;
  return (await meetsFuzzily(url, fuzzy_match, judge)) ? 1 : 0;
}

/** 1 when a page's text holds any of the required ones, without case; else 0 (`program_html`). */
export function scoreContents(contents: string, required: string): number {
  const text = contents.toLowerCase();
  return required.split(OR).some((one) => text.includes(one.trim().toLowerCase())) ? 1 : 0;
}

function cutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
