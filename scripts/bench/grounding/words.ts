/*
 * Whether an instruction shares a word with what its target is called. Deliberately strict: endings are
 * ignored, so that "sorted" and "sort" are the same word, and one shared Han character is a shared word.
 */

/** Words that say nothing about an element, in the languages of the pages. */
const fillers = new Set(
  `a an the to of in on at for from by with and or as is are be it its this that i me my we us our you your
  der die das den dem ein eine einen und im am zu zur zum auf von mit ich mein meine meinen ist es
  le la les l de du des d un une et a au aux en je mon ma mes est ce c
  el los las un una y en del al por para mi mis es que
  من في على الى إلى أن`.split(/\s+/),
);

const japanese = /\p{Script=Hiragana}|\p{Script=Han}/u;
/** What says something alone. */
const meaningful = /\p{Script=Han}|\p{N}/u;

export function shareWord(instruction: string, name: string): boolean {
  const named = splitWords(name);
  return splitWords(instruction).some((word) => named.some((other) => isSame(word, other)));
}

function splitWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/\p{Script=Han}|\p{Script=Katakana}+|[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((word) => (japanese.test(word) ? (word.match(/\p{Script=Han}/gu) ?? []) : [word]))
    .map((word) => word.replace(/^ال(?=\p{L}{3})/u, ''))
    .filter((word) => !fillers.has(word) && (word.length > 1 || meaningful.test(word)));
}

/** The same word, or the same beginning with endings of at most three letters. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  return same >= 4 && one.length - same <= 3 && other.length - same <= 3;
}
