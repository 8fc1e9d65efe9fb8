import type { PageAction, TabAction } from '../../action/action.ts';

/** Parts of an address that are plain words rather than data. */
const PLAIN = /^[\p{L}-]{1,20}$/u;

/**
 * The words that an action would give to where it is done which are neither in what the user wrote nor on
 * that page itself: whatever they are, they may have been read elsewhere, in clear or in some disguise.
 */
export function findCarried(action: PageAction | TabAction, known: readonly string[]): string[] {
  const given = listGiven(action);
  if (given === '') return [];
  const words = new Set(known.flatMap(splitWords));
  return [...new Set(splitWords(given))].filter((word) => !words.has(word));
}

function listGiven(action: PageAction | TabAction): string {
  switch (action.intent) {
    case 'textInput':
      return action.text;
    case 'change':
      return action.value;
    case 'load': {
      if (!URL.canParse(action.url)) return '';
      const { pathname, searchParams, hash, username, password } = new URL(action.url);
      const path = pathname.split('/').filter((part) => !PLAIN.test(part));
      return [...path, ...searchParams.values(), hash, username, password].map(decode).join(' ');
    }
    default:
      return '';
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Folded; what is shorter than three letters tells nothing, but digits do. */
function splitWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2 || /\p{N}/u.test(word));
}
