import type { ElementNode } from '../../snapshot/element-tree.ts';
import { isEditingHost } from '../../snapshot/element-tree.ts';
import { findRole } from './role.ts';

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
  'aria-disabled',
  'aria-sort',
];
/** Parts of a page that take the keyboard focus to be scrolled or read, not to be pressed. */
const CONTAINERS = new Set(
  (
    'alert alertdialog application dialog document feed figure form grid group heading list log main menu ' +
    'menubar navigation radiogroup region status table tablist tabpanel toolbar tree treegrid'
  ).split(' '),
);
/** Attributes by which libraries bind clicks or toggles in markup. */
const BINDING =
  /^(?:on(?:click|mousedown|pointerdown|mouseup|keydown|keypress)|@click|v-on:click|ng-click|data-ng-click|jsaction|wire:click|hx-(?:get|post|put|delete)|data-(?:bs-)?toggle|data-action|x-on:click)\b/;
const CLICKABLE_CLASS =
  /(?:^|[-_\s])(?:btn|button|clickable|cta|dropdown-item|dropdown-toggle|menu-?item|nav-?link|option|suggestion|toggle|chip|selectable|pressable|linklike)(?:$|[-_\s])/i;
const POINTER_STYLE = /(?:^|;)\s*cursor\s*:\s*pointer/i;

/**
 * How surely an element is something people act on: `sure` by its tag, role, tabindex or a handler
 * in its markup; `hint` by a class, state or cursor that only suggests it. Null: not at all.
 */
export function judgeInteractive(node: ElementNode): 'sure' | 'hint' | null {
  const { tag, attributes } = node;
  if (isProxy(node)) return null;
  if (tag === 'input') return attributes['type']?.toLowerCase() === 'hidden' ? null : 'sure';
  if (NATIVE.has(tag) || isEditingHost(node)) return 'sure';
  if ((tag === 'a' || tag === 'area') && 'href' in attributes) return 'sure';
  const explicit = attributes['role'] !== undefined && WIDGET_ROLES.has(findRole(node));
  if (explicit || (tag === 'video' && 'controls' in attributes)) return 'sure';
  if (tag === 'html' || tag === 'body') return null;
  const names = Object.keys(attributes);
  if (names.some((name) => BINDING.test(name))) return 'sure';
  if (Number(attributes['tabindex'] ?? -1) >= 0) {
    return CONTAINERS.has(findRole(node)) ? null : 'sure';
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

/** Controls that hold a number. The handle of a slider is small and empty, but it is not a picture. */
const DIALS = /^(?:slider|spinbutton)$/;

/** A small thing that holds nothing: what it shows is a picture. */
export function isIcon({ box, children, tag, attributes }: ElementNode): boolean {
  if (DIALS.test(attributes['role'] ?? '')) return false;
  const isSmall = box !== null && Math.max(box.width, box.height) <= LARGEST_ICON;
  return isSmall && children.length === 0 && !NATIVE.has(tag) && tag !== 'input';
}

/** CSS px. */
const LARGEST_ICON = 48;

/** The mouse shows it as something to press. */
export function isPressable({ attributes }: ElementNode): boolean {
  return POINTER_STYLE.test(attributes['style'] ?? '');
}

/**
 * A field that a control of the page's own only keeps to send its value: hidden from screen readers
 * and from the Tab key. Tick boxes are drawn over and stay what a person acts on.
 */
function isProxy({ tag, attributes }: ElementNode): boolean {
  if (attributes['aria-hidden'] !== 'true' || Number(attributes['tabindex'] ?? 0) >= 0)
    return false;
  const type = attributes['type']?.toLowerCase() ?? '';
  return (
    tag === 'select' ||
    tag === 'textarea' ||
    (tag === 'input' && !['checkbox', 'radio', 'file'].includes(type))
  );
}
