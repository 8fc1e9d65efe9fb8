/** Controls that are named by what they belong to: the cross on a tag, the last of a row of page numbers. */
import type { Candidate } from '../../ranking/candidate.ts';
import { normaliseOrdinals } from '../../ranking/query/take-item.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import { tokenize, toKeys } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid, readWholeText } from '../../snapshot/element-tree.ts';
import { containsWords, normalizeName } from '../form-controls.ts';
import type { Sight } from '../target/grounded.ts';
import { getOnly, isUsable } from '../target/grounded.ts';

const REMOVE =
  /^(?:remove|delete|dismiss|close|clear|discard)\s+(?:(?:the|my|this|that)\s+)?(.+)$/iu;
const REMOVERS = new Set(['remove', 'delete', 'dismiss', 'close', 'clear', 'cross', 'x', '×', '✕']);
/** Words for small things with a cross of their own. */
const THING =
  'tag|chip|pill|badge|label|filter|token|alert|message|notification|notice|banner|toast|warning';
const THING_BEFORE = new RegExp(
  `^(?:${THING})\\s+(?:(?:about|saying|called|named|with|of|for|that says)\\s+)?(?:(?:the|a|an)\\s+)?`,
  'iu',
);
const THING_AFTER = new RegExp(`\\s+(?:${THING})$`, 'iu');

/**
 * "Remove the urgent tag", "delete Groceries": the only control that takes things away whose thing, or whose row of
 * several, is called so. What only has the words in it is meant where they are said of a tag, a message or the like: no
 * banner about an account is the account.
 */
export function findRemover(words: string, { candidates, root }: Sight): Candidate | null {
  const name = REMOVE.exec(words)?.[1];
  if (name === undefined || !root) return null;
  const whole = normalizeName(name);
  const bare = [THING_AFTER, THING_BEFORE]
    .map((thing) => normalizeName(name.replace(thing, '')))
    .filter((way) => way !== whole);
  const removers = candidates
    .filter((each) => isUsable(each) && isRemover(each))
    .map((remover) => {
      const node = findByUid(root, remover.uid);
      return { remover, thing: normalizeName(node ? readThing(node) : '') };
    });
  const isCalled = (thing: string): boolean => thing === whole || bare.includes(thing);
  const called = removers.filter(({ remover, thing }) => {
    const isRow = removers.some(
      (other) => other.remover.fields.name === remover.fields.name && other.remover !== remover,
    );
    const { context } = remover.fields;
    return isCalled(thing) || (isRow && context.split('\n').map(normalizeName).some(isCalled));
  });
  const saying = removers.filter(({ thing }) => bare.some((way) => containsWords(thing, way)));
  return getOnly(called.length > 0 ? called : saying)?.remover ?? null;
}

function isRemover({ role, tag, fields }: Candidate): boolean {
  const isPressed = role === 'button' || role === 'link' || role === 'img' || tag === 'svg';
  const { name, text, title, alt, key } = fields;
  const said = [name, text, title, alt].join(' ').trim();
  const words = tokenize(said === '' ? key : said);
  // A larger part of the page that can be pressed may have such a word in it.
  const isSign = role === 'generic' && REMOVERS.has(text.trim());
  return isSign || (isPressed && words.some((word) => REMOVERS.has(word)));
}

/** From a control up to what it belongs to. */
const LEVELS = 3;

/** What is said around a control, apart from what it says itself. */
function readThing(node: ElementNode): string {
  const own = readWholeText(node);
  let around = node.parent;
  for (let level = 0; around && level < LEVELS; level++, around = around.parent) {
    const said = readWholeText(around);
    if (said !== own) return said.replace(own, '');
  }
  return '';
}

/**
 * "Acknowledge INC-87", "sign out the iPhone": the words begin with the name of a button, and all others stand around one of
 * the buttons that are called so, in words that are said of it alone.
 */
export function findBeside(words: string, candidates: readonly Candidate[]): Candidate | null {
  const said = normalizeName(words);
  const nameOf = ({ fields }: Candidate): string => normalizeName(fields.name || fields.text);
  const named = candidates.filter(
    (each) =>
      (each.role === 'button' || each.role === 'link') && said.startsWith(`${nameOf(each)} `),
  );
  const longest = Math.max(...named.map((each) => nameOf(each).length));
  const alike = named.filter((each) => nameOf(each).length === longest);
  const rest = readQuery({ text: said.slice(longest), intent: null }).bare;
  if (rest.length === 0) return null;
  const lines = alike.map(({ fields }) => fields.context.split('\n'));
  const findWithAll = (keys: readonly string[]): Candidate | null => {
    const holding = alike.filter((_each, at) => {
      const others = lines.toSpliced(at, 1).flat();
      const own = (lines[at] ?? []).filter((line) => !others.includes(line)).map(listKeys);
      return own.some((known) => keys.every((key) => known.includes(key)));
    });
    return getOnly(holding);
  };
  // In "revoke the iPhone session" under the heading "Active sessions", only "iPhone" says which one.
  const [first = [], ...others] = lines;
  const shared = first
    .filter((line) => others.every((each) => each.includes(line)))
    .flatMap(listKeys);
  const particular = rest.filter((key) => !shared.includes(key));
  return findWithAll(rest) ?? (particular.length > 0 ? findWithAll(particular) : null);
}

/** Returns the keys of a line in its letter case and in lower case, since tokens split "iPhone" in two. */
function listKeys(line: string): string[] {
  return [...toKeys(line), ...toKeys(line.toLowerCase())];
}

const PAGE = /^(?:the\s+)?(?:(first|last)(?:\s+page)?|page\s+(?:number\s+)?(\d+))$/iu;

/** "The last page", "the third page" where a row of buttons only has numbers. */
export function findPage(words: string, { candidates, root }: Sight): Candidate | null {
  const [, end, number] = PAGE.exec(normaliseOrdinals(words.toLowerCase())) ?? [];
  if (end === undefined && number === undefined) return null;
  const rows = new Map<string, Candidate[]>();
  for (const each of candidates.filter(isUsable)) {
    const isNumber = /^\d+$/u.test(each.fields.text);
    if (!isNumber || (each.role !== 'button' && each.role !== 'link')) continue;
    // Each stands in the same element, or in an item of the same list.
    const row = each.xpath.replace(/\/[^/]+$/u, '').replace(/\/li\[\d+\]$/u, '');
    rows.set(row, [...(rows.get(row) ?? []), each]);
  }
  const row = getOnly([...rows.values()].filter((row) => isPaging(row, root))) ?? [];
  const pages = row.toSorted((a, b) => Number(a.fields.text) - Number(b.fields.text));
  if (number !== undefined) return pages.find(({ fields }) => fields.text === number) ?? null;
  return pages.at(end === 'last' ? -1 : 0) ?? null;
}

/** Days and the keys of a number pad are rows of numbers, too. */
function isPaging(row: readonly Candidate[], root: Sight['root']): boolean {
  return row.some(({ uid, fields, href }) => {
    const node = root && findByUid(root, uid);
    const isCurrent = node?.attributes['aria-current'] === 'page';
    return isCurrent || /\bpag(?:e|es|er|ing|ination)\b/iu.test(`${fields.key} ${href ?? ''}`);
  });
}
