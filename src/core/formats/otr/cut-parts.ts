import { cutCenter } from './center-cut.ts';
import { levelLengths } from './level-lengths.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/** What became of a part; parts that fit are not reported. */
export interface CutPart {
  index: number;
  /** Null when there was not even room for the dots; empty when its share was nothing. */
  text: string | null;
}

/**
 * One round of levelling: cuts those parts that are above the level, so that a rendered text with
 * `excess` tokens too many loses them. Fixed text around the parts is never counted, only what must go.
 */
export function cutParts(
  parts: readonly string[],
  excess: number,
  tokenizer: OtrTokenizer,
): CutPart[] {
  const lengths = parts.map((part) => tokenizer.count(part));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const shares = levelLengths(lengths, total - excess);
  const cut: CutPart[] = [];
  for (const [index, part] of parts.entries()) {
    const share = shares[index] ?? 0;
    if (share === (lengths[index] ?? 0)) continue;
    cut.push({ index, text: share === 0 ? '' : cutCenter(part, share, tokenizer) });
  }
  return cut;
}
