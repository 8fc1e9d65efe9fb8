import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import {
  getNodeName,
  getNodeType,
  getNodeValue,
  getOwnerDocument,
  getTextContent,
  makeTreeWalker,
} from '../../native.ts';

/** Shorter pieces are found in anything. */
const MIN_TEXT_LENGTH = 2;

/** `textContent` without what is in the hidden elements. */
export function readUnmaskedText(element: Element, hidden: readonly Element[]): string {
  if (hidden.length === 0) return getTextContent(element) ?? '';
  const isHidden = new Set<Node>(hidden);
  const walker = makeTreeWalker(
    getOwnerDocument(element) ?? document,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  const texts: string[] = [];
  let node: Node | null = walker.nextNode();
  while (node) {
    if (getNodeType(node) === Node.TEXT_NODE) texts.push(getNodeValue(node) ?? '');
    else if (isHidden.has(node)) {
      texts.push(MASK);
      node = skipChildren(walker);
      continue;
    }
    node = walker.nextNode();
  }
  return texts.join('');
}

/** Takes the texts of hidden elements out of one that was made of the page's texts: a name, a selection. */
export function maskTexts(text: string, hidden: readonly Element[]): string {
  if (hidden.length === 0 || text === '') return text;
  const pieces = new Set<string>();
  for (const element of hidden) {
    for (const piece of listTextPieces(element)) pieces.add(piece);
  }
  let shown = text;
  for (const piece of [...pieces].sort((one, other) => other.length - one.length)) {
    shown = shown.replaceAll(piece, MASK);
  }
  return shown;
}

function listTextPieces(element: Element): string[] {
  const texts: string[] = [(getTextContent(element) ?? '').trim()];
  if (['INPUT', 'TEXTAREA'].includes(getNodeName(element))) {
    texts.push((element as HTMLInputElement | HTMLTextAreaElement).value);
  }
  const walker = makeTreeWalker(
    getOwnerDocument(element) ?? document,
    element,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    texts.push((getNodeValue(node) ?? '').trim());
  }
  return texts.filter((text) => text.length >= MIN_TEXT_LENGTH);
}

function skipChildren(walker: TreeWalker): Node | null {
  do {
    const next = walker.nextSibling();
    if (next) return next;
  } while (walker.parentNode());
  return null;
}
