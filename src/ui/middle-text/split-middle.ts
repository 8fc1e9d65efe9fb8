const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Moves the cut to the start of a word if one begins within half a tail of it. */
function alignToWord(parts: readonly string[], cut: number, reach: number): number {
  for (let distance = 0; distance <= reach; distance += 1) {
    if (parts[cut - distance - 1] === ' ') return cut - distance;
    if (parts[cut + distance - 1] === ' ') return cut + distance;
  }
  return cut;
}

/**
 * Splits a name so that its end stays visible when its middle must go: `head` may be cut by the
 * layout, `tail` never is. Never splits a character as a reader sees it (emoji, combined letters).
 * A name that is not clearly longer than the tail stays whole in `head`.
 * @param tailLength about how many characters the tail has: it begins with a word where it can
 */
export function splitMiddle(text: string, tailLength = 8): { head: string; tail: string } {
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  if (parts.length < tailLength * 2) return { head: text, tail: '' };
  const cut = alignToWord(parts, parts.length - tailLength, Math.floor(tailLength / 2));
  return { head: parts.slice(0, cut).join(''), tail: parts.slice(cut).join('') };
}
