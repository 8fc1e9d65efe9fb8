import type { Uid } from '../action/action.ts';

/** A rectangle in CSS px. Which viewport's corner is the origin is said where a box is used. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a frame's viewport lies in its parent's: parent = offset + scale × own. CSS px. */
export interface FramePlace {
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
}

export const TOP_PLACE: FramePlace = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

/** Where a child's viewport lies in the top one, from its place in its parent and the parent's own. */
export function chainPlaces(parent: FramePlace, child: FramePlace): FramePlace {
  return {
    x: parent.x + parent.scaleX * child.x,
    y: parent.y + parent.scaleY * child.y,
    scaleX: parent.scaleX * child.scaleX,
    scaleY: parent.scaleY * child.scaleY,
  };
}

/**
 * One frame's document as a content script hands it out: the browser's own serialisation, and per
 * element (in the order of its start tags in `html`) what the serialisation does not say. Arrays are
 * aligned: element i has `uids[i]` and `boxes[4i … 4i+3]`. Crosses contexts by structured clone.
 */
export interface RawFrame {
  /** `document.documentElement.getHTML` with every shadow root, open and closed; no `<html>` tag. */
  html: string;
  /** Attributes of the html element, which `html` does not contain. */
  root?: [name: string, value: string][];
  /** Random per document, 32 bits; with a number of `uids` it makes a Uid (core/snapshot/uid). */
  salt: number;
  /** First entry belongs to the `<html>` element itself, which `html` does not contain. */
  uids: Uint32Array;
  /**
   * `nodeName`s in the same order as `uids`, joined by a space: the stitcher checks itself with it.
   * Upper case only for elements HTML knows (void and raw-text rules apply to those alone). A `/` at
   * the end marks a shadow host: the next start tag in `html` is its root's template, no element.
   */
  names: string;
  /** x, y, width, height per element in this frame's viewport; NaN where no box was taken or nothing is rendered. */
  boxes: Float32Array;
  /**
   * Live state that attributes do not show, as attribute edits: [element index, name, value or null
   * to remove]. The name `#text` (see TEXT_EDIT) replaces the element's content by a text.
   */
  edits: [index: number, name: string, value: string | null][];
  /**
   * Lengths in UTF-16 units of what a tokenizer would misread, in order of appearance: the data of
   * comments, all between `<?` and `?>`, the text of raw-text elements (MARKUP_INSIDE when they hold
   * elements).
   */
  spans: Uint32Array;
  /** Elements (by index) left out with their subtree: our own overlay. */
  omit: number[];
  /** Names this document to its parent; the parent lists it in `children`. */
  token: string;
  /** Frames embedded here: the index of the frame element, the child's token, and where its viewport lies. */
  children: { index: number; token: string; place: FramePlace }[];
  url: string;
  title: string;
  viewport: { width: number; height: number };
  scroll: { x: number; y: number };
  devicePixelRatio: number;
  /** Epoch ms when it was taken. */
  takenAt: number;
  /** Where its pixels must not be shown; absent where that was not asked. */
  masks?: MaskReport;
}

/**
 * What a frame says of where its pixels must not be shown. CSS px in its own layout viewport; a frame's
 * `token` and its parent's `children` tell where that lies.
 */
export interface MaskReport {
  token: string;
  /** Secret fields and masked regions, empty ones too. */
  boxes: Box[];
  /**
   * `box` is the frame element's: all of it is covered when the frame itself said nothing, and when it has
   * anything to cover and is `askew`, so that `place` does not tell where.
   */
  children: { token: string; place: FramePlace; box: Box; askew?: boolean }[];
  viewport: { width: number; height: number };
  /** What a screenshot shows of the layout viewport when it is pinched larger; null when all of it. */
  pinch: { x: number; y: number; scale: number } | null;
}

/** One frame's document as kept: WebLINX's page form, uids in the start tags. */
export interface FrameSnapshot {
  frameId: number;
  /** The html element, which `html` does not contain. */
  root?: { uid: Uid; attributes: Record<string, string> };
  /** null for the top frame, and if the parent is unknown (then `place` is null too). */
  parentFrameId: number | null;
  /** The frame element's uid in the parent's html. */
  ownerUid: Uid | null;
  /**
   * Where this frame's viewport lies in the TOP viewport; null when unknown. A top frame without it is imported, with
   * boxes only of what was in view.
   */
  place: FramePlace | null;
  url: string;
  title: string;
  /**
   * innerHTML of the html element with `data-webtasks-id` on every element; shadow roots as
   * `<template shadowrootmode>`; typed values, checked and selected state as attributes.
   */
  html: string;
  /** Boxes in the TOP viewport's coordinates, CSS px; in the frame's own where `place` is null. */
  boxes: Record<Uid, Box>;
  viewport: { width: number; height: number };
  scroll: { x: number; y: number };
  /** False when the stitcher had to fall back (order of start tags not as walked). */
  exact: boolean;
}

/** A page: its top frame first, then every frame in it, parents before children. */
export interface PageSnapshot {
  frames: FrameSnapshot[];
  devicePixelRatio: number;
  takenAt: number;
}

/** In `RawFrame.edits`: not an attribute but the element's text. */
export const TEXT_EDIT = '#text';

/** In `RawFrame.spans`: a raw-text element whose content has to be read as markup. */
export const MARKUP_INSIDE = 0xffffffff;

/** The attribute that carries a uid in page files. */
export const UID_ATTRIBUTE = 'data-webtasks-id';

/** Numbers of elements in one document stay below this (28 bits). */
export const UID_LIMIT = 2 ** 28;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * The uid of element number `n` (0 … 2^28 − 1) of the document with this salt (32 bits): 8-4-4 hex
 * groups like the first 18 characters of a version 4 UUID. Three Feistel rounds, so that different
 * (salt, n) never give the same uid and neighbours do not look alike.
 */
export function formatUid(salt: number, n: number): Uid {
  let left = salt >>> 0;
  let right = n & (UID_LIMIT - 1);
  right ^= scramble(left ^ 0x9e3779b9) & (UID_LIMIT - 1);
  left = (left ^ scramble(right ^ 0x7f4a7c15)) >>> 0;
  right ^= scramble(left ^ 0x5bd1e995) & (UID_LIMIT - 1);
  const high = right >>> 12;
  const low = 0x4000 | (right & 0xfff);
  return `${hex(left >>> 24)}${hex(left >>> 16)}${hex(left >>> 8)}${hex(left)}-${hex(high >>> 8)}${hex(high)}-${hex(low >>> 8)}${hex(low)}`;
}

function hex(byte: number): string {
  return HEX[byte & 0xff] ?? '00';
}

/** Every input bit moves every output bit (two multiply and shift rounds). */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}
