import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, isEditingHost } from '../../snapshot/element-tree.ts';
import type { CandidateFields } from '../candidate.ts';
import {
  computeName,
  listOptions,
  readLabels,
  readOption,
  readReferences,
  readSelected,
} from './accessible-name.ts';
import { borrowLabel, readLooseLabel, readOriginal } from './borrow-label.ts';
import { readContext } from './context.ts';
import { judgeInteractive } from './interactive.ts';
import type { PageIndex } from './page-index.ts';
import { childElements, scopeOf } from './page-index.ts';
import { findRole, inputType } from './role.ts';
import { collapse, cut, readText } from './visible-text.ts';

const TEXT_LENGTH = 200;
/** Classes for what a thing is just now: what is "collapsed" is not called so. */
const STATE_CLASS =
  /^(?:(?:is|has|js)-)?(?:active|inactive|collapsed|expanded|open(?:ed)?|closed|show(?:n)?|hidden|visible|selected|unselected|current|checked|unchecked|disabled|enabled|focus(?:ed)?|hover(?:ed)?|loaded|loading)$/i;
const MAX_OPTIONS = 300;
/** Of an element without a name: how many of its parts are asked what they show. */
const MAX_PARTS = 8;
const KEY_ATTRIBUTES = ['id', 'name', 'data-testid', 'data-test', 'data-cy', 'data-icon'];
/** Buttons say their value as their name; of these it says nothing, or must not be read. */
const VALUELESS_TYPES = new Set(
  'button checkbox hidden image password radio reset submit'.split(' '),
);

export function readFields(node: ElementNode, page: PageIndex): CandidateFields {
  const { attributes } = node;
  const typed = node.tag === 'input' || node.tag === 'select' || node.tag === 'textarea';
  const shown = readShownValue(node, page);
  const own = shown === '' ? cut(readName(node, page), TEXT_LENGTH) : '';
  // Beside a label, a placeholder is only an example.
  const isExample = own === '' || own === collapse(attributes['placeholder'] ?? '');
  const loose = isExample && shown === '' ? readLooseLabel(node, page) : '';
  const name = loose || own;
  const isNameless = !/\p{L}/u.test(name);
  return {
    name,
    text: typed ? '' : readOwnText(node, page),
    label: loose || cut(readLabel(node, name === '', shown !== '', page), TEXT_LENGTH),
    placeholder: readPlaceholder(node, page),
    title: collapse(attributes['title'] ?? ''),
    alt: readAlternatives(node, page) || (isNameless ? readIcons(node, page) : ''),
    value: cut(shown || readValue(node), TEXT_LENGTH),
    key: readKey(node, isNameless, page),
    context: readContext(node, name, page),
  };
}

/** A row that opens something is not called by the buttons in it, unless nothing else is in it. */
function readName(node: ElementNode, page: PageIndex): string {
  return computeName(node, page, isControl) || computeName(node, page);
}

function readOwnText(node: ElementNode, page: PageIndex): string {
  return readText(node, page, TEXT_LENGTH, isControl) || readText(node, page, TEXT_LENGTH);
}

function isControl(node: ElementNode): boolean {
  return judgeInteractive(node) === 'sure';
}

/** What a list shows that is labelled by its own content: that is its value, and no name. Empty for others. */
function readShownValue(node: ElementNode, page: PageIndex): string {
  const ids = node.attributes['aria-labelledby']?.trim().split(/\s+/);
  if (!ids || findRole(node) !== 'combobox' || node.attributes['aria-label']) return '';
  const { ids: known } = scopeOf(node, page);
  const isOwn = ids.every((id) => findAround(known.get(id) ?? null, (around) => around === node));
  return isOwn ? readReferences(node, 'aria-labelledby', page) : '';
}

function readLabel(
  node: ElementNode,
  nameless: boolean,
  isSelfLabelled: boolean,
  page: PageIndex,
): string {
  const references = isSelfLabelled ? '' : readReferences(node, 'aria-labelledby', page);
  const own = readLabels(node, page) || references;
  if (own) return own;
  const role = findRole(node);
  const original = readOriginal(node, role, page);
  if (original || !nameless || readPlaceholder(node, page)) return original;
  return borrowLabel(node, role, page);
}

/** Also of rich editors, which show theirs by style from an attribute, often of the empty paragraph. */
function readPlaceholder(node: ElementNode, page: PageIndex): string {
  const own = ['placeholder', 'aria-placeholder', 'data-placeholder'].map((name) =>
    collapse(node.attributes[name] ?? ''),
  );
  const said = own.find((text) => text !== '');
  if (said || !isEditingHost(node)) return said ?? '';
  const [first] = childElements(node, page);
  return collapse(first?.attributes['data-placeholder'] ?? '');
}

/** Labels of what can be chosen in it: options of a select, a datalist or a listbox. */
export function readOptions(node: ElementNode, page: PageIndex): string[] {
  const list = node.tag === 'input' ? node.attributes['list'] : undefined;
  const source = list ? scopeOf(node, page).ids.get(list) : node;
  if (source?.tag === 'select' || source?.tag === 'datalist') {
    return listOptions(source).slice(0, MAX_OPTIONS).map(readSuggestion).filter(Boolean);
  }
  if (node.attributes['role'] !== 'listbox') return [];
  return collect(node, page, (at) => at.attributes['role'] === 'option')
    .slice(0, MAX_OPTIONS)
    .map((option) => computeName(option, page))
    .filter(Boolean);
}

/** Options of a datalist often have a value alone, which is what gets into the field. */
function readSuggestion(option: ElementNode): string {
  return readOption(option) || collapse(option.attributes['value'] ?? '');
}

function readValue(node: ElementNode): string {
  if (node.tag === 'select') return readSelected(node);
  if (node.tag === 'textarea') {
    return collapse(node.children.filter((child) => typeof child === 'string').join(''));
  }
  if (node.tag === 'input') {
    return VALUELESS_TYPES.has(inputType(node)) ? '' : collapse(node.attributes['value'] ?? '');
  }
  return collapse(node.attributes['aria-valuetext'] ?? node.attributes['aria-valuenow'] ?? '');
}

function readAlternatives(node: ElementNode, page: PageIndex): string {
  const own = node.attributes['alt'];
  const images = own === undefined ? collect(node, page, (at) => at.tag === 'img') : [];
  const texts = images.map((image) => image.attributes['alt'] ?? '');
  return cut(collapse([own ?? '', ...texts].join(' ')), TEXT_LENGTH);
}

/** A button without words is called by what its icons show. */
function readIcons(node: ElementNode, page: PageIndex): string {
  const parts = collect(node, page, () => true).slice(0, MAX_PARTS);
  return cut(toWords([...new Set(parts.map(readIconName))].join(' ')), TEXT_LENGTH);
}

/**
 * Names meant for programs. An element without a name of its own (an icon button, a bell with a count) also
 * gets those of its images and `<use>` references, which often say what the icon is; a button that only
 * submits those of its form.
 */
function readKey(node: ElementNode, nameless: boolean, page: PageIndex): string {
  const parts = KEY_ATTRIBUTES.map((attribute) => node.attributes[attribute] ?? '');
  parts.push(dropStates(node.attributes['class'] ?? ''));
  parts.push(lastPathPart(node.attributes['href'] ?? ''));
  if (isPlainSubmit(node)) parts.push(...readFormKeys(node));
  if (nameless) {
    for (const inner of collect(node, page, (at) => at !== node).slice(0, MAX_PARTS)) {
      parts.push(
        dropStates(inner.attributes['class'] ?? ''),
        inner.attributes['data-icon'] ?? '',
        lastPathPart(inner.attributes['src'] ?? ''),
        inner.attributes['href'] ?? inner.attributes['xlink:href'] ?? '',
      );
    }
  }
  return cut(toWords(parts.join(' ')), TEXT_LENGTH);
}

function dropStates(classes: string): string {
  return classes
    .split(/\s+/)
    .filter((name) => !STATE_CLASS.test(name))
    .join(' ');
}

function toWords(names: string): string {
  return splitCase(names.replace(/[^\p{L}\p{N}]+/gu, ' ')).trim();
}

/** Sends a form and says nothing of what the form is for. */
function isPlainSubmit(node: ElementNode): boolean {
  const { tag, attributes } = node;
  const type = attributes['type']?.toLowerCase();
  if (tag === 'input') {
    return type === 'image' || (type === 'submit' && GENERIC.test(attributes['value'] ?? ''));
  }
  return tag === 'button' && type === 'submit' && node.children.length === 0;
}

const GENERIC = /^\s*(?:submit|go|ok|>|»|→)?\s*!?$/i;

function readFormKeys(node: ElementNode): string[] {
  const form = findAround(node.parent, ({ tag }) => tag === 'form');
  if (!form) return [];
  const said = ['role', 'id', 'name', 'class'].map((name) => form.attributes[name] ?? '');
  return [...said, lastPathPart(form.attributes['action'] ?? '')];
}

function splitCase(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2');
}

/** The end of a path without its extension: `/img/cart-2.svg?v=1` gives `cart-2`. Data URLs say nothing. */
function lastPathPart(address: string): string {
  if (address.startsWith('data:') || address.startsWith('javascript:')) return '';
  const [path = ''] = address.split(/[?#]/);
  return (path.replace(/\/+$/, '').split('/').at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
}

function collect(
  node: ElementNode,
  page: PageIndex,
  fits: (node: ElementNode) => boolean,
): ElementNode[] {
  const inside = childElements(node, page).flatMap((child) => collect(child, page, fits));
  return fits(node) ? [node, ...inside] : inside;
}

/** How sets of icons begin the class of one: `fa-trash`, `bi-pencil`, `icon-tabler-x`, `ui-icon-print`. */
const ICON_CLASS =
  /^(?:fa|bi|mdi|zmdi|ti|ri|la|pi|ion(?:-md|-ios)?|(?:svg|ui|tabler)-icon|icon(?:s|-tabler)?|glyphicon|octicon|codicon|dashicons|feather|lucide|typcn|icofont)[-_](?<name>[a-z].*)$/i;
/** Attributes by which libraries draw icons, and `DeleteIcon` of the icons' own test ids. */
const ICON_ATTRIBUTES = ['data-icon', 'data-lucide', 'data-feather'];
const TEST_ID = /^(?<name>\p{Lu}\w+)Icon$/u;
/** Of these classes none says what the icon shows. */
const LOOK =
  /^(?:\d+x|xs|sm|md|lg|xl|fw|li|ul|spin|pulse|inverse|border|solid|regular|light|thin|duotone|brands|outlined|filled|rounded|sharp|small|medium|large|left|right|only|btn|button|wrap(?:per)?|container|holder|svg|img|active|on|off|stack.*|pull.*|rotate.*|flip.*|size.*|color.*|tabler)$/i;

/** What an icon shows, as its class or attributes call it; empty where nothing says. */
function readIconName({ attributes }: ElementNode): string {
  const classes = (attributes['class'] ?? '').split(/\s+/);
  const named = classes.flatMap((each) => ICON_CLASS.exec(each)?.groups?.['name'] ?? []);
  const drawn = ICON_ATTRIBUTES.map((attribute) => attributes[attribute] ?? '');
  const used = (attributes['href'] ?? attributes['xlink:href'] ?? '').split('#')[1] ?? '';
  const symbol = ICON_CLASS.exec(used)?.groups?.['name'] ?? '';
  const tested = TEST_ID.exec(attributes['data-testid'] ?? '')?.groups?.['name'] ?? '';
  const names = [...named, ...drawn, symbol, tested].filter(
    (each) => each !== '' && !LOOK.test(each),
  );
  return [...new Set(names)].join(' ');
}
