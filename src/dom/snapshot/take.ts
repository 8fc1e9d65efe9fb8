import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import {
  getAttributes,
  getContentType,
  getDocumentElement,
  getTitle,
  getUrl,
  getWindow,
} from '../read/native.ts';
import { createBoxTaker } from './boxes.ts';
import type { BoxScope, Probe } from './boxes.ts';
import { createFieldReader } from './fields.ts';
import type { FieldReader } from './fields.ts';
import { createKindReader } from './kinds.ts';
import { writeFromParts } from './known-html.ts';
import type { KnownHtmlTools } from './known-html.ts';
import { measurePlace } from './places.ts';
import { scrubSecrets } from './scrub.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { writeSlowly } from './slow-html.ts';
import type { SlowTools } from './slow-html.ts';
import type { Uids } from './uids.ts';
import type { WalkMemory } from './walk-memory.ts';
import { walkDocument } from './walk.ts';
import type { Walked } from './walk.ts';

export interface TakeOptions {
  uids: Uids;
  shadowRoots: ShadowRoots;
  /** This document's own token. */
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

/** Elements of a take, for whoever wants to know later whether it still holds (reuse.ts). */
export interface Seen extends Pick<Walked, 'templates' | 'hostless' | 'frames'> {
  /** Whether all fields still hold what they held. */
  isStateUnchanged: () => boolean;
  secretFields: readonly Element[];
  probes: readonly Probe[];
  /** Whether a secret field held anything. */
  holdsSecret: boolean;
}

export type TakeResult = { ok: true; raw: RawFrame; seen: Seen } | { ok: false; reason: string };

/**
 * Takes the document as it is at this moment, synchronously. Changes nothing in the page, runs none of
 * its code, and never throws: a page it cannot read gives a reason.
 */
export function takeFrame(document: Document, options: TakeOptions): TakeResult {
  try {
    const root = getDocumentElement(document);
    const window = getWindow(document);
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
): { raw: RawFrame; seen: Seen } {
  const boxes = createBoxTaker(window, scope, uids, always ?? []);
  const fields = createFieldReader(isSecret);
  const isXml = getContentType(document) !== 'text/html';
  const kinds = createKindReader(isXml);
  const tools = { uids, shadowRoots, kinds, boxes, fields, memory };
  const walked = walkDocument(document, root, tools, { omit: omit ?? [], always: always ?? [] });
  // The browser would write XML: empty elements end themselves there.
  walked.isAmbiguous ||= isXml;
  const written = writeDocument(root, walked, fields, { kinds, shadowRoots, memory, isSecret });
  const raw = {
    ...written,
    root: Array.from(getAttributes(root), ({ name, value }): [string, string] => [name, value]),
    salt: uids.salt,
    uids: walked.uids.pack(),
    boxes: boxes.finish(walked.uids.length),
    edits: fields.edits,
    omit: walked.omit,
    token,
    children: placeChildren(walked.frames, tokensOf, window),
    ...readMoment(document, window),
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
export function placeChildren(
  frames: Walked['frames'],
  tokensOf: TakeOptions['tokensOf'],
  window: Window,
): RawFrame['children'] {
  return frames.flatMap(({ index, element }) => {
    const tokens = tokensOf?.(element) ?? [];
    const place = tokens.length > 0 ? measurePlace(element, window) : null;
    return place ? tokens.map((child) => ({ index, token: child, place })) : [];
  });
}

/** What is true of a document at a moment without looking at its elements. */
export function readMoment(
  document: Document,
  window: Window,
): Pick<RawFrame, 'url' | 'title' | 'viewport' | 'scroll' | 'devicePixelRatio' | 'takenAt'> {
  return {
    url: getUrl(document),
    title: getTitle(document),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: window.scrollX, y: window.scrollY },
    devicePixelRatio: window.devicePixelRatio,
    takenAt: performance.timeOrigin + performance.now(),
  };
}

/** The browser's own serialisation where it can be trusted, else ours. */
function writeDocument(
  root: Element,
  walked: Walked,
  fields: FieldReader,
  tools: SlowTools & KnownHtmlTools,
): Pick<RawFrame, 'html' | 'names' | 'spans'> {
  const names = walked.names.join(' ');
  const spans = walked.spans.pack();
  if (!walked.isAmbiguous && 'getHTML' in root) {
    // Only roots that were walked: one we do not know would put the tags out of step.
    const html = writeFromParts(root, walked, tools) ?? writeWhole(root, walked);
    const scrubbed = scrubSecrets({ html, names, spans }, fields.secrets);
    if (scrubbed !== null) return { html: scrubbed, names, spans };
  }
  const written = writeSlowly(root, tools);
  return { html: written.html, names, spans: pack(written.spans) };
}

function writeWhole(root: Element, { roots, parts }: Walked): string {
  return root.getHTML({ shadowRoots: [...roots, ...parts.flatMap(({ part }) => part.roots)] });
}

/** A loop, because the constructor goes through the list's iterator. */
function pack(numbers: readonly number[]): Uint32Array {
  const packed = new Uint32Array(numbers.length);
  for (let at = 0; at < packed.length; at++) packed[at] = numbers[at] ?? 0;
  return packed;
}
