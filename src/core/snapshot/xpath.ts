import type { ElementNode } from './node.ts';

/**
 * `/html[1]/body[1]/div[2]` in the element's own document; inside a shadow root it begins at the root.
 * Every step has its number among siblings of the same name, counted from 1.
 */
export function xpathOf(node: ElementNode): string {
  const steps: string[] = [];
  let current: ElementNode | null = node;
  while (current) {
    const { parent }: ElementNode = current;
    if (!parent || parent.content === current) {
      steps.push(`/${current.tag}[1]`);
      break;
    }
    const inShadow: boolean = parent.shadow?.children.includes(current) ?? false;
    const siblings = inShadow && parent.shadow ? parent.shadow.children : parent.children;
    steps.push(`/${current.tag}[${countBefore(siblings, current) + 1}]`);
    current = inShadow ? null : parent;
  }
  return steps.reverse().join('');
}

function countBefore(siblings: readonly (ElementNode | string)[], node: ElementNode): number {
  let count = 0;
  for (const sibling of siblings) {
    if (sibling === node) break;
    if (typeof sibling !== 'string' && sibling.tag === node.tag) count++;
  }
  return count;
}
