import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT } from '../libxml2/node.ts';
import { writeJsonNumber1 } from '../python/number.ts';
import { writeRepr, countCodePoints, takeFirst, takeLast } from '../python/text.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';

/** The fields of a candidate as the encoder and the prompt see them, in this order. */
export interface CandidateDocument {
  tag: string;
  xpath: string;
  text: string;
  bbox: string;
  attributes: string;
  children: string;
}

/** A candidate's fields. */
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

/**
 * WebLINX's right shortening: at most `limit` code points, the last three of
 * them `...` where something was cut. A limit below 3 leaves no room for the dots; a negative one
 * means no limit.
 */
export function shortenRight(text: string, limit: number): string {
  if (limit < 0 || fits(text, limit)) return text;
  return limit <= 3 ? takeFirst(text, limit) : `${takeFirst(text, limit - 3)}...`;
}

/** Centre shortening (§3.4): head and tail with `...` between; the tail has the odd code point. */
export function shortenCenter(text: string, limit: number): string {
  if (fits(text, limit)) return text;
  const kept = limit - 3;
  return `${takeFirst(text, Math.floor(kept / 2))}...${takeLast(text, Math.ceil(kept / 2))}`;
}

function fits(text: string, limit: number): boolean {
  // There are never more code points than UTF-16 units.
  return text.length <= limit || countCodePoints(text) <= limit;
}
