import type { ElementNode } from '../../snapshot/node.ts';
import { walkElements } from '../../snapshot/find.ts';
import { foldName } from '../control.ts';
import type { Observation } from '../observation.ts';

/** What stands under a name is short. */
const LONGEST = 200;

/** What the page tells under a name ("Order number: 1042", a row of a table); null without one answer. */
export function readTold(name: string, { root }: Observation): string | null {
  const wanted = foldName(name);
  if (!root || wanted === '') return null;
  const told = new Set<string>();
  for (const node of walkElements(root)) {
    if (node.box === null) continue;
    const own = textOf(node);
    if (foldName(own) === wanted) {
      const value = textAfter(node);
      if (value !== '') told.add(value);
    }
    const [, label = '', value = ''] = /^([^:]{1,60}):\s*(\S.*)$/u.exec(own) ?? [];
    if (foldName(label) === wanted && node.children.every((child) => typeof child === 'string'))
      told.add(value);
  }
  const [only, ...others] = told;
  return only !== undefined && others.length === 0 && only.length <= LONGEST ? only : null;
}

function textOf(node: ElementNode): string {
  let text = '';
  for (const child of node.children) {
    if (text.length > LONGEST * 2) break;
    text += typeof child === 'string' ? child : ` ${textOf(child)} `;
  }
  return text.replace(/\s+/gu, ' ').trim();
}

/** What follows it beside it, in a cell, a definition or a line. */
function textAfter(node: ElementNode): string {
  const siblings = node.parent?.children ?? [];
  for (const sibling of siblings.slice(siblings.indexOf(node) + 1)) {
    const text = typeof sibling === 'string' ? sibling.trim() : textOf(sibling);
    if (text !== '') return text.replace(/^[:\s]+/u, '');
  }
  return '';
}
