import { findSelection } from '../read/native.ts';
import type { Hand } from './hand.ts';
import type { CapturePorts } from './ports.ts';

/** What is copied and pasted; secrets as the mask. */
export function createClipboard(ports: CapturePorts, hand: Hand) {
  return {
    /** Cutting is copying too; what it takes away is part of typing. */
    onCopy(event: ClipboardEvent): void {
      const before = hand.take(event);
      if (!before) return;
      const { target } = before;
      const text = readSelection(target, ports);
      if (text === '') return;
      hand.emit({ intent: 'copy', text, uid: ports.uidOf(target) }, target, before, event);
    },

    onPaste(event: ClipboardEvent): void {
      const before = hand.take(event);
      if (!before) return;
      const { target } = before;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      const text = ports.isSecret(target) ? ports.mask : pasted.toWellFormed();
      hand.emit({ intent: 'paste', text, uid: ports.uidOf(target) }, target, before, event);
    },
  };
}

function readSelection(target: Element, ports: CapturePorts): string {
  if (ports.isSecret(target)) return ports.mask;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = target;
    return value.slice(selectionStart ?? 0, selectionEnd ?? value.length).toWellFormed();
  }
  return (findSelection(ports.document)?.toString() ?? '').toWellFormed();
}
