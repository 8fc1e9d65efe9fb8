import type { Change } from '../action/receipt.ts';
import type { ElementNode } from './node.ts';
import { collapseSpace, isEditingHost, readWholeText } from './page-element.ts';

const STATES = ['expanded', 'pressed', 'selected', 'current', 'invalid', 'sort'];
const CHECKED_TYPES = new Set(['checkbox', 'radio']);
const VALUELESS = new Set(['hidden', 'button', 'submit', 'reset', 'image', 'file']);

/** The difference of one control in two states of a page, as changes. Kept pages hold no secret values. */
export function compareControls(before: ElementNode, after: ElementNode): Change[] {
  const { uid } = after;
  if (uid === null) return [];
  const changes: Change[] = [];
  const [from, to] = [readValue(before), readValue(after)];
  if (from !== null && to !== null && from !== to) changes.push({ kind: 'value', uid, from, to });
  const checked = readChecked(after);
  if (checked !== null && readChecked(before) !== checked) {
    changes.push({ kind: 'checked', uid, to: checked });
  }
  const selected = readSelected(after);
  if (selected !== null && readSelected(before) !== selected) {
    changes.push({ kind: 'selected', uid, to: selected });
  }
  for (const name of STATES) {
    const now = after.attributes[`aria-${name}`] ?? 'false';
    if ((before.attributes[`aria-${name}`] ?? 'false') !== now) {
      changes.push({ kind: 'state', uid, name, to: now });
    }
  }
  if (after.tag === 'details' || after.tag === 'dialog') {
    const isOpen = 'open' in after.attributes;
    if ('open' in before.attributes !== isOpen) {
      changes.push({ kind: 'state', uid, name: 'open', to: String(isOpen) });
    }
  }
  return changes;
}

/** What a field holds; null for what holds no text. */
function readValue(node: ElementNode): string | null {
  const { tag, attributes } = node;
  if (tag === 'input') {
    const type = attributes['type']?.toLowerCase() ?? 'text';
    return CHECKED_TYPES.has(type) || VALUELESS.has(type) ? null : (attributes['value'] ?? '');
  }
  if (tag === 'textarea')
    return node.children.filter((child) => typeof child === 'string').join('');
  return isEditingHost(node) ? readWholeText(node) : null;
}

function readChecked({ tag, attributes }: ElementNode): boolean | null {
  if (tag === 'input') {
    const type = attributes['type']?.toLowerCase() ?? '';
    return CHECKED_TYPES.has(type) ? 'checked' in attributes : null;
  }
  const checked = attributes['aria-checked'];
  return checked === undefined ? null : checked === 'true';
}

function readSelected(node: ElementNode): string | null {
  if (node.tag !== 'select') return null;
  const labels: string[] = [];
  const waiting: (ElementNode | string)[] = node.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') continue;
    if (next.tag !== 'option') waiting.push(...next.children.toReversed());
    else if ('selected' in next.attributes) {
      labels.push(collapseSpace(next.attributes['label'] ?? readWholeText(next)));
    }
  }
  return labels.join(', ');
}
