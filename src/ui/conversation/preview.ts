import type { EntryEvents } from './entry.ts';

type PreviewTarget = Parameters<EntryEvents['onPreview']>[0];

/** Returns handlers that outline an element on the page while a button has the pointer or the focus. */
export function previewHandlers({ onPreview }: EntryEvents, target: PreviewTarget) {
  const show = (): void => onPreview(target);
  const hide = (): void => onPreview(null);
  return { onFocus: show, onBlur: hide, onPointerEnter: show, onPointerLeave: hide };
}
