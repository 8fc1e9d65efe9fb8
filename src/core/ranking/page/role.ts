import type { ElementNode } from '../../snapshot/element-tree.ts';
import { isEditingHost } from '../../snapshot/element-tree.ts';

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

/** Tags by the role that they imply. */
const ROLE_OF_TAG = invert({
  article: 'article',
  button: 'button summary',
  cell: 'td',
  complementary: 'aside',
  dialog: 'dialog',
  figure: 'figure',
  form: 'form',
  group: 'details fieldset optgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  img: 'img',
  list: 'menu ol ul',
  listitem: 'li',
  main: 'main',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  progressbar: 'progress',
  region: 'section',
  row: 'tr',
  rowgroup: 'tbody tfoot thead',
  separator: 'hr',
  status: 'output',
  table: 'table',
  textbox: 'textarea',
});

/** Types without a role of their own (password, dates, colour, file) get the one people act on them by. */
const ROLE_OF_INPUT = invert({
  button: 'button color file image reset submit',
  checkbox: 'checkbox',
  generic: 'hidden',
  radio: 'radio',
  searchbox: 'search',
  slider: 'range',
  spinbutton: 'number',
});

function invert(namesByRole: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(namesByRole).flatMap(([role, names]) =>
      names.split(' ').map((name) => [name, role] as const),
    ),
  );
}

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
  return ROLE_OF_TAG.get(tag) ?? editableRole(node);
}

/** The `type` of an input, lower case; `text` when none is given. */
export function inputType(node: ElementNode): string {
  return (node.attributes['type'] ?? 'text').trim().toLowerCase() || 'text';
}

function findInputRole(node: ElementNode): string {
  const type = inputType(node);
  if ('list' in node.attributes && TYPES_WITH_LIST.has(type)) return 'combobox';
  return ROLE_OF_INPUT.get(type) ?? 'textbox';
}

function editableRole(node: ElementNode): string {
  return isEditingHost(node) ? 'textbox' : 'generic';
}
