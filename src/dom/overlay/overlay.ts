import type { Box } from '../../core/snapshot/snapshot.ts';
import type { ChipControl } from './chip.ts';
import { createChip, makeElement } from './chip.ts';
import * as dom from '../native.ts';

export type Overlay = ReturnType<typeof createOverlay>;

/**
 * What Wayscribe shows on the page: where the navigator will act, and Stop. It lives in a closed
 * shadow root on one element, which is in the page only while something is shown, takes no event of
 * the page but those meant for Stop, and is left out of snapshots by `host()`.
 */
export function createOverlay(document: Document, signal: AbortSignal) {
  const host = makeElement(document, 'div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [sheet];
  resetHost(host);
  const mark = createMark(document, root);
  const chip = createChip(document, host, root);
  const guard = guardHost(document, host, place);
  let raising: AbortController | null = null;

  function place(): void {
    if (signal.aborted) return;
    if (!mark.isShown() && !chip.isShown()) {
      takeAway();
      return;
    }
    if (!host.isConnected) dom.getDocumentElement(document)?.append(host);
    // A page can be without a root for a moment: then there is nothing to show it on.
    if (!host.isConnected) return;
    if (!host.matches(':popover-open')) host.showPopover();
    guard.watch();
    if (raising) return;
    raising = new AbortController();
    dom.listenOn(document, 'toggle', raise, { capture: true, signal: raising.signal });
  }

  function takeAway(): void {
    guard.end();
    raising?.abort();
    raising = null;
    host.remove();
  }

  /** What opens last lies on top: after a dialog of the page we open again. */
  function raise(event: Event): void {
    if (event.target === host || !(event instanceof ToggleEvent) || event.newState !== 'open')
      return;
    host.hidePopover();
    host.showPopover();
  }

  const overlay = {
    /** Outlines an element (followed when it moves) or a fixed box of this frame's viewport. */
    showTarget(target: Element | Box, label: string): void {
      if (signal.aborted) return;
      mark.show(target, label);
      place();
    },
    hideTarget(): void {
      mark.hide();
      place();
    },
    /** Shows the corner chip. `charge` says who controls the page; without it, only Stop and Escape work. */
    showStop(onStop: () => void, charge?: ChipControl): void {
      if (signal.aborted) return;
      chip.show(onStop, charge);
      place();
    },
    hideStop(): void {
      chip.hide();
      place();
    },
    hide(): void {
      mark.hide();
      chip.hide();
      takeAway();
    },
    /** The element in the page, or null while nothing is shown. */
    host: (): Element | null => (host.isConnected ? host : null),
    /** Whether it is that element, in the page or not. */
    owns: (node: EventTarget): boolean => node === host,
  };
  signal.addEventListener('abort', () => overlay.hide(), { once: true });
  return overlay;
}

/** Space between the target's edge and the outline, CSS px. */
const OUTLINE_GAP = 4;
const MARGIN = 8;

/** The outline round a target and the label beside it. */
function createMark(document: Document, root: ShadowRoot) {
  const outline = makeElement(document, 'div');
  outline.className = 'mark';
  outline.hidden = true;
  const label = makeElement(document, 'div');
  label.className = 'label';
  label.hidden = true;
  root.append(outline, label);
  let target: Element | Box | null = null;
  let frame = 0;

  /** Every frame while shown: pages move targets in ways no event tells of. */
  function follow(): void {
    if (!target) return;
    draw(target instanceof Element ? measureBox(target) : target);
    frame = requestAnimationFrame(follow);
  }

  function draw(box: Box | null): void {
    outline.hidden = box === null;
    label.hidden = box === null || label.textContent === '';
    if (!box) return;
    outline.style.width = `${box.width + 2 * OUTLINE_GAP}px`;
    outline.style.height = `${box.height + 2 * OUTLINE_GAP}px`;
    outline.style.translate = `${box.x - OUTLINE_GAP}px ${box.y - OUTLINE_GAP}px`;
    const view = dom.getDocumentElement(document) ?? outline;
    const { offsetWidth: width, offsetHeight: height } = label;
    const above = box.y - OUTLINE_GAP - height - 4;
    const below = box.y + box.height + OUTLINE_GAP + 4;
    const y =
      above >= MARGIN ? above : Math.min(below, dom.getClientHeight(view) - height - MARGIN);
    const x = Math.max(
      MARGIN,
      Math.min(box.x - OUTLINE_GAP, dom.getClientWidth(view) - width - MARGIN),
    );
    label.style.translate = `${x}px ${y}px`;
  }

  return {
    show(next: Element | Box, text: string): void {
      target = next;
      label.textContent = text;
      cancelAnimationFrame(frame);
      follow();
    },
    hide(): void {
      target = null;
      cancelAnimationFrame(frame);
      draw(null);
    },
    isShown: (): boolean => target !== null,
  };
}

function measureBox(element: Element): Box | null {
  const rect = dom.measure(element);
  return rect.width > 0 && rect.height > 0 ? rect : null;
}

/** All looks of the overlay; adopted by its shadow root, which a page's content policy cannot stop. */
const OVERLAY_CSS = `
:host {
  --accent: light-dark(#0b63d6, #6aa8ff);
  --on-accent: light-dark(#ffffff, #0b1220);
  --surface: light-dark(#ffffff, #16181d);
  --ink: light-dark(#171a21, #e9ecf2);
  --line: light-dark(#8a94a3, #6b7482);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.mark {
  position: fixed;
  top: 0;
  left: 0;
  border: 2px solid var(--accent);
  border-radius: 6px;
  outline: 2px solid var(--surface);
}
.label {
  position: fixed;
  top: 0;
  left: 0;
  max-width: min(320px, calc(100vw - 16px));
  padding: 4px 8px;
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font: 600 13px/20px system-ui, sans-serif;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
.chip {
  position: fixed;
  right: 16px;
  bottom: 16px;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: 6px;
  max-width: calc(100vw - 32px);
  padding: 6px 6px 6px 14px;
  border: 1px solid var(--line);
  border-radius: 23px;
  background: var(--surface);
  color: var(--ink);
  font: 13px/20px system-ui, sans-serif;
}
.chip span { margin-inline-end: 6px; }
.chip button {
  flex: none;
  pointer-events: auto;
  min-height: 32px;
  padding: 4px 14px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  color: var(--ink);
  font: 600 13px/20px system-ui, sans-serif;
  cursor: pointer;
  --held: 0;
  transition: --held 1ms allow-discrete;
}
.chip button:active { --held: 1; }
.chip .stop {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--on-accent);
}
.chip button:hover { text-decoration: underline; }
.chip button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) {
  .mark { animation: appear 120ms ease-out; }
  @keyframes appear { from { opacity: 0; } }
}
@media (forced-colors: active) {
  .mark { border-color: Highlight; }
  .label, .chip, .chip button { border: 1px solid CanvasText; }
}
@media print { :host { display: none; } }
`;

/** How often it is put back while it is shown: a page that takes it away each time has its way in the end. */
const MAX_RESTORES = 50;
/** Before it is: two that answer each other at once would keep the page from all else. */
const RESTORE_DELAY_MS = 30;

/**
 * Restores our element when a page removes, hides or closes it: some pages do so when they redraw themselves, some on
 * purpose. `restore` is called with the element styled as it was.
 */
function guardHost(document: Document, host: HTMLElement, restore: () => void) {
  const observer = new MutationObserver(look);
  let left = MAX_RESTORES;
  let waiting: ReturnType<typeof setTimeout> | null = null;

  function look(): void {
    if (waiting !== null || left === 0 || isIntact(host)) return;
    left -= 1;
    waiting = setTimeout(() => {
      waiting = null;
      resetHost(host);
      restore();
    }, RESTORE_DELAY_MS);
  }

  const onToggle = (event: Event): void => {
    if (event.target === host) look();
  };

  return {
    /** To be called with every change of what is shown. */
    watch(): void {
      host.addEventListener('toggle', onToggle);
      const root = dom.getDocumentElement(document);
      observer.observe(document, { childList: true });
      if (root) observer.observe(root, { childList: true });
      observer.observe(host, { attributeFilter: ['style', 'popover', 'hidden', 'inert', 'class'] });
    },
    end(): void {
      left = MAX_RESTORES;
      if (waiting !== null) clearTimeout(waiting);
      waiting = null;
      host.removeEventListener('toggle', onToggle);
      observer.disconnect();
    },
  };
}

/** On the element itself and important, so that no rule of the page reaches it. */
const HOST_STYLE: readonly [name: string, value: string][] = [
  ['all', 'initial'],
  ['display', 'block'],
  ['position', 'fixed'],
  ['inset', '0'],
  ['width', 'auto'],
  ['height', 'auto'],
  ['margin', '0'],
  ['padding', '0'],
  ['border', '0'],
  ['background', 'transparent'],
  ['overflow', 'visible'],
  ['color-scheme', 'light dark'],
  ['pointer-events', 'none'],
  ['z-index', '2147483647'],
];
/** All other attributes are the page's doing. */
const OWN_ATTRIBUTES = ['style', 'popover'];

/** Gives the element the looks that no page is to change. */
function resetHost(host: HTMLElement): void {
  for (const { name } of [...host.attributes]) {
    if (!OWN_ATTRIBUTES.includes(name)) host.removeAttribute(name);
  }
  // The top layer: dialogs and pop-overs of the page would hide any z-index.
  host.popover = 'manual';
  host.style.cssText = '';
  for (const [name, value] of HOST_STYLE) host.style.setProperty(name, value, 'important');
}

function isIntact(host: HTMLElement): boolean {
  return host.isConnected && host.matches(':popover-open') && hasHostStyle(host);
}

function hasHostStyle(host: HTMLElement): boolean {
  const like = host.cloneNode();
  if (!(like instanceof HTMLElement)) return false;
  resetHost(like);
  return like.isEqualNode(host);
}
