import { readMhtmlText } from './mhtml.ts';
import type { SecretForm, SecretSearch } from './search.ts';

/** A secret value in an export; it does not say which. */
export interface SecretLeak {
  path: string;
  form: SecretForm;
  /** Number of the browser event that the file or line is about, from 0. */
  event: number | null;
}

/** Yields the leaks of one file; the texts in an image are searched, not its pixels. */
export function* findLeaks(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  search: SecretSearch,
): Generator<SecretLeak> {
  const [named] = search.find(path);
  if (named) yield { path, form: named.form, event: null };
  const text = readTexts(path, bytes);
  for (const { from, form } of search.find(text)) {
    yield { path, form, event: readEvent(path) ?? readLineEvent(path, text, from) };
  }
}

/** One sentence for the user. */
export function explainLeak({ path, form, event }: SecretLeak): string {
  const turn = event === null ? '' : ` (action ${event + 1})`;
  return `Nothing was exported: ${path}${turn} contains what was typed into a secret field${FORM_DESCRIPTIONS[form]}. Delete or change that turn, then export again; the demonstration is kept as it is.`;
}

const FORM_DESCRIPTIONS: Readonly<Record<SecretForm, string>> = {
  plain: '',
  json: ', in escaped form',
  entities: ', written in HTML entities',
  url: ', in URL-encoded form',
  base64: ', in base64',
  'utf-16': ', in UTF-16',
};

/** Reads names such as `pages/page-7-0.html`. */
function readEvent(path: string): number | null {
  const number = /\/[a-z]+-(\d+)/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}

/** Lines of replay.json have an event number. */
function readLineEvent(path: string, text: string, at: number): number | null {
  if (!path.endsWith('replay.json')) return null;
  const end = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end);
  const number = /"event_id":(\d+)/.exec(line)?.[1];
  return number === undefined ? null : Number(number);
}

function readTexts(path: string, bytes: Uint8Array<ArrayBuffer>): string {
  if (path.endsWith('.png')) return readImageTexts(bytes);
  return path.endsWith('.mhtml') ? readMhtmlText(bytes) : new TextDecoder().decode(bytes);
}

const PNG_HEAD = 8;

/** Reads all chunks of a PNG but the compressed pixels. */
function readImageTexts(bytes: Uint8Array<ArrayBuffer>): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = PNG_HEAD; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type !== 'IDAT') parts.push(new TextDecoder().decode(data));
    at += 12 + length;
  }
  return parts.join('\n');
}
