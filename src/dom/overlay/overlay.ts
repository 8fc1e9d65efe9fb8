import type { Box } from '../../core/snapshot/snapshot.ts';
import { getDocumentElement, listenOn } from '../read/native.ts';
import { createChip } from './chip.ts';
import type { ChipCharge } from './chip.ts';
import { dressHost, guardHost } from './guard-host.ts';
import { makeElement } from './make-element.ts';
import { createMark } from './mark.ts';
import { OVERLAY_CSS } from './style.ts';

/**
 * What Wayscribe shows on the page: where the navigator will act, and Stop. It lives in a closed
 * shadow root on one element, which is in the page only while something is shown, takes no event of
 * the page but those meant for Stop, and is left out of snapshots by `host()`.
 */
export interface Overlay {
  /** Outlines an element (followed when it moves) or a fixed box of this frame's viewport. */
  showTarget(target: Element | Box, label: string): void;
  hideTarget(): void;
  /**
   * Shows the corner chip; its Stop and Escape, by the user's own hand, call `onStop`. With `charge` it also
   * says who has the page, and can change that.
   */
  showStop(onStop: () => void, charge?: ChipCharge): void;
  hideStop(): void;
  /** Takes everything away. */
  hide(): void;
  /** The element in the page, or null while nothing is shown. */
  host(): Element | null;
  /** Whether it is that element, in the page or not. */
  owns(node: EventTarget): boolean;
}

export function createOverlay(document: Document, signal: AbortSignal): Overlay {
  const host = makeElement(document, 'div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [sheet];
  dressHost(host);
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
    if (!host.isConnected) getDocumentElement(document)?.append(host);
    // A page can be without a root for a moment: then there is nothing to show it on.
    if (!host.isConnected) return;
    if (!host.matches(':popover-open')) host.showPopover();
    guard.watch();
    if (raising) return;
    raising = new AbortController();
    listenOn(document, 'toggle', raise, { capture: true, signal: raising.signal });
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

  const overlay: Overlay = {
    showTarget(target, label) {
      if (signal.aborted) return;
      mark.show(target, label);
      place();
    },
    hideTarget() {
      mark.hide();
      place();
    },
    showStop(onStop, charge) {
      if (signal.aborted) return;
      chip.show(onStop, charge);
      place();
    },
    hideStop() {
      chip.hide();
      place();
    },
    hide() {
      mark.hide();
      chip.hide();
      takeAway();
    },
    host: () => (host.isConnected ? host : null),
    owns: (node) => node === host,
  };
  signal.addEventListener(
    'abort',
    () => {
      overlay.hide();
    },
    { once: true },
  );
  return overlay;
}
