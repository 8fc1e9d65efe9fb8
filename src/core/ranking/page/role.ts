import type { ElementNode } from '../../snapshot/element-tree.ts';

const KNOWN_ROLES = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader ' +
    'combobox complementary contentinfo definition dialog directory document feed figure form grid gridcell ' +
    'group heading img image link list listbox listitem log main marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation note option progressbar radio radiogroup region row ' +
    'rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table ' +
    'tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

const ROLE_OF_TAG: Record<string, string> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  details: 'group',
  dialog: 'dialog',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  img: 'img',
  li: 'listitem',
  main: 'main',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  section: 'region',
  summary: 'button',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

/** Types without a role of their own (password, dates, colour, file) get the one people act on them by. */
const ROLE_OF_INPUT: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  file: 'button',
  hidden: 'generic',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const TYPES_WITH_LIST = new Set(['text', 'search', 'email', 'tel', 'url']);

/**
 * The ARIA role: the first known token of `role`, else the one the tag implies (HTML-AAM 1.0, §3.5),
 * else `generic`. `none` and `presentation` do not count: what is asked here can be acted on.
 */
export function findRole(node: ElementNode): string {
  const role = node.attributes['role'];
  if (role) {
    if (KNOWN_ROLES.has(role)) return role === 'image' ? 'img' : role;
    for (const token of role.toLowerCase().split(/\s+/)) {
      if (KNOWN_ROLES.has(token)) return token === 'image' ? 'img' : token;
    }
  }
  const { tag, attributes } = node;
  if (tag === 'a' || tag === 'area') return 'href' in attributes ? 'link' : editableRole(node);
  if (tag === 'input') return findInputRole(node);
  if (tag === 'select') {
    return 'multiple' in attributes || Number(attributes['size'] ?? 1) > 1 ? 'listbox' : 'combobox';
  }
  if (tag === 'th') return attributes['scope'] === 'row' ? 'rowheader' : 'columnheader';
  return ROLE_OF_TAG[tag] ?? editableRole(node);
}

/** The `type` of an input, lower case; `text` when none is given. */
export function inputType(node: ElementNode): string {
  return (node.attributes['type'] ?? 'text').trim().toLowerCase() || 'text';
}

/** True where the attribute itself makes it an editing host; its inner elements are not counted. */
export function isEditingHost(node: ElementNode): boolean {
  const value = node.attributes['contenteditable'];
  return value !== undefined && value.toLowerCase() !== 'false';
}

function findInputRole(node: ElementNode): string {
  const type = inputType(node);
  if ('list' in node.attributes && TYPES_WITH_LIST.has(type)) return 'combobox';
  return ROLE_OF_INPUT[type] ?? 'textbox';
}

function editableRole(node: ElementNode): string {
  return isEditingHost(node) ? 'textbox' : 'generic';
}
