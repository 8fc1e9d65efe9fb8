import type { Uid } from '../../action/action.ts';
import { isSecretField, MASK } from '../../demonstration/secrets/secret-fields.ts';
import {
  escapeText,
  makeWellFormed,
  sanitizeRawText,
  RAW_TAGS,
  VOID_TAGS,
  writeAttribute,
} from '../../snapshot/markup.ts';
import type { FrameSnapshot } from '../../snapshot/snapshot.ts';
import { formatUid, UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';

export interface ForeignElement {
  /** Lower case for HTML. */
  tag: string;
  attributes: Record<string, string>;
  children: (ForeignElement | string)[];
  /** The content of its open shadow root. */
  shadow?: (ForeignElement | string)[];
  /** The same in every page as long as it is the same element; its uid is made of it. */
  number: number;
}

const TAG = /^[a-z][\w:.-]*$/i;
const ATTRIBUTE = /^[^\s\p{Cc}"'<>/=]+$/u;

/**
 * Writes a page in the form of FrameSnapshot. Scripts and handlers lose their code, secret fields their values, and names
 * that HTML cannot have are dropped with what they name. Boxes are unknown.
 */
export function writeForeignPage(
  html: ForeignElement,
  page: { salt: number; url: string; viewport: FrameSnapshot['viewport'] },
): FrameSnapshot {
  const parts: string[] = [];
  writeChildren(html.children, page.salt, parts);
  return {
    ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, url: page.url },
    root: { uid: nameForeign(html, page.salt), attributes: cleanAttributes(html) },
    title: findTitle(html),
    html: makeWellFormed(parts.join('')),
    ...{ boxes: {}, viewport: page.viewport, scroll: { x: 0, y: 0 }, exact: true },
  };
}

export function nameForeign({ number }: Pick<ForeignElement, 'number'>, salt: number): Uid {
  return formatUid(salt, number);
}

function writeChildren(
  children: readonly (ForeignElement | string)[],
  salt: number,
  parts: string[],
): void {
  for (const child of children) {
    if (typeof child === 'string') parts.push(escapeText(child));
    else if (TAG.test(child.tag)) writeElement(child, salt, parts);
  }
}

function writeElement(element: ForeignElement, salt: number, parts: string[]): void {
  const { tag, children, shadow } = element;
  const isSecret = isSecretField(tag, element.attributes);
  parts.push(`<${tag}`);
  for (const [name, value] of Object.entries(cleanAttributes(element))) {
    parts.push(writeAttribute(name, value));
  }
  parts.push(writeAttribute(UID_ATTRIBUTE, nameForeign(element, salt)), '>');
  if (VOID_TAGS.has(tag)) return;
  if (shadow) {
    parts.push('<template shadowrootmode="open">');
    writeChildren(shadow, salt, parts);
    parts.push('</template>');
  }
  if (tag === 'textarea' && isSecret) parts.push(MASK);
  else if (RAW_TAGS.has(tag)) {
    const text = children.filter((child) => typeof child === 'string').join('');
    if (tag !== 'script') parts.push(sanitizeRawText(text, tag));
  } else writeChildren(children, salt, parts);
  parts.push(`</${tag}>`);
}

function cleanAttributes({ tag, attributes }: ForeignElement): Record<string, string> {
  const isSecret = isSecretField(tag, attributes);
  const kept = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (!ATTRIBUTE.test(name) || lower === UID_ATTRIBUTE || lower === '__proto__') return [];
    if (lower.startsWith('on')) return [[name, '']];
    return [[name, isSecret && lower === 'value' && value !== '' ? MASK : value]];
  });
  return Object.fromEntries(kept);
}

function findTitle(root: ForeignElement): string {
  const head = root.children.find((child) => typeof child !== 'string' && child.tag === 'head');
  if (head === undefined || typeof head === 'string') return '';
  const title = head.children.find((child) => typeof child !== 'string' && child.tag === 'title');
  if (title === undefined || typeof title === 'string') return '';
  return makeWellFormed(
    title.children.filter((child) => typeof child === 'string').join(''),
  ).trim();
}
