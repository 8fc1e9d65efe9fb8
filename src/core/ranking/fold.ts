const VOWEL = /[aeiouy]/;

/**
 * A light stem, so that forms of one word meet: plurals, -ed, -ing and a final e or y go (`shipping`
 * and `ships` → `ship`, `categories` → `categori`). Only for comparing; short words and numbers stay.
 */
export function foldWord(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return foldEnding(foldSuffix(foldPlural(word)));
}

function foldPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}

function foldSuffix(word: string): string {
  const suffix = /(?:ing|ed)$/.exec(word)?.[0];
  const stem = suffix ? word.slice(0, -suffix.length) : word;
  if (!suffix || stem.length < 3 || !VOWEL.test(stem)) return word;
  const doubled = /([bdgklmnprt])\1$/.test(stem) && !stem.endsWith('ll');
  return doubled ? stem.slice(0, -1) : stem;
}

function foldEnding(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return word.endsWith('y') && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}
