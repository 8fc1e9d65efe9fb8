import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { MarkupVisitor } from '../../../core/snapshot/align.ts';
import { alignMarkup } from '../../../core/snapshot/align.ts';
import { editStartTag, readAttribute } from '../../../core/snapshot/markup.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { skipChildren } from '../../composed-tree.ts';
import * as dom from '../../native.ts';

/** Attributes that say what an element is or how it is laid out, not what it shows. */
const STRUCTURAL = new Set(
  (
    'id class type role name for form slot part is tabindex dir lang hidden disabled readonly required checked ' +
    'selected multiple open rows cols size maxlength minlength colspan rowspan width height method target rel ' +
    'autocomplete inputmode shadowrootmode xmlns viewbox d fill stroke contenteditable draggable ' +
    'aria-expanded aria-hidden aria-selected aria-checked aria-pressed aria-disabled aria-haspopup aria-controls ' +
    'aria-labelledby aria-describedby aria-modal aria-live aria-level aria-required aria-invalid'
  ).split(' '),
);

/**
 * The html without the texts and telling attributes of these elements (by index) and of all in them.
 * Tags stay as they are, and raw text and comments keep their length, so that `names` and `spans`
 * still fit. Null when the elements could not be found in it.
 */
export function maskRegions(
  raw: Pick<RawFrame, 'html' | 'names' | 'spans'>,
  regions: ReadonlySet<number>,
): string | null {
  if (regions.size === 0) return raw.html;
  const masker = new RegionMasker(raw.html, regions);
  return alignMarkup(raw, masker) ? masker.finish() : null;
}

class RegionMasker implements MarkupVisitor {
  private readonly html: string;
  private readonly regions: ReadonlySet<number>;
  private readonly parts: string[] = [];
  private copied = 0;
  private depth = 0;
  /** Depth of the region's own start tag; null outside. The html element has no tag here. */
  private region: number | null;

  constructor(html: string, regions: ReadonlySet<number>) {
    this.html = html;
    this.regions = regions;
    this.region = regions.has(0) ? -1 : null;
  }

  open(index: number, from: number, nameEnd: number, to: number, isVoid: boolean): void {
    this.passText(from);
    const begins = this.region === null && this.regions.has(index);
    if (begins || this.region !== null) {
      this.copyUntil(from);
      this.parts.push(editStartTag(this.html, from, nameEnd, this.listMeaningful(nameEnd)));
      this.copied = to;
    }
    if (begins && !isVoid) this.region = this.depth;
    if (!isVoid) this.depth++;
  }

  close(from: number, to: number): void {
    this.passText(from);
    if (this.region !== null) this.copyUntil(to);
    this.depth--;
    if (this.region !== null && this.depth <= this.region) this.region = null;
  }

  aside(from: number, to: number): void {
    this.passText(from);
    // A comment's marks are four and three characters, an instruction's two and two.
    const isComment = this.html.startsWith('<!--', from);
    this.blank(from + (isComment ? 4 : 2), to - (isComment ? 3 : 2));
    if (this.region !== null) this.copyUntil(to);
  }

  rawText(from: number, to: number): void {
    this.blank(from, to);
  }

  finish(): string {
    this.passText(this.html.length);
    return this.parts.join('') + this.html.slice(this.copied);
  }

  /** Text up to here; what was masked before it is copied already. */
  private passText(to: number): void {
    if (this.region === null || to <= this.copied) return;
    const text = this.html.slice(this.copied, to);
    this.parts.push(text.trim() === '' ? text : MASK);
    this.copied = to;
  }

  private copyUntil(to: number): void {
    this.parts.push(this.html.slice(this.copied, to));
    this.copied = to;
  }

  private blank(from: number, to: number): void {
    if (this.region === null) return;
    this.copyUntil(from);
    this.parts.push(' '.repeat(Math.max(0, to - from)));
    this.copied = Math.max(from, to);
  }

  private listMeaningful(nameEnd: number): Map<string, string> {
    const edits = new Map<string, string>();
    let at = nameEnd;
    for (let part = readAttribute(this.html, at); part; part = readAttribute(this.html, at)) {
      const name = part.name.toLowerCase();
      const isEmpty = part.quote === part.equals + 2;
      if (!STRUCTURAL.has(name) && !isEmpty) edits.set(name, MASK);
      at = part.quote + 1;
    }
    return edits;
  }
}

/** Attributes of an element in a region as they may be shown. */
export function maskAttributes(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      STRUCTURAL.has(name.toLowerCase()) || value === '' ? value : MASK,
    ]),
  );
}

type SecretField = HTMLInputElement | HTMLTextAreaElement;

/** Attributes that say what a field is; they hold no typed text but by coincidence. */
const DESCRIPTIVE = new Set(
  'type id name class style autocomplete placeholder role aria-label pattern form'.split(' '),
);

/** Below this a typed text is looked for only as a whole value: it would be found in anything. */
const MIN_COPY_LENGTH = 4;

/** Attributes of a secret field that show what was typed into it: `value`, and copies of it. */
export function listLeakingAttributes(field: SecretField): Map<string, string> {
  const typed = field.value;
  const leaks = new Map<string, string>();
  for (const { name, value } of dom.getAttributes(field)) {
    if (value === '' || DESCRIPTIVE.has(name)) continue;
    const isCopy =
      typed !== '' &&
      (value === typed || (typed.length >= MIN_COPY_LENGTH && value.includes(typed)));
    if (name === 'value' || isCopy) leaks.set(name, MASK);
  }
  return leaks;
}

/**
 * Takes out of the html what the start tags of secret fields, and the text inside them, give away.
 * Null when the fields could not be found in it.
 */
export function scrubSecrets(
  raw: Pick<RawFrame, 'html' | 'names' | 'spans'>,
  secrets: ReadonlyMap<number, SecretField>,
): string | null {
  const leaks = new Map(
    [...secrets].map(([index, field]) => [index, listLeakingAttributes(field)]),
  );
  const texts = new Set([...secrets].flatMap(([index, field]) => (hasText(field) ? [index] : [])));
  const last = Math.max(-1, ...texts, ...[...leaks].flatMap(([i, l]) => (l.size > 0 ? [i] : [])));
  if (last < 0) return raw.html;
  let scrubbed = '';
  let copied = 0;
  const isExact = alignMarkup(raw, {
    open(index, from, nameEnd, to) {
      const own = leaks.get(index);
      if (own && own.size > 0) {
        scrubbed += raw.html.slice(copied, from) + editStartTag(raw.html, from, nameEnd, own);
        copied = to;
      }
      if (texts.has(index)) {
        scrubbed += raw.html.slice(copied, to) + MASK;
        copied = Math.max(to, raw.html.indexOf('</textarea>', to));
      }
    },
    close() {
      // Only start tags matter here.
    },
    aside() {
      // As above.
    },
    rawText() {
      // As above.
    },
  });
  return isExact ? scrubbed + raw.html.slice(copied) : null;
}

function hasText(field: SecretField): boolean {
  return field instanceof HTMLTextAreaElement && field.defaultValue !== '';
}

/** Shorter pieces are found in anything. */
const MIN_TEXT_LENGTH = 2;

/** `textContent` without what is in the hidden elements. */
export function readUnmaskedText(element: Element, hidden: readonly Element[]): string {
  if (hidden.length === 0) return dom.getTextContent(element) ?? '';
  const isHidden = new Set<Node>(hidden);
  const walker = dom.makeTreeWalker(
    dom.getOwnerDocument(element) ?? document,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  const texts: string[] = [];
  let node: Node | null = walker.nextNode();
  while (node) {
    if (dom.getNodeType(node) === Node.TEXT_NODE) texts.push(dom.getNodeValue(node) ?? '');
    else if (isHidden.has(node)) {
      texts.push(MASK);
      node = skipChildren(walker);
      continue;
    }
    node = walker.nextNode();
  }
  return texts.join('');
}

/** Takes the texts of hidden elements out of one that was made of the page's texts: a name, a selection. */
export function maskTexts(text: string, hidden: readonly Element[]): string {
  if (hidden.length === 0 || text === '') return text;
  const pieces = new Set<string>();
  for (const element of hidden) {
    for (const piece of listTextPieces(element)) pieces.add(piece);
  }
  let shown = text;
  for (const piece of [...pieces].sort((one, other) => other.length - one.length)) {
    shown = shown.replaceAll(piece, MASK);
  }
  return shown;
}

function listTextPieces(element: Element): string[] {
  const texts: string[] = [(dom.getTextContent(element) ?? '').trim()];
  if (['INPUT', 'TEXTAREA'].includes(dom.getNodeName(element))) {
    texts.push((element as HTMLInputElement | HTMLTextAreaElement).value);
  }
  const walker = dom.makeTreeWalker(
    dom.getOwnerDocument(element) ?? document,
    element,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    texts.push((dom.getNodeValue(node) ?? '').trim());
  }
  return texts.filter((text) => text.length >= MIN_TEXT_LENGTH);
}
