import { MASK } from '../../core/demonstration/secrets/secret-fields.ts';
import type { TurnElement } from '../../core/demonstration/turn-element.ts';
import {
  maskAttributes,
  listLeakingAttributes,
  maskTexts,
  readUnmaskedText,
} from '../snapshot/secrets/mask-markup.ts';
import { measureTarget } from '../snapshot/target-box.ts';
import { computeName, findNamedElement, readRole } from './named-element.ts';
import type { CapturePorts } from './ports.ts';
import * as dom from '../native.ts';

/** Longer texts (a click on the body) say nothing more about the target. */
const TEXT_LIMIT = 10_000;

export type ElementDescription = Omit<TurnElement, 'frameId'>;

/** Describes a target as it is now, under the name of `known`. */
export function describeElement(
  element: Element,
  ports: Pick<CapturePorts, 'uidOf' | 'isSecret' | 'hidden'>,
  known = findNamedElement(element),
): ElementDescription {
  const isHidden = ports.hidden.holds(element);
  const hidden = isHidden ? [] : ports.hidden.listIn(element);
  const mask = (text: string, isMasked: boolean): string => (isMasked && text !== '' ? MASK : text);
  const text = readUnmaskedText(element, hidden).slice(0, TEXT_LIMIT).toWellFormed();
  const attributes = readAttributes(element, ports);
  const { x, y, width, height } = measureTarget(element);
  return {
    uid: ports.uidOf(element),
    tagName: dom.getTagName(element),
    attributes: isHidden ? maskAttributes(attributes) : attributes,
    box: { x, y, width, height },
    textContent: mask(text, isHidden || (hasTextValue(element) && ports.isSecret(element))),
    xpath: readXpath(element),
    ...describeNameAndRole(known, ports),
  };
}

function readAttributes(
  element: Element,
  ports: Pick<CapturePorts, 'isSecret'>,
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of dom.getAttributes(element)) attributes[name] = value.toWellFormed();
  if (hasTextValue(element) && (element.value !== '' || 'value' in attributes)) {
    const isSecret = ports.isSecret(element);
    attributes['value'] = isSecret ? MASK : element.value.toWellFormed();
    if (isSecret) Object.assign(attributes, Object.fromEntries(listLeakingAttributes(element)));
  }
  return attributes;
}

function hasTextValue(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && element.type !== 'file';
}

/** Its name and role; the name of a field without one is its placeholder (HTML-AAM 1.0, 4.1.1). */
function describeNameAndRole(
  known: Element,
  { hidden, isSecret }: Pick<CapturePorts, 'isSecret' | 'hidden'>,
): Pick<ElementDescription, 'name' | 'role'> {
  const role = readRole(known);
  const name = computeName(known) || (hasTextValue(known) ? known.placeholder.trim() : '');
  if (hidden.holds(known)) return { name: name === '' ? '' : MASK, role };
  // The text of a label includes the field that it contains.
  const parts = isSecret(known) ? [...hidden.listIn(known), known] : hidden.listIn(known);
  return { name: maskTexts(name, parts).slice(0, TEXT_LIMIT).toWellFormed(), role };
}

/**
 * The path of an element in its own document or shadow root: `/html[1]/body[1]/div[2]`, the index
 * counting siblings of the same name from 1.
 */
function readXpath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = dom.getParentElement(at)) {
    const nodeName = dom.getNodeName(at);
    let index = 1;
    let before = dom.getPreviousElementSibling(at);
    for (; before; before = dom.getPreviousElementSibling(before)) {
      if (dom.getNodeName(before) === nodeName) index += 1;
    }
    steps.push(`/${nodeName.toLowerCase()}[${index}]`);
  }
  return steps.reverse().join('');
}
