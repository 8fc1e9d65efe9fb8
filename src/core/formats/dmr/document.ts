import type { WeblinxBox } from '../weblinx/boxes.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT } from '../libxml2/node.ts';
import { writeJsonNumber1 } from '../python/number-text.ts';
import { writeRepr } from '../python/repr.ts';
import { countCodePoints } from '../python/slice.ts';
import { shortenCenter } from './shorten.ts';

/** The fields of a candidate as the encoder and the prompt see them, in this order. */
export interface CandidateDocument {
  tag: string;
  xpath: string;
  text: string;
  bbox: string;
  attributes: string;
  children: string;
}

/** A candidate's fields (weblinx-format.md §3.4). */
export function describeElement(node: LxmlNode, xpath: string, box: WeblinxBox): CandidateDocument {
  return {
    tag: node.tag,
    xpath,
    text: shortenCenter(node.text, 200),
    bbox: writeBoxText(box),
    attributes: writeAttributes(node.attributes),
    children: node.children
      .slice(0, 2)
      .filter(({ tag }) => tag !== COMMENT)
      .map(({ tag }) => tag)
      .join(' '),
  };
}

/** The document: one line per field, empty ones too; the label's space stays. */
export function writeDocument(fields: CandidateDocument): string {
  const { tag, xpath, text, bbox, attributes, children } = fields;
  return [
    `[[tag]] ${tag}`,
    `[[xpath]] ${xpath}`,
    `[[text]] ${text}`,
    `[[bbox]] ${bbox}`,
    `[[attributes]] ${attributes}`,
    `[[children]] ${children}`,
  ].join('\n');
}

function writeBoxText({ x, y, width, height }: WeblinxBox): string {
  const [left, top] = [writeJsonNumber1(x), writeJsonNumber1(y)];
  return `x=${left} y=${top} width=${writeJsonNumber1(width)} height=${writeJsonNumber1(height)}`;
}

/** Shortest value first; of equally long ones in source order. */
export function writeAttributes(attributes: Iterable<[string, string | null]>): string {
  const shortened = Array.from(attributes, ([name, value]) => {
    const text = shortenCenter(value ?? '', 100);
    return { name, text, length: countCodePoints(text) };
  });
  shortened.sort((a, b) => a.length - b.length);
  return shortened.map(({ name, text }) => `${name}=${writeRepr(text)}`).join(' ');
}
