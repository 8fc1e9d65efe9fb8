import type { Uid } from '../../action/action.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import type { Shape } from '../../shape.ts';
import { cutName } from '../foreign/builder.ts';
import { listOf, text } from '../../shape.ts';

export type Selector = string | readonly string[];

const parts = listOf(text);

/** A list of alternative selectors: each a text, or a list from host to element. */
export const selectorsShape: Shape = listOf(
  Object.assign(
    (value: unknown, place: string) => (typeof value === 'string' ? null : parts(value, place)),
    { schema: { anyOf: [text.schema, parts.schema] } },
  ),
);

/** Tags of roles that mostly one tag has. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ...([
    ['button', 'BUTTON'],
    ['link', 'A'],
    ['textbox', 'INPUT'],
    ['searchbox', 'INPUT'],
  ] as const),
  ...([
    ['checkbox', 'INPUT'],
    ['radio', 'INPUT'],
    ['heading', 'H2'],
    ['img', 'IMG'],
  ] as const),
]);

/**
 * Returns what the selectors of a Recorder step say of their element: `aria/` its name and role, `xpath/` its path, `text/` its
 * text, and CSS its tag, id and attributes. Its box is unknown.
 */
export function readSelectors(selectors: readonly Selector[], uid: Uid): TurnElement {
  const element: TurnElement = {
    ...{ uid, frameId: 0, tagName: '', attributes: {}, textContent: '', xpath: '' },
    ...{ box: { x: 0, y: 0, width: 0, height: 0 }, name: '', role: '' },
  };
  for (const selector of selectors) {
    const last = typeof selector === 'string' ? selector : (selector.at(-1) ?? '');
    const [, kind = 'css', rest = last] = /^(aria|xpath|text|pierce)\/(.*)$/s.exec(last) ?? [];
    READERS[kind as keyof typeof READERS](element, rest);
  }
  const tagName = element.tagName || (TAGS.get(element.role) ?? '');
  return { ...element, tagName, name: cutName(element.name || element.textContent) };
}

type ReadSelector = (element: TurnElement, written: string) => void;

const readCss: ReadSelector = (element, written) => {
  const last = written.split(/\s*[>+~]\s*|\s+(?![^[]*\])/).at(-1) ?? '';
  const tag = /^[a-z][\w-]*/i.exec(last)?.[0];
  const id = /#((?:\\.|[\w-])+)/.exec(last)?.[1];
  if (tag && !element.tagName) element.tagName = tag.toUpperCase();
  if (id) element.attributes['id'] ??= id.replace(/\\(.)/g, '$1');
  for (const [, name = '', , value = ''] of last.matchAll(/\[([\w-]+)=(["']?)(.*?)\2\]/g)) {
    if (name !== '__proto__') element.attributes[name] ??= value;
  }
};

const READERS: Record<'aria' | 'xpath' | 'text' | 'pierce' | 'css', ReadSelector> = {
  aria(element, written) {
    const [, name = '', role = ''] = /^(.*?)(?:\[role="([^"]*)"\])?$/s.exec(written) ?? [];
    element.name ||= name;
    element.role ||= role;
  },
  xpath(element, written) {
    element.xpath ||= written;
    const tag = /\/([a-z][\w-]*)(?:\[[^/]*\])?$/i.exec(written)?.[1];
    if (tag && !element.tagName) element.tagName = tag.toUpperCase();
  },
  text(element, written) {
    element.textContent ||= written;
  },
  pierce: readCss,
  css: readCss,
};
