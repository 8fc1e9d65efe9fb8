import type { ElementNode } from '../snapshot/node.ts';
import { findRole, isEditingHost } from './role.ts';

const NATIVE = new Set(['button', 'select', 'textarea', 'summary']);
const WIDGET_ROLES = new Set(
  (
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio ' +
    'scrollbar searchbox slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);
const STATE_ATTRIBUTES = [
  'aria-haspopup',
  'aria-expanded',
  'aria-pressed',
  'aria-checked',
  'aria-selected',
];
/** Attributes by which libraries bind clicks or toggles in markup. */
const BINDING =
  /^(?:on(?:click|mousedown|pointerdown|mouseup|keydown|keypress)|@click|v-on:click|ng-click|data-ng-click|jsaction|wire:click|hx-(?:get|post|put|delete)|data-(?:bs-)?toggle|data-action|x-on:click)\b/;
const CLICKABLE_CLASS =
  /(?:^|[-_\s])(?:btn|button|clickable|cta|dropdown-item|dropdown-toggle|menu-?item|nav-?link|toggle|chip|selectable|pressable|linklike)(?:$|[-_\s])/i;
const POINTER_STYLE = /(?:^|;)\s*cursor\s*:\s*pointer/i;

/**
 * How surely an element is something people act on: `sure` by its tag, role, tabindex or a handler
 * in its markup; `hint` by a class, state or cursor that only suggests it. Null: not at all.
 */
export function judgeInteractive(node: ElementNode): 'sure' | 'hint' | null {
  const { tag, attributes } = node;
  if (tag === 'input') return attributes['type']?.toLowerCase() === 'hidden' ? null : 'sure';
  if (NATIVE.has(tag) || isEditingHost(node)) return 'sure';
  if ((tag === 'a' || tag === 'area') && 'href' in attributes) return 'sure';
  const explicit = attributes['role'] !== undefined && WIDGET_ROLES.has(findRole(node));
  if (explicit || (tag === 'video' && 'controls' in attributes)) return 'sure';
  if (tag === 'html' || tag === 'body') return null;
  const names = Object.keys(attributes);
  if (Number(attributes['tabindex'] ?? -1) >= 0 || names.some((name) => BINDING.test(name))) {
    return 'sure';
  }
  if (
    tag === 'a' ||
    tag === 'label' ||
    STATE_ATTRIBUTES.some((name) => name in attributes) ||
    CLICKABLE_CLASS.test(attributes['class'] ?? '') ||
    POINTER_STYLE.test(attributes['style'] ?? '')
  ) {
    return 'hint';
  }
  return null;
}
