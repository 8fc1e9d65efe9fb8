import { getNodeName, getParentElement, getPreviousElementSibling } from '../read/native.ts';

/**
 * The path of an element in its own document or shadow root: `/html[1]/body[1]/div[2]`, the index
 * counting siblings of the same name from 1.
 */
export function readXpath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = getParentElement(at)) {
    const nodeName = getNodeName(at);
    let index = 1;
    let before = getPreviousElementSibling(at);
    for (; before; before = getPreviousElementSibling(before)) {
      if (getNodeName(before) === nodeName) index += 1;
    }
    steps.push(`/${nodeName.toLowerCase()}[${index}]`);
  }
  return steps.reverse().join('');
}
