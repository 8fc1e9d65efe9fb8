import type { TurnElement } from '../../demonstration/demonstration.ts';
import type { UploadedEvent } from './uploaded.ts';
import { readMembers, readNumber, readText } from './uploaded.ts';

/** Names are for people: a long text is cut. */
const MOST_NAME = 100;

/** `arguments.element`: its box in CSS px, in the top frame, since page files have one frame. */
export function readTarget({ element, uid, zoom }: UploadedEvent): TurnElement | null {
  if (element === null) return null;
  const bbox = readMembers(element['bbox']);
  const px = (name: string): number => readNumber(bbox[name]) / zoom;
  const attributes = Object.fromEntries(
    Object.entries(readMembers(element['attributes'])).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
  const textContent = readText(element['textContent']);
  return {
    uid: uid ?? '',
    frameId: 0,
    tagName: readText(element['tagName']),
    attributes,
    box: { x: px('x'), y: px('y'), width: px('width'), height: px('height') },
    textContent,
    xpath: readText(element['xpath']),
    name: nameElement(attributes, textContent),
    role: Object.hasOwn(attributes, 'role') ? (attributes['role'] ?? '') : '',
  };
}

/** The file has no accessible name; this is what it would be in most cases. */
function nameElement(attributes: Record<string, string>, textContent: string): string {
  const named = ['aria-label', 'alt', 'title', 'placeholder'].map((name) =>
    Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '',
  );
  const [label = '', alt = '', ...rest] = named;
  const name = [label, alt, textContent, ...rest].find((text) => text.trim() !== '') ?? '';
  return Array.from(name.trim().replace(/\s+/g, ' ')).slice(0, MOST_NAME).join('');
}
