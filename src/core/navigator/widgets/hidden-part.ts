import type { Candidate } from '../../ranking/candidate.ts';
import { toContentKeys, toKeys } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  findAround,
  findByUid,
  isElement,
  readWholeText,
  walkElements,
} from '../../snapshot/element-tree.ts';
import type { Task } from '../request/step.ts';
import type { GroundedAs, Sight } from '../target/grounded.ts';
import { click, getOnly, isUsable } from '../target/grounded.ts';

/**
 * "Order a refill for Milo" where a part of the page that isn't shown says all of this: presses the only tab, link or heading
 * that shows such a part, and then does the task there. Null for other tasks and pages.
 */
export function planHiddenPart(task: Task, sight: Sight): GroundedAs<'act'> | null {
  // Once: a part that still has no box would be opened and closed for ever.
  if ('isRevealed' in task) return null;
  const words = toContentKeys(readWords(task));
  const { root } = sight;
  if (!root || words.length === 0) return null;
  const openers = sight.candidates.filter((each) => {
    const part = isUsable(each) ? findHiddenPart(each, root) : null;
    return part !== null && says(part, words);
  });
  const opener = getOnly(openers);
  const part = opener && findHiddenPart(opener, root);
  if (!opener || !part) return null;
  // "Open the Southwest project" is done once it is shown, unless a control there is called so.
  const isShown = task.kind === 'click' && task.opens === true && !isCalledSo(part, words);
  return click(opener, isShown ? [] : [{ ...task, isRevealed: true }]);
}

/** The words that the page must have; a text to type is not among them. */
function readWords(task: Task): string {
  switch (task.kind) {
    case 'click':
    case 'toggle':
    case 'clear':
    case 'expand':
      return task.target;
    case 'type':
    case 'set':
      return task.target ?? '';
    case 'choose':
      return task.phrase;
    case 'unread':
      return NOT_ONE.test(task.words) ? '' : task.words;
    default:
      return '';
  }
}

/** A question, a refusal, or several things: a form may have to be saved, too. */
const NOT_ONE = /\?\s*$|[,;]|\b(?:and|no|not|never|\p{L}+n['’]t)\b/iu;

/** Finds the hidden part that a tab, an accordion heading or a link to `#id` shows. Returns null if it is visible already. */
function findHiddenPart({ uid, href }: Candidate, root: ElementNode): ElementNode | null {
  const node = findByUid(root, uid);
  const details = node?.tag === 'summary' ? node.parent : null;
  if (details) return 'open' in details.attributes ? null : details;
  const id = node?.attributes['aria-controls'] ?? /^#(.+)$/u.exec(href ?? '')?.[1] ?? '';
  const part = (id === '' ? null : findById(root, id)) ?? (node && findMenuBeside(node));
  return part && part.box === null ? part : null;
}

/** The menu right after the button that opens it. */
function findMenuBeside({ attributes, parent, ...node }: ElementNode): ElementNode | null {
  const opens =
    attributes['aria-haspopup'] ?? attributes['data-toggle'] ?? attributes['data-bs-toggle'];
  if (!parent || !/^(?:true|menu|dropdown)$/u.test(opens ?? '')) return null;
  const siblings = parent.children.filter(isElement);
  const at = siblings.findIndex(({ uid }) => uid === node.uid);
  return siblings[at + 1] ?? null;
}

function findById(root: ElementNode, id: string): ElementNode | null {
  for (const node of walkElements(root)) if (node.attributes['id'] === id) return node;
  return null;
}

const CONTROLS = new Set('button a input select textarea option summary label'.split(' '));

function listControls(part: ElementNode): ElementNode[] {
  return [...walkElements(part)].filter(
    ({ tag, attributes }) => CONTROLS.has(tag) || 'role' in attributes,
  );
}

/** Whether one control in the part has all of the words. */
function isCalledSo(part: ElementNode, words: readonly string[]): boolean {
  return listControls(part).some((control) => {
    const keys = toKeys(readNames(control));
    return control !== part && words.every((word) => keys.includes(word));
  });
}

/** Whether the part has all of the words, and one of them names what can be operated there. */
function says(part: ElementNode, words: readonly string[]): boolean {
  const keys = new Set(toKeys(readWholeText(part)));
  const named = new Set(listControls(part).flatMap((control) => toKeys(readNames(control))));
  const isSaid = (word: string): boolean => keys.has(word) || named.has(word);
  return words.every(isSaid) && words.some((word) => named.has(word));
}

/** What a control says of itself, and the label around it. */
function readNames(control: ElementNode): string {
  const label = findAround(control, ({ tag }) => tag === 'label');
  const { attributes } = control;
  const own = ['aria-label', 'title', 'placeholder', 'value'].map((name) => attributes[name] ?? '');
  return [readWholeText(label ?? control), ...own].join(' ');
}
