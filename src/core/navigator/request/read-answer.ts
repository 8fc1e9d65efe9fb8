import { normalizeName, containsWords } from '../form-controls.ts';

export type QuestionAnswer =
  { kind: 'option'; index: number } | { kind: 'cancel' } | { kind: 'other' };

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const CANCEL =
  /^(?:no|nope|cancel|stop|none|neither|nothing|never ?mind|forget (?:it|that)|none of (?:them|these|those)|neither of them)(?: thanks?| thank you| please)?$/;

/** To "did you mean …?" */
const AGREE = /^(?:yes|yeah|yep|ok|okay|sure|right|correct|exactly|that one)(?: please| thanks?)?$/;

/**
 * What a message answers to a question with these labels: a label or words only one of them has,
 * an ordinal ("the second one", "2", "the last"), or that the user no longer wants it.
 */
export function readAnswer(message: string, labels: readonly string[]): QuestionAnswer {
  const said = normalizeName(message);
  const exact = labels.findIndex((label) => normalizeName(label) === said);
  if (exact >= 0) return { kind: 'option', index: exact };
  if (CANCEL.test(said)) return { kind: 'cancel' };
  if (labels.length === 1 && AGREE.test(said)) return { kind: 'option', index: 0 };
  const meant = said
    .replace(
      /^(?:please )?(?:click|choose|pick|select|take|use|i mean|i want|it is|it s)(?: on)? /,
      '',
    )
    .replace(/^(?:the|that|option|number|no) /, '')
    .replace(/ please$/, '');
  const place = readOrdinal(
    meant.replace(/ ?\b(?:one|option|entry|result|item)$/, ''),
    labels.length,
  );
  if (place !== null) return { kind: 'option', index: place };
  const again = labels.findIndex((label) => normalizeName(label) === meant);
  if (again >= 0) return { kind: 'option', index: again };
  return { kind: 'other' };
}

/** The only label that has all the words of a message that is no answer otherwise; null when unsure. */
export function guessAnswer(message: string, labels: readonly string[]): number | null {
  const said = normalizeName(message).replace(
    /^(?:the )?(?:one )?(?:(?:in|with|from|at|under) )?(?:the )?/,
    '',
  );
  const words = said.replace(/ one$/, '');
  const fitting = labels.flatMap((label, index) =>
    containsWords(normalizeName(label), words) ? [index] : [],
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function readOrdinal(words: string, count: number): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words)?.[1];
  const index =
    words === 'last'
      ? count - 1
      : digits === undefined
        ? Math.max(ORDINALS.indexOf(words), NUMBERS.indexOf(words))
        : Number(digits) - 1;
  return index >= 0 && index < count ? index : null;
}
