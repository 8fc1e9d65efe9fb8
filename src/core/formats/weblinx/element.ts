import { targetOf } from '../../action/action.ts';
import type { BrowserTurn, TurnElement } from '../../demonstration/demonstration.ts';
import { writeAttribute } from '../../snapshot/markup.ts';
import type { ReadElement } from '../../snapshot/read-element.ts';
import { readElement } from '../../snapshot/read-element.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { writeBox } from './boxes.ts';

export interface WrittenTarget {
  /** `arguments.element`. */
  element: Record<string, unknown>;
  /** `action.element_html`: the target in the kept page, before the action. */
  elementHtml: string | null;
}

/**
 * The target of a turn: content from the kept page, attributes from the turn (after typing they hold
 * what was typed), the box in screenshot px. Null for an action without a target.
 */
export function writeTarget(turn: BrowserTurn, page: PageSnapshot | null): WrittenTarget | null {
  const uid = turn.element?.uid ?? targetOf(turn.action);
  if (uid === null) return null;
  const kept = page && readElement(page, uid);
  const target = turn.element ?? describeKept(uid, kept);
  const attributes = { ...target.attributes, [UID_ATTRIBUTE]: uid };
  return {
    element: {
      tagName: target.tagName,
      attributes,
      bbox: writeBox(target.box, turn.metadata.zoomLevel),
      textContent: kept?.textContent ?? target.textContent,
      innerHTML: kept?.innerHTML ?? '',
      outerHTML: writeOuterHtml(target.tagName, attributes, kept),
      xpath: target.xpath,
    },
    elementHtml: kept?.outerHTML ?? null,
  };
}

/** For a turn that names its target without describing it: what the library needs to read it. */
function describeKept(uid: string, kept: ReadElement | null): TurnElement {
  return {
    uid,
    frameId: 0,
    tagName: kept?.tagName ?? '',
    attributes: kept?.attributes ?? {},
    box: { x: 0, y: 0, width: 0, height: 0 },
    textContent: '',
    xpath: '',
    name: '',
    role: '',
  };
}

/** The kept element with the turn's attributes in its start tag. */
function writeOuterHtml(
  tagName: string,
  attributes: Record<string, string>,
  kept: ReadElement | null,
): string {
  if (kept !== null && hasSame(attributes, kept.attributes)) return kept.outerHTML;
  const tag = /[a-z]/.test(tagName) ? tagName : tagName.toLowerCase();
  const written = Object.entries(attributes).map(([name, value]) => writeAttribute(name, value));
  return `<${tag}${written.join('')}>${kept === null ? '' : afterStartTag(tag, kept)}`;
}

function afterStartTag(tag: string, { innerHTML, outerHTML }: ReadElement): string {
  const end = `</${tag}>`;
  return outerHTML.endsWith(end) ? innerHTML + end : '';
}

function hasSame(some: Record<string, string>, others: Record<string, string>): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => some[name] === others[name])
  );
}
