import type { TurnElement } from '../../core/demonstration/demonstration.ts';
import { getAttributes, getTagName } from '../read/native.ts';
import { hideTexts, readShownText } from '../snapshot/hidden-texts.ts';
import { maskAttributes } from '../snapshot/mask-regions.ts';
import { listLeaks } from '../snapshot/scrub.ts';
import { computeName, findKnownBy, readRole } from './known-by.ts';
import { measureTarget } from '../snapshot/target-box.ts';
import type { CapturePorts } from './ports.ts';
import { readXpath } from './read-xpath.ts';

/** Longer texts (a click on the body) say nothing more about the target. */
const TEXT_LIMIT = 10_000;

/** An element as its own frame sees it: the box is in that frame's viewport. */
export type Described = Omit<TurnElement, 'frameId'>;

/** Describes a target as it is now, called as `known` is. */
export function describeElement(
  element: Element,
  ports: Pick<CapturePorts, 'uidOf' | 'isSecret' | 'mask' | 'hidden'>,
  known = findKnownBy(element),
): Described {
  const isHidden = ports.hidden.holds(element);
  const hidden = isHidden ? [] : ports.hidden.listIn(element);
  const mask = (text: string, isMasked: boolean): string =>
    isMasked && text !== '' ? ports.mask : text;
  const text = readShownText(element, hidden).slice(0, TEXT_LIMIT).toWellFormed();
  const attributes = readAttributes(element, ports);
  const { x, y, width, height } = measureTarget(element);
  return {
    uid: ports.uidOf(element),
    tagName: getTagName(element),
    attributes: isHidden ? maskAttributes(attributes) : attributes,
    box: { x, y, width, height },
    textContent: mask(text, isHidden || (isValued(element) && ports.isSecret(element))),
    xpath: readXpath(element),
    ...describeKnown(known, ports),
  };
}

function readAttributes(
  element: Element,
  ports: Pick<CapturePorts, 'isSecret' | 'mask'>,
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of getAttributes(element)) attributes[name] = value.toWellFormed();
  if (isValued(element) && (element.value !== '' || 'value' in attributes)) {
    const isSecret = ports.isSecret(element);
    attributes['value'] = isSecret ? ports.mask : element.value.toWellFormed();
    if (isSecret) Object.assign(attributes, Object.fromEntries(listLeaks(element)));
  }
  return attributes;
}

function isValued(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && element.type !== 'file';
}

/** Its name and role; the name of a field without one is its placeholder (HTML-AAM 1.0, 4.1.1). */
function describeKnown(
  known: Element,
  { hidden, isSecret, mask }: Pick<CapturePorts, 'isSecret' | 'mask' | 'hidden'>,
): Pick<Described, 'name' | 'role'> {
  const role = readRole(known);
  const name = computeName(known) || (isValued(known) ? known.placeholder.trim() : '');
  if (hidden.holds(known)) return { name: name === '' ? '' : mask, role };
  // A label that holds its field says what is in it.
  const parts = isSecret(known) ? [...hidden.listIn(known), known] : hidden.listIn(known);
  return { name: hideTexts(name, parts).slice(0, TEXT_LIMIT).toWellFormed(), role };
}
