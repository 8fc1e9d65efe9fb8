import { createOverlay } from '../../../src/dom/overlay/overlay.ts';
import type { DocumentReader } from '../../../src/entrypoints/content/document-reader.ts';
import { openReader } from '../../../src/entrypoints/content/document-reader.ts';

/*
 * A content script like Wayscribe's, in a world of its own with `chrome.dom`, which measures what the
 * recorder does with the document at a press instead of recording.
 */

export interface ReaderTimes {
  /** Ms of one press, after a change somewhere in the page. */
  changed: number;
  /** Ms of one press when nothing has changed since the last. */
  unchanged: number;
}

export interface Taken {
  elements: number;
  boxes: number;
  /** Shadow roots in what was taken, closed ones included. */
  roots: number;
}

interface Bench {
  press: () => ReaderTimes;
  count: () => Taken;
}

declare global {
  var wayscribeBench: Bench;
}

/** How far back a press asks for changes, as the recorder does. */
const LOG_MS = 61_000;
/** Takes of an unchanged page are timed in groups: one alone is near the clock's resolution. */
const GROUP = 10;

const { signal } = new AbortController();
const reader = openReader(document, createOverlay(document, signal), signal);

/** What the recorder does when a pointer or key goes down. */
function press(from: DocumentReader, target: Element) {
  from.changes(performance.timeOrigin + performance.now() - LOG_MS);
  return from.take('viewport', [target]);
}

function time(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function findTarget(): Element {
  return document.querySelector('.add') ?? document.body;
}

globalThis.wayscribeBench = {
  press() {
    const target = findTarget();
    const changed = time(() => press(reader, target));
    const group = time(() => {
      for (let at = 0; at < GROUP; at++) press(reader, target);
    });
    return { changed, unchanged: group / GROUP };
  },
  count() {
    const { uids, boxes, names } = press(reader, findTarget());
    return {
      elements: uids.length,
      boxes: boxes.filter((side, at) => at % 4 === 0 && !Number.isNaN(side)).length,
      roots: names.split(' ').filter((name) => name.endsWith('/')).length,
    };
  },
};
