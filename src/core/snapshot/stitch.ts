import type { Uid } from '../action/action.ts';
import { alignMarkup } from './align.ts';
import type { MarkupVisitor } from './align.ts';
import {
  editStartTag,
  escapeText,
  sanitizeComment,
  sanitizeRawText,
  makeWellFormed,
} from './markup.ts';
import { TEXT_EDIT, UID_ATTRIBUTE, formatUid } from './snapshot.ts';
import type { Box, RawFrame } from './snapshot.ts';

export interface StitchedFrame {
  /** The page form: see FrameSnapshot.html. Any parser reads its tags as the walk saw them. */
  html: string;
  /** In the frame's own viewport, CSS px; only elements that are in `html`, and the html element. */
  boxesByUid: Record<Uid, Box>;
  uidAt(index: number): Uid;
  /** Whether every start tag was the one expected. If not, uids are right up to where it went out of step. */
  exact: boolean;
}

/**
 * Puts uids and live state into the start tags of what the browser wrote. Attributes of the page that
 * pretend to be uids are taken out, left-out elements are cut, and what a parser would read as a tag
 * inside comments and raw text is made harmless. Never throws, whatever it is given.
 */
export function stitchFrame(raw: RawFrame): StitchedFrame {
  const stitcher = new Stitcher(raw);
  const exact = alignMarkup(raw, stitcher);
  return {
    html: makeWellFormed(stitcher.finish()),
    boxesByUid: stitcher.boxes,
    uidAt: (index) => uidAt(raw, index),
    exact,
  };
}

function uidAt(raw: RawFrame, index: number): Uid {
  return formatUid(raw.salt, raw.uids[index] ?? 0);
}

class Stitcher implements MarkupVisitor {
  readonly boxes: Record<Uid, Box> = {};
  private readonly raw: RawFrame;
  private readonly html: string;
  private readonly parts: string[] = [];
  private readonly edits = new Map<number, Map<string, string | null>>();
  private readonly omitted: ReadonlySet<number>;
  private readonly isSpoofed: boolean;
  private copied = 0;
  private depth = 0;
  /** The content being left out: until the end tag that returns to `depth`, which is kept or not. */
  private cut: { depth: number; keepEnd: boolean } | null = null;

  constructor(raw: RawFrame) {
    this.raw = raw;
    this.html = raw.html;
    this.omitted = new Set(raw.omit);
    this.isSpoofed = /data-webtasks-id/i.test(raw.html);
    for (const [index, name, value] of raw.edits) {
      const edits = this.edits.get(index) ?? new Map<string, string | null>();
      this.edits.set(index, edits.set(name, value));
    }
    this.keepBox(0, uidAt(raw, 0));
  }

  open(
    index: number,
    from: number,
    nameEnd: number,
    to: number,
    isVoid: boolean,
    name: string,
  ): void {
    const depth = this.depth;
    if (!isVoid) this.depth++;
    if (this.cut) return;
    if (this.omitted.has(index)) {
      this.copyUntil(from, to);
      if (!isVoid) this.cut = { depth, keepEnd: false };
      return;
    }
    const isPlain = name === 'plaintext';
    if (index < 0) {
      if (this.isSpoofed) this.replace(from, to, this.edit(from, nameEnd, [[UID_ATTRIBUTE, null]]));
      return;
    }
    const uid = uidAt(this.raw, index);
    this.keepBox(index, uid);
    const edits = this.edits.get(index);
    if (edits === undefined && !this.isSpoofed && !isPlain) {
      this.copyUntil(to - 1, to);
      this.parts.push(` ${UID_ATTRIBUTE}="${uid}">`);
      return;
    }
    const text = edits?.get(TEXT_EDIT);
    const attributes = [...(edits ?? [])].filter(([edited]) => edited !== TEXT_EDIT);
    const tag = this.edit(from, nameEnd, [[UID_ATTRIBUTE, null], ...attributes]);
    // Nothing ends a plaintext element: it would swallow the rest of the page.
    const kept = isPlain ? `<pre${tag.slice('<plaintext'.length)}` : tag;
    this.replace(from, to, `${kept.slice(0, -1)} ${UID_ATTRIBUTE}="${uid}">`);
    if (typeof text === 'string' && !isVoid) {
      // A parser drops one line break at the start of a textarea.
      this.parts.push(text.startsWith('\n') ? `\n${escapeText(text)}` : escapeText(text));
      this.cut = { depth, keepEnd: true };
    }
  }

  close(from: number, to: number): void {
    if (this.depth > 0) this.depth--;
    if (this.cut) {
      if (this.depth > this.cut.depth) return;
      this.copied = this.cut.keepEnd ? from : to;
      this.cut = null;
    } else if (this.html.startsWith('</plaintext>', from)) {
      this.replace(from, to, '</pre>');
    }
  }

  aside(from: number, to: number): void {
    if (this.cut) return;
    const aside = this.html.slice(from, to);
    const harmless = sanitizeComment(aside);
    if (harmless !== aside) this.replace(from, to, harmless);
  }

  rawText(from: number, to: number, name: string): void {
    if (this.cut) return;
    const text = this.html.slice(from, to);
    const harmless = sanitizeRawText(text, name);
    if (harmless !== text) this.replace(from, to, harmless);
  }

  finish(): string {
    if (!this.cut) this.parts.push(this.html.slice(this.copied));
    return this.parts.join('');
  }

  private edit(from: number, nameEnd: number, edits: [string, string | null][]): string {
    return editStartTag(this.html, from, nameEnd, new Map(edits));
  }

  private replace(from: number, to: number, by: string): void {
    this.copyUntil(from, to);
    this.parts.push(by);
  }

  private copyUntil(end: number, next: number): void {
    if (end > this.copied) this.parts.push(this.html.slice(this.copied, end));
    this.copied = next;
  }

  private keepBox(index: number, uid: Uid): void {
    const { boxes } = this.raw;
    const x = boxes[4 * index] ?? Number.NaN;
    if (Number.isNaN(x)) return;
    const [, y = 0, width = 0, height = 0] = boxes.subarray(4 * index, 4 * index + 4);
    this.boxes[uid] = { x, y, width, height };
  }
}
