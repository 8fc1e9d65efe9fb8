import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, holds, withAncestors } from '../../snapshot/element-tree.ts';
import type { CalendarDay } from '../candidate.ts';
import { judgeInteractive } from '../page/interactive.ts';
import { readMonth } from './month-words.ts';
import type { PageIndex } from '../page/page-index.ts';
import { isRendered } from '../page/page-index.ts';

/** Calendars that pages draw themselves: numbers from 1 to the end of a month, a week to a line. */

interface DayCell {
  node: ElementNode;
  day: number;
}

const NUMBER = /^\s*(\d{1,2})\s*$/u;
const SHORTEST_MONTH = 28;
const LONGEST_MONTH = 31;
/** So far up from a calendar's days its month is written. */
const MOST_LEVELS = 6;
/** A title is near its days: what is written long before them is not about them. */
const TITLE_LENGTH = 200;

/**
 * The days of every calendar that the page shows, each by what is pressed for it: its cell or link, or
 * its number itself where nothing in the calendar says that it can be pressed.
 */
export function findDays(page: PageIndex): Map<ElementNode, CalendarDay> {
  const days = new Map<ElementNode, CalendarDay>();
  for (const cells of findRuns(page)) {
    const { month = null, year = null } = readTitle(cells) ?? {};
    const counts = countCells(cells);
    const pressed = cells.map(({ node }) => findPressed(node, counts));
    const isMarked = pressed.some((node) => node !== null);
    for (const [at, { node, day }] of cells.entries()) {
      const target = isMarked ? pressed[at] : node;
      if (target) days.set(target, { day, month, year });
    }
  }
  return days;
}

/** How many of the cells each element around them holds. */
function countCells(cells: readonly DayCell[]): Map<ElementNode, number> {
  const counts = new Map<ElementNode, number>();
  for (const { node } of cells) {
    for (const at of withAncestors(node)) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

/** What can be pressed at or around a number, and is not around others. */
function findPressed(
  cell: ElementNode,
  counts: ReadonlyMap<ElementNode, number>,
): ElementNode | null {
  for (let at: ElementNode | null = cell; at && counts.get(at) === 1; at = at.parent)
    if (judgeInteractive(at) !== null) return at;
  return null;
}

/** Numbers that follow one another from 1 to the end of a month, as far as they are laid out in weeks. */
function findRuns(page: PageIndex): DayCell[][] {
  const runs: DayCell[][] = [];
  let run: DayCell[] = [];
  for (const node of page.elements) {
    const [text, ...more] = node.children;
    const [, number] = (typeof text === 'string' && more.length === 0 && NUMBER.exec(text)) || [];
    if (number === undefined || !isRendered(node, page)) continue;
    const day = Number(number);
    if (day === 1) runs.push((run = []));
    // Another number between the days is a week's or a price: the count goes on after it.
    if (day === run.length + 1) run.push({ node, day });
  }
  return runs.filter(
    (cells) => cells.length >= SHORTEST_MONTH && cells.length <= LONGEST_MONTH && isInWeeks(cells),
  );
}

/** Seven to a line, which pages of a list and lines of a text are not. */
function isInWeeks(cells: readonly DayCell[]): boolean {
  const lines = new Map<number, number>();
  for (const { node } of cells) {
    const box = node.box ?? node.parent?.box;
    if (!box) return false;
    const middle = Math.round((box.y + box.height / 2) / 4);
    lines.set(middle, (lines.get(middle) ?? 0) + 1);
  }
  return lines.size >= 4 && lines.size <= 6 && Math.max(...lines.values()) === 7;
}

/** The month and year written before the days, next to them. */
function readTitle(cells: readonly DayCell[]): ReturnType<typeof readMonth> {
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last) return null;
  let around = findAround(first.node.parent, (at) => holds(at, last.node));
  const language = around ? readLanguage(around) : '';
  for (let level = 0; around && level < MOST_LEVELS; level++, around = around.parent) {
    const label = readMonth(around.attributes['aria-label'] ?? '', language);
    const before = textBefore(around, first.node).slice(-TITLE_LENGTH);
    const title = label ?? readMonth(before, language);
    if (title) return title;
  }
  return null;
}

/** The language that the nearest element around says it is in; empty where none does. */
function readLanguage(node: ElementNode): string {
  const around = findAround(node, ({ attributes }) => attributes['lang'] !== undefined);
  return around?.attributes['lang']?.trim() ?? '';
}

/** What stands in `outer` before `end`. Of a list to choose from, only what is chosen. */
function textBefore(outer: ElementNode, end: ElementNode): string {
  let text = '';
  const walk = (node: ElementNode): boolean => {
    if (node === end) return true;
    if (node.tag === 'option' && !('selected' in node.attributes)) return false;
    for (const child of node.shadow?.children ?? node.children) {
      if (typeof child === 'string') text += child;
      else if (!['script', 'style'].includes(child.tag) && walk(child)) return true;
    }
    text += ' ';
    return false;
  };
  walk(outer);
  return text.replace(/\s+/gu, ' ');
}
