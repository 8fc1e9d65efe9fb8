type Kind = 'language' | 'region';

const codes = new Map<Kind, ReadonlyMap<string, string>>();

/** English names in small letters with their codes; of codes with two letters, which sites go by. */
function listCodes(type: Kind): ReadonlyMap<string, string> {
  const known = codes.get(type);
  if (known) return known;
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const found = new Map<string, string>();
  for (const pair of letters.flatMap((first) => letters.map((second) => first + second))) {
    const code = type === 'region' ? pair.toUpperCase() : pair;
    const name = names.of(code);
    // Old codes stand for the same languages.
    const isCurrent = type === 'region' || Intl.getCanonicalLocales(code)[0] === code;
    if (name !== undefined && isCurrent) found.set(name.toLowerCase(), code);
  }
  codes.set(type, found);
  return found;
}

/** What people who speak a language call it: "Deutsch" for "German"; null for what is no language's English name. */
export function readOwnName(english: string): string | null {
  const code = listCodes('language').get(english.trim().toLowerCase());
  if (code === undefined) return null;
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? null;
}

/** Whether it is the English name of a country. */
export function isCountry(name: string): boolean {
  const plain = name.trim().toLowerCase().replace(/^the /u, '');
  return (
    /^(?:usa?|u\.s\.a?\.?|uk|u\.k\.|england|scotland|wales)$/u.test(plain) ||
    listCodes('region').has(plain)
  );
}
