import { ORDINAL_PATTERN, normaliseOrdinals, readOrdinal } from '../../ranking/query/take-item.ts';

/** What a short message asks for that only makes sense after something was done. */
export type FollowUp =
  | { kind: 'undo' }
  | { kind: 'again' }
  /** The same on the next thing of its kind, or (-1) the one before. */
  | { kind: 'next'; by: 1 | -1 }
  /** Not this one: what was done is undone where it can be. */
  | { kind: 'other' }
  /** The same on the first, second, last (-1). */
  | { kind: 'nth'; place: number; instead: boolean }
  /** The same for what these words name; `instead` of what was done, or after it. */
  | { kind: 'same'; words: string; instead: boolean };

const END = '(?:\\s+(?:please|thanks|too|as well))?';
const UNDO = new RegExp(
  `^(?:oops,? )?(?:undo|revert|reverse|take back)(?: (?:that|it|this|(?:the |my )?last (?:step|action|thing|one|change)|what you (?:just )?did))?${END}$|^(?:take|put|change|set|switch|turn) (?:it|that) back${END}$`,
);
const AGAIN = new RegExp(
  `^(?:and |now |then )*(?:again|once (?:more|again)|one more time|repeat(?: (?:that|it))?|(?:do|click|press) (?:it|that) (?:again|once more)|same again)${END}$`,
);
const NEXT = new RegExp(
  `^(?:and |now |then |also )*(?:do |click |open |take )?(?:the )?(?:(next|following|previous)(?: one)?|one (before|after)(?: (?:it|that))?)${END}$`,
);
const OTHER = new RegExp(
  `^(?:no )?(?:(?:i meant|i mean|not that(?: one)?|wrong(?: one)?) )?(?:but )?(?:the )?other(?: one)?(?: instead)?${END}$|^(?:no )?(?:not (?:that|this)(?: one)?|wrong one|that is the wrong one|thats the wrong one)$`,
);
const ORDINAL_ONE = new RegExp(`^(?:the )?(${ORDINAL_PATTERN})(?: one)?$`);
const SAME =
  /^(?:and |now |then |also )*(?:do |please )?(?:the )?same (?:thing |again )?(?:for|with|to|on) (.+)$/iu;
const ALSO = /^(?:and|also|plus|now)(?: also)?(?: (?:for|with))? (.+?)(?: too| as well)?$/iu;
const TOO = /^(.+?),? (?:too|as well)$/iu;
const INSTEAD =
  /^(?:no|nope|wrong|sorry|i mean|i meant)[,.:]? (?:(?:i meant|i mean|not that(?: one)?|i wanted)[,.:]? )?(.+?)(?: instead)?$/iu;
const RATHER = /^(?:rather )?(.+?) instead$/iu;

/** Reads a follow-up; null when the message stands for itself. */
export function readFollowUp(message: string): FollowUp | null {
  const said = message.trim().replace(/[.!?]+$/u, '');
  const plain = normaliseOrdinals(said.toLowerCase().replace(/[,;:'’]/gu, '')).replace(
    /\s+/gu,
    ' ',
  );
  if (UNDO.test(plain)) return { kind: 'undo' };
  if (AGAIN.test(plain)) return { kind: 'again' };
  const [, named, placed] = NEXT.exec(plain.replace(/^no (?=the one )/u, '')) ?? [];
  const neighbour = named ?? placed;
  if (neighbour !== undefined)
    return { kind: 'next', by: /^(?:previous|before)$/u.test(neighbour) ? -1 : 1 };
  if (OTHER.test(plain)) return { kind: 'other' };
  const same = SAME.exec(said)?.[1] ?? ALSO.exec(said)?.[1] ?? TOO.exec(said)?.[1];
  if (same !== undefined) return readWords(same, false);
  const instead = INSTEAD.exec(said)?.[1] ?? RATHER.exec(said)?.[1];
  return instead === undefined ? null : readWords(instead, true);
}

function readWords(said: string, instead: boolean): FollowUp {
  const ordinal = ORDINAL_ONE.exec(normaliseOrdinals(said.toLowerCase().trim()))?.[1];
  const place = ordinal === undefined ? null : readOrdinal(ordinal);
  if (place !== null) return { kind: 'nth', place, instead };
  const words = said.trim().replace(/^["“«](.+)["”»]$/u, '$1');
  return { kind: 'same', words, instead };
}
