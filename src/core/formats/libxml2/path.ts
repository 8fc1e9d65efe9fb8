import type { LxmlNode } from './node.ts';
import { COMMENT } from './node.ts';

/**
 * libxml2's node path of every element under and with `root`, by element: `/html/body/div[2]/a`, a
 * number only where siblings share the name.
 */
export function listPaths(root: LxmlNode): Map<LxmlNode, string> {
  const paths = new Map([[root, pathOfRoot(root)]]);
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const base = paths.get(node) ?? '';
    for (const [child, step] of listSteps(node)) {
      paths.set(child, `${base}/${step}`);
      waiting.push(child);
    }
  }
  return paths;
}

/** A fragment's root may have parents. */
function pathOfRoot(root: LxmlNode): string {
  const steps: string[] = [];
  for (let node: LxmlNode | null = root; node; node = node.parent) {
    steps.push(node.parent ? (listSteps(node.parent).get(node) ?? node.tag) : node.tag);
  }
  return `/${steps.reverse().join('/')}`;
}

function listSteps({ children }: LxmlNode): Map<LxmlNode, string> {
  const totals = new Map<string, number>();
  for (const { tag } of children) totals.set(tag, (totals.get(tag) ?? 0) + 1);
  const seen = new Map<string, number>();
  const steps = new Map<LxmlNode, string>();
  for (const child of children) {
    if (child.tag === COMMENT) continue;
    const place = (seen.get(child.tag) ?? 0) + 1;
    seen.set(child.tag, place);
    steps.set(child, totals.get(child.tag) === 1 ? child.tag : `${child.tag}[${place}]`);
  }
  return steps;
}
