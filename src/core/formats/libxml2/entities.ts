import { parseFragment } from 'parse5';

/** libxml2 wants the semicolon behind a name, not behind a number. */
const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+);?|#(\d+);?|([a-zA-Z][a-zA-Z0-9]*);)/g;

const COMMON: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

/** Text or an attribute's value with its references resolved; unknown ones stay as they are. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    REFERENCE,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return COMMON[name] ?? resolveName(name);
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return isCharacter(code) ? String.fromCodePoint(code) : '';
    },
  );
}

/** XML's `Char`: libxml2 leaves out anything else. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return (
    code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code > 0xffff && code <= 0x10ffff)
  );
}

/** By parse5's table, which is HTML 5's: a name that HTML 4 has not is resolved all the same. */
function resolveName(name: string): string {
  const [node] = parseFragment(`&${name};`).childNodes;
  return node && 'value' in node ? node.value : `&${name};`;
}
