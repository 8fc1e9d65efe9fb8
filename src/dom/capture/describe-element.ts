import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { TurnElement } from '../../core/demonstration/demonstration.ts';
import type { CapturePorts } from './ports.ts';
import { readXpath } from './read-xpath.ts';

/** Longer texts (a click on the body) say nothing more about the target. */
const TEXT_LIMIT = 10_000;

/** Describes a target as it is now; its box is in this frame's viewport. */
export function describeElement(
  element: Element,
  ports: Pick<CapturePorts, 'uidOf' | 'isSecret' | 'mask'>,
): Omit<TurnElement, 'frameId'> {
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    uid: ports.uidOf(element),
    tagName: element.tagName,
    attributes: readAttributes(element, ports),
    box: { x, y, width, height },
    textContent: element.textContent.slice(0, TEXT_LIMIT).toWellFormed(),
    xpath: readXpath(element),
    name: readName(element),
    role: getRole(element) ?? 'generic',
  };
}

function readAttributes(
  element: Element,
  ports: Pick<CapturePorts, 'isSecret' | 'mask'>,
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of element.getAttributeNames()) {
    attributes[name] = (element.getAttribute(name) ?? '').toWellFormed();
  }
  if (isValued(element) && (element.value !== '' || 'value' in attributes)) {
    attributes['value'] = ports.isSecret(element) ? ports.mask : element.value.toWellFormed();
  }
  return attributes;
}

function isValued(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && element.type !== 'file';
}

/** The accessible name; a page that breaks its computation costs the name, not the turn. */
function readName(element: Element): string {
  try {
    return computeAccessibleName(element).slice(0, TEXT_LIMIT).toWellFormed();
  } catch {
    return '';
  }
}
