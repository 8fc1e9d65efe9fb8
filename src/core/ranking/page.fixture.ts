import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';
import type { ElementNode } from '../snapshot/element-tree.ts';

/** The viewport that fixture pages are seen in. */
export const VIEWPORT = { width: 1200, height: 800 };

/**
 * A page tree from plain HTML. Every element gets a box of its own, 20 px below the one before, except
 * what `hidden` or `display: none` hides; `data-box="x y width height"` overrides it. `data-t` names an element
 * for the test: it becomes the uid. Shadow roots are written as `<template shadowrootmode>`, frames
 * as `<iframe srcdoc>`.
 */
export function buildPage(html: string, frameId = 0): ElementNode {
  const root = parse(html).childNodes.find((node) => node.nodeName === 'html');
  if (!root || !('tagName' in root)) throw new Error('parse5 always makes an html element');
  const state = { count: 0, frameId };
  return build(root, null, true, state);
}

interface State {
  count: number;
  frameId: number;
}

function build(
  source: DefaultTreeAdapterTypes.Element,
  parent: ElementNode | null,
  parentShown: boolean,
  state: State,
): ElementNode {
  const attributes = Object.fromEntries(source.attrs.map(({ name, value }) => [name, value]));
  const hides =
    'hidden' in attributes ||
    /display:\s*none/.test(attributes['style'] ?? '') ||
    ['head', 'script', 'style', 'option'].includes(source.tagName) ||
    attributes['type'] === 'hidden';
  const shown = parentShown && !hides;
  const order = state.count++;
  const [x = 0, y = order * 2, width = 100, height = 20] = (attributes['data-box'] ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const uid = attributes['data-t'] ?? `f${state.frameId}n${order}`;
  delete attributes['data-t'];
  delete attributes['data-box'];
  const node: ElementNode = {
    tag: source.tagName,
    attributes,
    uid,
    frameId: state.frameId,
    parent,
    children: [],
    shadow: null,
    content: null,
    box: shown ? { x, y, width, height } : null,
  };
  for (const child of source.childNodes) {
    if ('value' in child) node.children.push(child.value);
    if (!('tagName' in child)) continue;
    const mode = child.attrs.find(({ name }) => name === 'shadowrootmode')?.value;
    if (mode && 'content' in child) {
      const inside: (ElementNode | string)[] = [];
      for (const at of child.content.childNodes) {
        if ('tagName' in at) inside.push(build(at, node, shown, state));
        else if ('value' in at) inside.push(at.value);
      }
      node.shadow = { closed: mode === 'closed', children: inside };
    } else {
      node.children.push(build(child, node, shown, state));
    }
  }
  const frame = node.tag === 'iframe' ? attributes['srcdoc'] : undefined;
  if (frame !== undefined) {
    node.content = buildPage(frame, state.frameId + 1);
    node.content.parent = node;
  }
  return node;
}
