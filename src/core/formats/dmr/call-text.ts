import { writeDictRepr } from '../python/repr.ts';

/** An argument of a printed action. Numbers are printed as integers. */
export type CallValue = string | number | null | Readonly<Record<string, string>>;
export type CallArguments = Readonly<Record<string, CallValue>>;

/**
 * WebLINX's action printer (weblinx-format.md §2.4): `click(uid="…")`. Quotes and backslashes inside
 * strings are NOT escaped, newlines and tabs are; so it cannot always be read back. For calls that
 * can, see core/action/call.
 */
export function writeCall(name: string, args: CallArguments): string {
  const written = Object.entries(args).map(([key, value]) => `${key}=${writeValue(value)}`);
  return `${name}(${written.join(', ')})`.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function writeValue(value: CallValue): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'number' ? String(value) : writeDictRepr(value);
}
