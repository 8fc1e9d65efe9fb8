import type { ElementNode } from './node.ts';

/** Rendered with an area; of what was taken, that is in the viewport. */
export function hasBox({ box }: ElementNode): boolean {
  return box !== null && box.width > 0 && box.height > 0;
}

export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** All text under an element, white space collapsed. */
export function readWholeText(node: ElementNode): string {
  const parts: string[] = [];
  const waiting: (ElementNode | string)[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else waiting.push(...[...(next.shadow?.children ?? []), ...next.children].reverse());
  }
  return collapseSpace(parts.join(' '));
}

/** Text and elements of an editing host are what a person writes. */
export function isEditingHost({ attributes }: ElementNode): boolean {
  const editable = attributes['contenteditable'];
  return editable !== undefined && editable.toLowerCase() !== 'false';
}
