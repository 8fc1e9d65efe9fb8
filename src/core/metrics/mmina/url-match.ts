import { includesAll } from './string-match.ts';
import type { MminaChecks } from './task.ts';

const OR = ' |OR| ';

/**
 * 1 when a URL is one of the references (`EXACT`), or holds one of them (`GOLD in PRED`, the default);
 * else 0. Slashes at the end do not count, case does.
 */
export function scoreUrlMatch(
  url: string,
  { reference_url, url_note = 'GOLD in PRED' }: Pick<MminaChecks, 'reference_url' | 'url_note'>,
): number {
  const given = cutSlash(url);
  const references = (reference_url ?? '').split(OR).map(cutSlash);
  const isMet =
    url_note === 'EXACT'
      ? references.includes(given)
      : references.some((one) => given.includes(one));
  return isMet ? 1 : 0;
}

/** 1 when every text of `must_include` is in the last URL, without case; else 0 (`trip_match`). */
export function scoreTripMatch(url: string, mustInclude: readonly string[]): number {
  return includesAll(
    url.toLowerCase(),
    mustInclude.map((part) => part.toLowerCase()),
  )
    ? 1
    : 0;
}

/** 1 when a page's text holds any of the required ones, without case; else 0 (`program_html`). */
export function scoreContents(contents: string, required: string): number {
  const text = contents.toLowerCase();
  return required.split(OR).some((one) => text.includes(one.toLowerCase())) ? 1 : 0;
}

function cutSlash(url: string): string {
  return url.trim().replace(/\/+$/, '');
}
