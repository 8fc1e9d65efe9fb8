import { MASK } from '../../core/demonstration/secrets/secret-fields.ts';
import { escapeText, sanitizeRawText, writeAttribute } from '../../core/snapshot/markup.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { MARKUP_INSIDE } from '../../core/snapshot/snapshot.ts';
import type { BoxScope, Probe } from './boxes.ts';
import { createBoxTaker } from './boxes.ts';
import { createKindReader } from './element-kinds.ts';
import type { CachedHtmlTools } from './reuse/cached-html.ts';
import { writeFromParts } from './reuse/cached-html.ts';
import type { WalkMemory } from './reuse/walk-memory.ts';
import type { FieldReader } from './secrets/fields.ts';
import { createFieldReader } from './secrets/fields.ts';
import { listLeakingAttributes, scrubSecrets } from './secrets/mask-markup.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { measureFramePlace } from './target-box.ts';
import type { Uids } from './uids.ts';
import type { WalkResult } from './walk.ts';
import { walkDocument } from './walk.ts';
import { readDocumentTime } from '../time.ts';
import * as dom from '../native.ts';
import * as Kind from './element-kinds.ts';

export interface TakeOptions {
  uids: Uids;
  shadowRoots: ShadowRoots;
  token: string;
  /** Tokens that a frame element's documents gave, the newest last; several only when somebody lies. */
  tokensOf?: (frame: Element) => readonly string[];
  boxes: BoxScope;
  /** Measured even when out of view: the target of an action. */
  always?: readonly Element[];
  /** Left out with all that is in them. */
  omit?: readonly Element[];
  /** Of what earlier walks went through; without it every walk goes through everything. */
  memory?: WalkMemory;
  /** Asked for input, textarea and select elements. */
  isSecret: (element: Element) => boolean;
}

/** Elements of a take, to find out later whether it still holds (frame-taker.ts). */
export interface TakenElements extends Pick<WalkResult, 'templates' | 'hostless' | 'frames'> {
  isStateUnchanged: () => boolean;
  secretFields: readonly Element[];
  probes: readonly Probe[];
  /** Whether a secret field held anything. */
  holdsSecret: boolean;
}

export type TakeResult =
  { ok: true; raw: RawFrame; seen: TakenElements } | { ok: false; reason: string };

/**
 * Takes the document as it is at this moment, synchronously. Changes nothing in the page, runs none of
 * its code, and never throws: a page it cannot read gives a reason.
 */
export function takeFrame(document: Document, options: TakeOptions): TakeResult {
  try {
    const root = dom.getDocumentElement(document);
    const window = dom.getWindow(document);
    if (!root) return { ok: false, reason: 'The document has no root element.' };
    if (!window) return { ok: false, reason: 'The document is not shown in a window.' };
    return { ok: true, ...readDocument(document, root, window, options) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function readDocument(
  document: Document,
  root: Element,
  window: Window,
  { uids, shadowRoots, token, tokensOf, boxes: scope, always, omit, memory, isSecret }: TakeOptions,
): { raw: RawFrame; seen: TakenElements } {
  const boxes = createBoxTaker(window, scope, uids, always ?? []);
  const fields = createFieldReader(isSecret);
  const isXml = dom.getContentType(document) !== 'text/html';
  const kinds = createKindReader(isXml);
  const tools = { uids, shadowRoots, kinds, boxes, fields, memory };
  const walked = walkDocument(document, root, tools, { omit: omit ?? [], always: always ?? [] });
  // The browser would write XML: empty elements end themselves there.
  walked.isAmbiguous ||= isXml;
  const written = writeDocument(root, walked, fields, { kinds, shadowRoots, memory, isSecret });
  const raw = {
    ...written,
    root: Array.from(dom.getAttributes(root), ({ name, value }): [string, string] => [name, value]),
    salt: uids.salt,
    uids: walked.uids.pack(),
    boxes: boxes.finish(walked.uids.length),
    edits: fields.edits,
    omit: walked.omit,
    token,
    children: placeFrames(walked.frames, tokensOf, window),
    ...readViewState(document, window),
  };
  const { templates, hostless, frames } = walked;
  const { isUnchanged, secretFields, secrets } = fields;
  const seen = {
    templates,
    hostless,
    frames,
    probes: boxes.probes,
    isStateUnchanged: isUnchanged,
    secretFields,
    holdsSecret: [...secrets.values()].some((field) => field.value !== ''),
  };
  return { raw, seen };
}

/** The frames in this document, and where they are now. */
export function placeFrames(
  frames: WalkResult['frames'],
  tokensOf: TakeOptions['tokensOf'],
  window: Window,
): RawFrame['children'] {
  return frames.flatMap(({ index, element }) => {
    const tokens = tokensOf?.(element) ?? [];
    const place = tokens.length > 0 ? measureFramePlace(element, window) : null;
    return place ? tokens.map((child) => ({ index, token: child, place })) : [];
  });
}

/** What is true of a document at a moment without looking at its elements. */
export function readViewState(
  document: Document,
  window: Window,
): Pick<RawFrame, 'url' | 'title' | 'viewport' | 'scroll' | 'devicePixelRatio' | 'takenAt'> {
  return {
    url: dom.getUrl(document),
    title: dom.getTitle(document),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: window.scrollX, y: window.scrollY },
    devicePixelRatio: window.devicePixelRatio,
    takenAt: readDocumentTime(),
  };
}

/** The browser's own serialisation where it can be trusted, else ours. */
function writeDocument(
  root: Element,
  walked: WalkResult,
  fields: FieldReader,
  tools: SerializerTools & CachedHtmlTools,
): Pick<RawFrame, 'html' | 'names' | 'spans'> {
  const names = walked.names.join(' ');
  const spans = walked.spans.pack();
  if (!walked.isAmbiguous && 'getHTML' in root) {
    // Only roots that were walked: one we do not know would put the tags out of step.
    const html = writeFromParts(root, walked, tools) ?? writeWhole(root, walked);
    const scrubbed = scrubSecrets({ html, names, spans }, fields.secrets);
    if (scrubbed !== null) return { html: scrubbed, names, spans };
  }
  const written = serializeInScript(root, tools);
  return { html: written.html, names, spans: packNumbers(written.spans) };
}

function writeWhole(root: Element, { roots, parts }: WalkResult): string {
  return root.getHTML({ shadowRoots: [...roots, ...parts.flatMap(({ part }) => part.roots)] });
}

/** A loop, because the constructor goes through the list's iterator. */
function packNumbers(numbers: readonly number[]): Uint32Array {
  const packed = new Uint32Array(numbers.length);
  for (let at = 0; at < packed.length; at++) packed[at] = numbers[at] ?? 0;
  return packed;
}

/** What is still to be written: a node, or a finished piece. */
type Pending = Node | string;

interface SerializerTools {
  kinds: Kind.KindReader;
  shadowRoots: ShadowRoots;
  isSecret: (element: Element) => boolean;
}

/**
 * Writes the document as `getHTML` does, in JavaScript and with nothing in it that could be misread:
 * for browsers without it, and for the rare page whose raw text cannot be distinguished from its tags. Comments
 * are left out. `spans` belongs to this html.
 */
function serializeInScript(
  root: Element,
  tools: SerializerTools,
): { html: string; spans: number[] } {
  const parts: string[] = [];
  const spans: number[] = [];
  const pending: Pending[] = [];
  const postpone = (items: readonly Pending[]): void => {
    for (let at = items.length - 1; at >= 0; at--) pending.push(items[at] ?? '');
  };
  postpone(listChildren(root));
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'string') parts.push(item);
    else if (dom.getNodeType(item) === Node.ELEMENT_NODE) {
      postpone(writeElement(item as Element, tools, parts, spans));
    } else if (dom.getNodeType(item) !== Node.COMMENT_NODE) parts.push(escapeText(getText(item)));
  }
  return { html: parts.join(''), spans };
}

/** Writes the start tag; returns what follows it. */
function writeElement(
  element: Element,
  { kinds, shadowRoots, isSecret }: SerializerTools,
  parts: string[],
  spans: number[],
): Pending[] {
  const name = kinds.nameOf(element, dom.getNodeName(element));
  const isGenuine = kinds.isGenuine(element, name);
  const kind = isGenuine ? kinds.kindOf(name) : 0;
  const tag = isGenuine ? name.toLowerCase() : name;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const leaks = isField && isSecret(element) ? listLeakingAttributes(element) : null;
  const attributes = Array.from(dom.getAttributes(element), (attribute) =>
    writeAttribute(attribute.name, leaks?.get(attribute.name) ?? attribute.value),
  );
  parts.push(`<${tag}${attributes.join('')}>`);
  if ((kind & Kind.VOID) !== 0) return [];
  const end = `</${tag}>`;
  if (leaks && element instanceof HTMLTextAreaElement) return [MASK, end];
  if ((kind & Kind.RAW) !== 0) return [...writeRawContent(element, tag, spans), end];
  const shadowRoot = shadowRoots.known(element);
  const holder = element instanceof HTMLTemplateElement ? element.content : element;
  const shadow = shadowRoot
    ? [`<template shadowrootmode="${shadowRoot.mode}">`, ...listChildren(shadowRoot), '</template>']
    : [];
  return [...shadow, ...listChildren(holder), end];
}

function writeRawContent(element: Element, tag: string, spans: number[]): Pending[] {
  const children = listChildren(element);
  if (children.every((child) => dom.getNodeType(child) === Node.TEXT_NODE)) {
    const whole = children.map(getText).join('');
    // The stitcher escapes plaintext, once.
    const text = tag === 'plaintext' ? whole : sanitizeRawText(whole, tag);
    spans.push(text.length);
    return [text];
  }
  spans.push(MARKUP_INSIDE);
  return children;
}

function listChildren(parent: Node): Node[] {
  const children: Node[] = [];
  for (let child = dom.getFirstChild(parent); child; child = dom.getNextSibling(child))
    children.push(child);
  // Instructions have no place in HTML.
  return children.filter((child) => dom.getNodeType(child) !== Node.PROCESSING_INSTRUCTION_NODE);
}

function getText(node: Node): string {
  return dom.getNodeValue(node) ?? '';
}
