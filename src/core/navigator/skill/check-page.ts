import type { Receipt } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import { readText } from '../../ranking/page/visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { walkElements } from '../../snapshot/element-tree.ts';
import { normalizeName } from '../form-controls.ts';
import { meansSame } from '../same-value.ts';
import type { Check } from './skill.ts';

/** What checks are held against. */
export interface CheckedPage {
  url: string;
  /** Absent if only its candidates are known. */
  root?: ElementNode | undefined;
  /** The step's target on this page, if it's still there. */
  target: Candidate | null;
  /** Of the step. */
  receipt: Receipt | null;
  /** The page before the step, if it is known. */
  before?: ElementNode | undefined;
  /** The page is in another language than the recorded one, so its texts can't be compared. */
  isTranslated: boolean;
}

/** Longer pages are read up to here. UTF-16 units. */
const MAX_TEXT = 400_000;

/** Returns the checks that don't hold. */
export function listFailedChecks(checks: readonly Check[], page: CheckedPage): Check[] {
  return checks.filter((check) => !holds(check, page));
}

function holds(check: Check, page: CheckedPage): boolean {
  const { target, receipt, url, isTranslated } = page;
  switch (check.kind) {
    case 'shows':
      return isTranslated ? hasEffect(receipt) : isShown(check.text, page);
    case 'hides':
      return isTranslated ? hasEffect(receipt) : !toPattern(check.text).test(readPage(page.root));
    case 'address':
      return matchesPath(check.path, url);
    case 'holds':
      return holdsValue(check.text, target, receipt);
    case 'ticked':
      return target?.checked === check.on || hasChecked(receipt, check.on);
  }
}

/** A page in another language must at least have changed as the action wanted. */
function hasEffect(receipt: Receipt | null): boolean {
  return receipt?.verdict === 'changed' && receipt.asAsked !== false;
}

/** Stands for any number in the text of a check. */
export const ANY_NUMBER = '#';

/** A text counts if it appeared, or is visible. With a number that may be any, it must be new. */
function isShown(text: string, { root, before, receipt }: CheckedPage): boolean {
  const pattern = toPattern(text);
  const appeared = (receipt?.changes ?? []).some(
    (change) => change.kind === 'appeared' && pattern.test(pad(change.text)),
  );
  if (appeared) return true;
  const found = pattern.exec(readPage(root))?.[0];
  if (found === undefined) return false;
  return !text.includes(ANY_NUMBER) || !before || !readPage(before).includes(found);
}

/**
 * Whether a text only joins parts of a page that stand apart on it: all its words are there, numbers aside, but not as one
 * text. A receipt names a changed block by its own texts, which may have others between them.
 */
export function isJoined(text: string, root: ElementNode): boolean {
  const shown = readPage(root);
  const words = normalizeName(text).split(' ');
  const areThere = words.every((word) => /^\d+$/.test(word) || shown.includes(` ${word} `));
  const loose = text.replace(/\d+(?:[.,:]\d+)*/g, ANY_NUMBER);
  return areThere && !toPattern(loose).test(shown);
}

/** Matches the words of a text, case and punctuation aside. */
function toPattern(text: string): RegExp {
  const parts = text.split(ANY_NUMBER).map(normalizeName);
  return new RegExp(` ${parts.join(' \\d+(?: \\d+)* ').replace(/ {2,}/g, ' ').trim()} `, 'u');
}

/** All visible text, for comparison by whole words. */
function readPage(root: ElementNode | undefined): string {
  if (!root) return '';
  const text = readText(root, indexPage([root]), MAX_TEXT);
  const values = [...walkElements(root)].flatMap(({ tag, attributes }) =>
    tag === 'input' ? [attributes['value'] ?? ''] : [],
  );
  return pad(`${text} ${values.join(' ')}`);
}

function pad(text: string): string {
  return ` ${normalizeName(text)} `;
}

function holdsValue(text: string, target: Candidate | null, receipt: Receipt | null): boolean {
  if (receipt?.asAsked === true) return true;
  const value = target?.fields.value;
  const typed = (receipt?.changes ?? []).flatMap((change) =>
    change.kind === 'value' || change.kind === 'selected' ? [change.to] : [],
  );
  return [...typed, ...(value === undefined ? [] : [value])].some(
    (held) => normalizeName(held) === normalizeName(text) || meansSame(text, held),
  );
}

function hasChecked(receipt: Receipt | null, on: boolean): boolean {
  return (receipt?.changes ?? []).some((change) => change.kind === 'checked' && change.to === on);
}

/** Segments with a digit that are long, or nothing but digits; and long ones with capitals within. */
const MADE_SEGMENT = /^\d+$|^(?=.*\d)[\w~-]{6,}$|^(?=.*[a-z][A-Z])[\w~-]{8,}$/;

export function isMadeSegment(segment: string): boolean {
  return MADE_SEGMENT.test(segment);
}

/** Writes the path of an address with `*` for the segments that the site seems to make for each visit. */
export function writePath(url: string): string {
  const segments = readPath(url).split('/');
  return segments.map((part) => (isMadeSegment(part) ? '*' : part)).join('/');
}

export function matchesPath(path: string, url: string): boolean {
  const wanted = path.split('/');
  const segments = readPath(url).split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((part, at) => part === '*' || part === segments[at])
  );
}

/** With the fragment where an app uses it as a path: `/app#/active`. */
function readPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, hash } = new URL(url);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return hash.startsWith('#/') ? `${path}${hash}` : path;
}

/** The page's language as its `lang` says, such as `en`; empty where it says nothing. */
export function readLanguage(root: ElementNode | undefined): string {
  const html = root && [...walkElements(root)].find(({ tag }) => tag === 'html');
  return (html?.attributes['lang'] ?? '').split('-')[0]?.toLowerCase() ?? '';
}

/** A condition as a person would say it, to follow "The page should". */
export function describeCheck(check: Check): string {
  switch (check.kind) {
    case 'shows':
      return `show “${showText(check.text)}”`;
    case 'hides':
      return `no longer show “${showText(check.text)}”`;
    case 'address':
      return `be at ${check.path}`;
    case 'holds':
      return `hold “${check.text}” in the field`;
    case 'ticked':
      return `have the box ${check.on ? 'ticked' : 'not ticked'}`;
  }
}

function showText(text: string): string {
  return text.replaceAll(ANY_NUMBER, '‹number›');
}
