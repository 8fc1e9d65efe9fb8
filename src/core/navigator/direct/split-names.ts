import { ORDINAL_PATTERN } from '../../ranking/ordinal-words.ts';

const SEPARATOR = /\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/iu;
const ORDINAL_LIST = new RegExp(
  `^(.*?)\\s*\\b((?:${ORDINAL_PATTERN})(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+)?${ORDINAL_PATTERN})+)\\s+(\\S.*)$`,
  'iu',
);

/** Several things counted at once: "star the first and third emails" is one name for each. */
export function splitOrdinals(words: string): string[] | null {
  const [, before = '', ordinals, noun = ''] = ORDINAL_LIST.exec(words) ?? [];
  if (ordinals === undefined) return null;
  return ordinals
    .split(SEPARATOR)
    .map((ordinal) => `${before} ${ordinal.replace(/^the\s+/iu, '')} ${noun}`.trim());
}

/** The names in a list of them ("a, b and c"), or null where there is only one. */
export function splitNames(words: string): string[] | null {
  const counted = splitOrdinals(words);
  if (counted) return counted;
  const names = words
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length < 2 ? null : names;
}
