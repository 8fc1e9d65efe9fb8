import { findOptions, normalizeName } from '../form-controls.ts';
import { meansSame, readNumber } from '../same-value.ts';
import type { Skill, Slot, SlotValues } from './skill.ts';
import { listUsedSlots, splitTemplate } from './skill.ts';

/** `isSure`: the values need no confirmation. */
export interface SkillMatch {
  skill: Skill;
  values: SlotValues;
  isSure: boolean;
}

const COURTESY = /^(?:please|ok|okay|can you|could you)\s+|\s+(?:please|thanks|thank you)$/giu;
const RUN = /^(?:run|start|do|repeat)\s+(?:(?:the|my)\s+)?(?:skill\s+)?/iu;

/** Returns the skill that a message asks for by its name or in the words it was recorded with; null without one. */
export function matchSkill(message: string, skills: readonly Skill[]): SkillMatch | null {
  const said = message
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(COURTESY, '');
  const matches = skills.flatMap((skill) => {
    const match = matchTemplate(said, skill) ?? matchName(said.replace(RUN, ''), skill);
    return match ? [match] : [];
  });
  // "Order the usual twice" before "Order the usual".
  return matches.sort((a, b) => b.skill.name.length - a.skill.name.length)[0] ?? null;
}

/** The recorded request with other values: `order {{amount}} walnut lamps`. */
function matchTemplate(said: string, skill: Skill): SkillMatch | null {
  const parts = splitTemplate(skill.asked.trim().replace(/[.!]+$/u, ''));
  if (!parts.some((part) => 'slot' in part)) return null;
  const pattern = parts.map((part) =>
    'slot' in part ? '(.{1,200}?)' : escape(part.text).replace(/\s+/g, '\\s+'),
  );
  const found = new RegExp(`^${pattern.join('')}$`, 'iu').exec(said);
  if (!found) return null;
  const values: Record<string, string> = {};
  const names = parts.flatMap((part) => ('slot' in part ? [part.slot] : []));
  for (const [at, name] of names.entries()) {
    const slot = skill.slots.find((each) => each.name === name);
    const value = slot && readValue(found[at + 1] ?? '', slot);
    if (value === undefined || value === null) return null;
    values[name] = value;
  }
  return { skill, values, isSure: true };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Its name, and values after it: `order the usual with two lamps`. */
function matchName(said: string, skill: Skill): SkillMatch | null {
  const name = normalizeName(skill.name);
  const rest = ` ${normalizeName(said)} `;
  if (name === '' || !rest.startsWith(` ${name} `)) return null;
  const after = said.slice(findEnd(said, name)).replace(/^[\s,:”"]+|[\s,]+$/gu, '');
  if (after === '') return { skill, values: {}, isSure: true };
  return { skill, ...readSlots(after, listUsedSlots(skill)) };
}

/** Where the words of a normalised name end in a text. */
function findEnd(said: string, name: string): number {
  for (let end = 1; end <= said.length; end += 1) {
    const isWhole = end === said.length || !/[\p{L}\p{N}]/u.test(said[end] ?? '');
    if (isWhole && normalizeName(said.slice(0, end)) === name) return end;
  }
  return said.length;
}

const LEADING = /^(?:and|with|for|of|to|as|in|on|at|is|the|a|an)\s+/iu;

/** Reads `label value` phrases, then a number, and last the only text that is left. */
function readSlots(said: string, slots: readonly Slot[]): { values: SlotValues; isSure: boolean } {
  const values: Record<string, string> = {};
  let rest = said;
  for (const slot of slots) {
    const label = escape(slot.label).replace(/\s+/g, '\\s+');
    const phrase = new RegExp(
      `(?:^|\\s)${label}\\s*(?::|=|\\bis\\b|\\bto\\b)?\\s*(?:["“]([^"”]+)["”]|([^\\s,]+))`,
      'iu',
    );
    const found = slot.label === '' ? null : phrase.exec(rest);
    const value = found && readValue(found[1] ?? found[2] ?? '', slot);
    if (!found || value === null) continue;
    values[slot.name] = value;
    rest = rest.replace(found[0], ' ');
  }
  const open = (): Slot[] => slots.filter(({ name }) => values[name] === undefined);
  const [numeric, ...others] = open().filter(({ type }) => type === 'number');
  const words = rest.split(/[\s,]+/u).filter(Boolean);
  const numbers = words.filter((word) => readNumber(word) !== null);
  if (numeric && others.length === 0 && numbers.length === 1) {
    values[numeric.name] = String(readNumber(numbers[0] ?? ''));
    rest = words.filter((word) => word !== numbers[0]).join(' ');
  }
  let left = rest.replace(/^[\s,;]+|[\s,;]+$/gu, '');
  while (LEADING.test(left)) left = left.replace(LEADING, '');
  if (left === '') return { values, isSure: true };
  const [text, ...more] = open().filter(({ type }) => type !== 'number' && type !== 'secret');
  const value =
    text && more.length === 0 ? readValue(left.replace(/^["“]|["”]$/gu, ''), text) : null;
  if (text && value !== null) values[text.name] = value;
  return { values, isSure: false };
}

/** Returns null for what the slot doesn't take. */
export function readValue(said: string, { type, options }: Slot): string | null {
  const value = said.trim().replace(/^["“]|["”]$/gu, '');
  if (value === '') return null;
  if (type === 'number') {
    const number = readNumber(value);
    return number === null ? null : String(number);
  }
  if (type !== 'choice' || options.length === 0) return value;
  const fitting = findOptions(options, value);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Whether a value was said in so many words: "two" for 2. */
export function isSaid(value: string, talk: string): boolean {
  const words = normalizeName(talk);
  const wanted = normalizeName(value);
  if (wanted === '') return false;
  if (` ${words} `.includes(` ${wanted} `)) return true;
  return /^\d+$/.test(value) && words.split(' ').some((word) => meansSame(word, value));
}
