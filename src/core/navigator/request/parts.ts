/** Parts of a form in the user's words: "name Ada, city: London, express delivery". */
import type { FillPart } from './step.ts';
import type { Token, Tokens } from './tokens.ts';
import { dropMarks, joinTokens, readName, readText, splitWords } from './tokens.ts';

const VALUE_WORDS = new Set([':', '=', 'is', 'to', 'with']);
const LEADS = splitWords('tick check choose select pick accept enable activate with my the');

export function readParts(tokens: Tokens): FillPart[] {
  const parts: Token[][] = [[]];
  for (const [at, token] of dropMarks(tokens).entries()) {
    const isSeparator =
      (token.kind === 'mark' && /[,;]/.test(token.key)) ||
      token.gap === '\n' ||
      (token.key === 'and' && at > 0);
    if (isSeparator) parts.push(token.gap === '\n' ? [token] : []);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0).map(readPart);
}

/** Parts that count only if all their words are a field's name and its value. */
export function readWholeParts(text: Tokens): FillPart[] {
  return readParts(text).map((part) => ({ ...part, isWhole: true }));
}

/** `label` is null where only the page can tell where the field's name ends. */
function readPart(tokens: Tokens): FillPart {
  const said = joinTokens(tokens);
  const own = tokens.length > 1 && LEADS.has(tokens[0]?.key ?? '') ? tokens.slice(1) : tokens;
  const at = own.findIndex(({ key }, index) => index > 0 && VALUE_WORDS.has(key));
  const value = own.slice(at + 1);
  if (at > 0 && value.length > 0) {
    return { said, label: readName(own.slice(0, at)), value: readText(value) };
  }
  return { said, label: null, value: joinTokens(own) };
}
