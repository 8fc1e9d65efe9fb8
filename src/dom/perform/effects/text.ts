export function normalizeSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** At most `length` code points; what was cut shows as an ellipsis, which counts. */
export function cutText(text: string, length: number): string {
  const points = Array.from(text);
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
}

/** For comparing words: no case, no accents, single spaces. */
export function foldText(text: string): string {
  return normalizeSpace(text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
}
