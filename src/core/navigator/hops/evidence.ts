import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { HopEvidence } from '../../demonstration/hops.ts';
import { listHidden } from '../../ranking/page/hidden.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import { readText } from '../../ranking/page/visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { isEditingHost, walkElements } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Observation } from '../run/observation.ts';
import { isWithinHost, readHost } from '../sites.ts';

/** A text that may contain evidence, and its host; empty outside of sites. */
export interface EvidenceSource {
  from: 'page' | 'address' | 'receipt';
  text: string;
  host: string;
  /** What the navigator itself typed, which proves nothing. */
  own?: string;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Returns the first source that contains a quotation word for word. Case, space and kinds of quotes and dashes are
 * ignored; `…` stands for dropped words. What occurs anywhere (less than four letters without a digit, the bare address
 * of a site) proves nothing. `site`: only what was seen there counts.
 */
export function findEvidence(
  quoted: string,
  sources: readonly EvidenceSource[],
  site: string | null,
): HopEvidence | null {
  const parts = normalizeQuote(quoted)
    .split(/…|\.{3,}/)
    .map((part) =>
      part
        .trim()
        .replace(/^["']+|["']+$/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
  if (!parts.some(isSpecific)) return null;
  for (const { from, text, host, own } of sources) {
    if (site !== null && !isWithinHost(host, site)) continue;
    if (own !== undefined && parts.every((part) => normalizeQuote(own).includes(part))) continue;
    const held = normalizeQuote(text);
    const isHeld = from === 'address' ? isAddress(parts, text) : containsAll(held, parts);
    if (isHeld) return { from, text: quoted.trim(), host };
  }
  return null;
}

function isSpecific(part: string): boolean {
  if (UNSPACED.test(part)) return Array.from(part).length >= 2;
  const letters = part.match(/\p{L}/gu)?.length ?? 0;
  const digits = part.match(/\p{N}/gu)?.length ?? 0;
  return letters >= 4 || digits >= 2 || (digits === 1 && part.length >= 2);
}

/** Whether all parts occur, in order. */
function containsAll(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = findWords(text, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** Finds whole words: `cart` is not in `carton`. */
function findWords(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) {
    const isWhole =
      !joinsWords(text.at(at - 1), part.at(0), at > 0) &&
      !joinsWords(part.at(-1), text.at(at + part.length), at + part.length < text.length);
    if (isWhole) return at;
  }
  return -1;
}

function joinsWords(
  one: string | undefined,
  other: string | undefined,
  isInside: boolean,
): boolean {
  if (!isInside || one === undefined || other === undefined) return false;
  if (UNSPACED.test(one) || UNSPACED.test(other)) return false;
  return /[\p{L}\p{N}]/u.test(one) && /[\p{L}\p{N}]/u.test(other);
}

/** The address itself, or its end from its path on. A site's bare address only shows that it is open. */
function isAddress([part, ...more]: readonly string[], address: string): boolean {
  if (part === undefined || more.length > 0 || !URL.canParse(address)) return false;
  const { pathname, search, hash, host } = new URL(address);
  const path = normalizeQuote(trimSlash(`${pathname}${search}${hash}`));
  if (path === '') return false;
  const written = trimSlash(part.replace(/^https?:\/\//, ''));
  return written === normalizeQuote(host) + path || written === path;
}

function trimSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function normalizeQuote(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„«»‟]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of a document, in UTF-16 units. */
const MAX_TEXT = 400_000;

/**
 * Reads what a page shows: its address, its title, and the visible text of each document. Without the values of fields,
 * which the navigator may have typed.
 */
export function readPageSources({
  url,
  title,
  page,
  candidates,
  unseen,
}: Observation): EvidenceSource[] {
  const host = readHost(url);
  const address: EvidenceSource = { from: 'address', text: url, host };
  const named: EvidenceSource = { from: 'page', text: title, host };
  if (!page) {
    const text = candidates.map(({ fields }) => `${fields.name} ${fields.text} ${fields.context}`);
    return [address, named, { from: 'page', text: text.join(' ¦ '), host }];
  }
  const root = parsePage(page);
  const index = indexPage([root]);
  const { uids } = listHidden(root, page.frames[0]?.scroll ?? { x: 0, y: 0 }, unseen);
  const tops = [root, ...[...walkElements(root)].flatMap(({ content }) => content ?? [])];
  const documents = tops.map((top): EvidenceSource => {
    const frame = page.frames.find(({ frameId }) => frameId === top.frameId);
    const isLeftOut = (node: ElementNode): boolean =>
      isEditingHost(node) || (node.uid !== null && uids.has(node.uid));
    const text = readText(top, index, MAX_TEXT, isLeftOut);
    return { from: 'page', text, host: readHost(frame?.url ?? '') || host };
  });
  return [address, named, ...documents];
}

/** An action on the page at `url`. */
export interface PerformedAction {
  action: PageAction | TabAction;
  receipt: Receipt;
  outcome: string;
  url: string;
}

/** Reads what an action verifiably changed. */
export function readReceiptSources({
  action,
  receipt,
  outcome,
  url,
}: PerformedAction): EvidenceSource[] {
  const { changes } = receipt;
  const host = readHost(url);
  const own = action.intent === 'textInput' ? action.text : undefined;
  const shown = changes.flatMap((change): EvidenceSource[] => {
    if (change.kind === 'appeared') return [{ from: 'receipt', text: change.text, host }];
    if (change.kind !== 'url') return [];
    return [{ from: 'address', text: change.to, host: readHost(change.to) }];
  });
  return [...shown, { from: 'receipt', text: outcome, host, ...(own !== undefined && { own }) }];
}
