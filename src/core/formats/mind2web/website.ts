/** Second-level names that stand for a country's `com`: `bbc.co.uk` is `bbc`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'ne', 'or', 'org']);

/**
 * What Mind2Web calls a website: `aa` for `https://www.aa.com/…`. Without the public suffix list, so a
 * guess for hosts under unusual suffixes; a number or a name without dots stays whole.
 */
export function nameWebsite(url: string): string {
  const hostname = readHostname(url);
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$|^\[/.test(hostname)) return hostname;
  const second = labels.at(-2) ?? '';
  const hasCountry = labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2;
  return (hasCountry && SECOND_LEVEL.has(second) ? labels.at(-3) : second) ?? hostname;
}

/** Empty for what is no address. */
export function readHostname(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
