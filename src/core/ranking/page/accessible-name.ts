/**
 * Accessible names on a parsed snapshot, after "Accessible Name and Description Computation 1.2"
 * §4.3.2 and HTML-AAM 1.0 §4.1: steps 2A (hidden), 2B (aria-labelledby), 2C (embedded control), 2D
 * (aria-label), 2E (native), 2F/2H (content), 2I (title, then placeholder). Left out: CSS generated
 * content, which a snapshot does not hold. One liberty: `generic` elements are named from their
 * content too, since what is asked about here are things people click.
 */
import type { ElementNode } from '../../snapshot/element-tree.ts';
import type { PageIndex } from './page-index.ts';
import { ancestorsInScope, flatChildren, isRendered, scopeOf } from './page-index.ts';
import { findRole, inputType } from './role.ts';
import { collapse, TEXTLESS } from './visible-text.ts';

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);
const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);
const NAMED_BY_CONTENT = new Set(
  (
    'button cell checkbox columnheader generic gridcell heading link listitem menuitem menuitemcheckbox ' +
    'menuitemradio option radio row rowheader switch tab term time tooltip treeitem'
  ).split(' '),
);

interface Walk {
  page: PageIndex;
  /** Each element gives its text once, which also ends reference circles. */
  visited: Set<ElementNode>;
  /** Inside an aria-labelledby reference, references are not followed again. */
  referenced: boolean;
  /** Left out of what an element holds. */
  skip?: (node: ElementNode) => boolean;
}

/** With `skip` an element that is named from its content is named without those parts of it. */
export function computeName(
  node: ElementNode,
  page: PageIndex,
  skip?: (node: ElementNode) => boolean,
): string {
  const walk: Walk = { page, visited: new Set(), referenced: false, ...(skip && { skip }) };
  return nameOf(node, walk, false);
}

/** Text of its label elements, explicit ones first, joined by a space. */
export function readLabels(node: ElementNode, page: PageIndex): string {
  return joinLabels(node, { page, visited: new Set([node]), referenced: false });
}

/** Text of the elements a list of ids names, joined by a space. */
export function readReferences(node: ElementNode, attribute: string, page: PageIndex): string {
  return joinReferences(node, attribute, { page, visited: new Set([node]), referenced: false });
}

/** The label elements of a control: those that name its id, then the one around it. */
export function findLabels(node: ElementNode, page: PageIndex): ElementNode[] {
  if (!LABELABLE.has(node.tag)) return [];
  const id = node.attributes['id'];
  const labels = id ? [...(scopeOf(node, page).labels.get(id) ?? [])] : [];
  for (const around of ancestorsInScope(node, page)) {
    if (around.tag !== 'label') continue;
    const target = around.attributes['for'];
    if ((!target || target === id) && !labels.includes(around)) labels.push(around);
    break;
  }
  return labels;
}

function nameOf(node: ElementNode, walk: Walk, inner: boolean): string {
  if (walk.visited.has(node)) return '';
  walk.visited.add(node);
  if (inner && isSilent(node, walk)) return '';
  if (!walk.referenced) {
    const referenced = joinReferences(node, 'aria-labelledby', walk);
    if (referenced) return referenced;
  }
  const role = findRole(node);
  const embedded = inner ? readEmbedded(node, role, walk) : null;
  if (embedded !== null) return embedded;
  const label = collapse(node.attributes['aria-label'] ?? '');
  if (label) return label;
  const native = readNative(node, walk);
  if (native) return native;
  if (inner || NAMED_BY_CONTENT.has(role)) {
    const content = readContent(node, walk);
    if (content) return content;
  }
  return collapse(
    node.attributes['title'] ||
      (node.tag === 'input' || node.tag === 'textarea' ? node.attributes['placeholder'] : '') ||
      node.attributes['aria-placeholder'] ||
      '',
  );
}

/** Step 2A: hidden content has no say, unless a reference asked for it by id. */
function isSilent(node: ElementNode, walk: Walk): boolean {
  if (walk.referenced) return false;
  return node.attributes['aria-hidden'] === 'true' || !isRendered(node, walk.page);
}

/** Step 2C: a control within a label speaks its value. Null for what is no such control. */
function readEmbedded(node: ElementNode, role: string, walk: Walk): string | null {
  const { attributes } = node;
  if (role === 'textbox' || role === 'searchbox') {
    if (node.tag === 'input') return collapse(attributes['value'] ?? '');
    return readContent(node, walk);
  }
  if (node.tag === 'select') return readSelected(node);
  if (role === 'combobox' || role === 'listbox') return collapse(attributes['value'] ?? '');
  if (role === 'slider' || role === 'spinbutton' || role === 'progressbar') {
    return collapse(
      attributes['aria-valuetext'] ?? attributes['aria-valuenow'] ?? attributes['value'] ?? '',
    );
  }
  return null;
}

function readNative(node: ElementNode, walk: Walk): string {
  const { tag, attributes } = node;
  const type = tag === 'input' ? inputType(node) : '';
  const labels = joinLabels(node, walk);
  if (labels) return labels;
  if (BUTTON_TYPES.has(type)) {
    const words = collapse((type === 'image' ? attributes['alt'] : attributes['value']) ?? '');
    if (words) return words;
    return type === 'reset' ? 'Reset' : type === 'button' ? '' : (attributes['title'] ?? 'Submit');
  }
  if (tag === 'img' || tag === 'area') return collapse(attributes['alt'] ?? '');
  if (tag === 'optgroup' || tag === 'option') return collapse(attributes['label'] ?? '');
  const titled = { fieldset: 'legend', table: 'caption', figure: 'figcaption', svg: 'title' }[tag];
  const child = titled && node.children.find((at) => typeof at !== 'string' && at.tag === titled);
  return child && typeof child !== 'string' ? readContent(child, walk) : '';
}

/** Steps 2F to 2H: names of the children in order, apart where they are not one run of text. */
function readContent(node: ElementNode, walk: Walk): string {
  let text = '';
  for (const child of flatChildren(node, walk.page)) {
    if (typeof child === 'string') text += child;
    else if (child.tag === 'br') text += ' ';
    else if (walk.skip?.(child)) text += ' ';
    else if (!TEXTLESS.has(child.tag) || child.tag === 'textarea' || child.tag === 'select') {
      text += isGlued(child) ? nameOf(child, walk, true) : ` ${nameOf(child, walk, true)} `;
    }
  }
  return collapse(text);
}

function joinLabels(node: ElementNode, walk: Walk): string {
  const { page, visited } = walk;
  const texts = findLabels(node, page).map((label) => {
    // Controls in a label are part of what it says ("Remind me [3] days before"), and so is all of a hidden label (2A).
    const referenced = walk.referenced || !isRendered(label, page);
    return nameOf(label, { page, visited, referenced }, true);
  });
  return collapse(texts.join(' '));
}

function joinReferences(node: ElementNode, attribute: string, walk: Walk): string {
  const { ids } = scopeOf(node, walk.page);
  const texts: string[] = [];
  for (const id of (node.attributes[attribute] ?? '').split(/\s+/)) {
    const target = id ? ids.get(id) : undefined;
    // A fresh set per reference: an element may be named by itself and by others.
    if (!target) continue;
    // Step 2C is for controls in the label of another one: named by itself, a control does not speak its value.
    const isOther = target !== node;
    texts.push(nameOf(target, { page: walk.page, visited: new Set(), referenced: true }, isOther));
  }
  return collapse(texts.join(' '));
}

/** Labels of the chosen options, as attributes show them; of a plain select the first when none is. */
export function readSelected(select: ElementNode): string {
  const options = listOptions(select);
  const chosen = options.filter((option) => 'selected' in option.attributes);
  const first = 'multiple' in select.attributes ? undefined : options[0];
  return (chosen.length > 0 ? chosen : first ? [first] : []).map(readOption).join(', ');
}

/** Options of a select in order, through optgroups. */
export function listOptions(node: ElementNode): ElementNode[] {
  return node.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === 'option' ? [child] : listOptions(child),
  );
}

/** What an option shows: its label attribute, else its text. */
export function readOption(option: ElementNode): string {
  const text = option.children.map((child) => (typeof child === 'string' ? child : '')).join('');
  return collapse(option.attributes['label'] || text);
}

function isGlued(node: ElementNode): boolean {
  return ['b', 'em', 'i', 'mark', 's', 'strong', 'sub', 'sup', 'u', 'font', 'wbr'].includes(
    node.tag,
  );
}
