import { normalizeName } from '../../navigator/form-controls.ts';
import { readNumber } from '../../navigator/same-value.ts';
import { ANY_NUMBER } from '../../navigator/skill/check-page.ts';
import { isSaid } from '../../navigator/skill/match-skill.ts';
import type { Check, Skill, SkillStep, SkillTarget, Slot } from '../../navigator/skill/skill.ts';
import {
  hasSlot,
  listActiveSteps,
  mapCheck,
  mapTargets,
  readTyped,
  replaceTyped,
  writeSlot,
} from '../../navigator/skill/skill.ts';

/** A step with what its page says about the value. */
export interface StepFacts {
  step: SkillStep;
  /** Of a list. */
  options: string[];
  form: 'date' | 'time' | null;
  isSecret: boolean;
}

export interface Slotted {
  slots: Slot[];
  steps: SkillStep[];
  /** The request with slots in place of the values. */
  template: string;
}

/** Longer lists are not copied. */
const MAX_OPTIONS = 60;
/** Shorter names are said by chance. UTF-16 units. */
const MIN_NAME = 4;

/** Makes slots of what the instructor said and of secrets, and writes them wherever the steps depend on them. */
export function findSlots(facts: readonly StepFacts[], talk: string, asked: string): Slotted {
  const slots: Slot[] = [];
  const add = (slot: Omit<Slot, 'name'>): Slot => {
    const known = slots.find(
      ({ byDefault, label, type }) =>
        byDefault !== null &&
        normalizeName(byDefault) === normalizeName(slot.byDefault ?? '') &&
        (label === slot.label || (type === 'text' && slot.type === 'text')),
    );
    if (known) return known;
    const made = { name: nameSlot(slot.label, slots), ...slot };
    slots.push(made);
    return made;
  };
  const steps = facts.map((each): SkillStep => {
    const { step } = each;
    if (step.dropped !== undefined) return step;
    const slot = readTypedSlot(each, talk);
    if (slot) return writeTypedSlot(step, add(slot));
    return writeNameSlot(step, talk, add);
  });
  const filled = steps.map((step) => spread(step, slots));
  return { slots, steps: filled, template: slots.reduce(replaceSaid, asked) };
}

/** A typed or chosen value that was said, or that must not be stored. */
function readTypedSlot(
  { step, options, form, isSecret }: StepFacts,
  talk: string,
): Omit<Slot, 'name'> | null {
  const { action, target } = step;
  const typed = action.intent === 'load' ? null : readTyped(action);
  if (typed === null || !target) return null;
  const label = target.label || target.name || target.placeholder || 'value';
  if (isSecret) return { label, type: 'secret', byDefault: null, options: [] };
  if (typed === '' || typed === 'true' || typed === 'false' || !isSaid(typed, talk)) return null;
  if (options.length > 0 && options.length <= MAX_OPTIONS)
    return { label, type: 'choice', byDefault: typed, options };
  const isNumber = /^\d+(?:[.,]\d+)?$/.test(typed);
  const type = form === 'date' ? 'date' : isNumber ? 'number' : 'text';
  return { label, type, byDefault: typed, options: [] };
}

function writeTypedSlot(step: SkillStep, slot: Slot): SkillStep {
  const written = writeSlot(slot.name);
  const checks = step.checks.filter(({ kind }) => kind !== 'holds');
  return {
    ...step,
    action: replaceTyped(step.action, written),
    checks: slot.type === 'secret' ? checks : [{ kind: 'holds', text: written }, ...checks],
  };
}

/**
 * The name of a listed thing, or of the thing a button belongs to, that was said ("add the walnut lamp"); of what was dragged,
 * and where to ("move the milk to Done").
 */
function writeNameSlot(
  step: SkillStep,
  talk: string,
  add: (slot: Omit<Slot, 'name'>) => Slot,
): SkillStep {
  const { target, drop, action } = step;
  const isDrag = action.intent === 'drag';
  if (!target || (action.intent !== 'click' && !isDrag)) return step;
  const isMeant = (name: string): boolean => name.length >= MIN_NAME && isSaid(name, talk);
  const toSlot = (name: string, label: string): string =>
    writeSlot(add({ label, type: 'text', byDefault: name, options: [] }).name);
  const write = (found: SkillTarget, label: string): SkillTarget => {
    const [place = ''] = found.places;
    if ((found.isListed || isDrag) && !found.hasTwins && isMeant(found.name))
      return { ...found, name: toSlot(found.name, label) };
    const isBeside = found.hasTwins && isMeant(place);
    return isBeside ? { ...found, places: [toSlot(place, label)] } : found;
  };
  return { ...step, target: write(target, 'Item'), ...(drop && { drop: write(drop, 'Place') }) };
}

/** Shorter values stand in other words by chance. UTF-16 units. */
const MIN_SPREAD = 3;

/** Replaces the values of slots in what later steps look for: “2 results for lamp”. */
function spread(step: SkillStep, slots: readonly Slot[]): SkillStep {
  const write = (text: string): string => slots.reduce(replaceWhole, text);
  const { checks } = step;
  const seen = new Set<string>();
  return {
    ...mapTargets(step, write),
    checks: checks
      .map((check) => {
        const written = mapCheck(check, write);
        const isText = check.kind === 'shows' || check.kind === 'hides';
        return isText ? mapCheck(written, (text) => loosenNumbers(text, slots, seen)) : written;
      })
      .filter(isCondition),
  };
}

/** Any number is mostly shown somewhere, before and after. */
function isCondition(check: Check): boolean {
  if (check.kind === 'hides') return !check.text.includes(ANY_NUMBER);
  return check.kind !== 'shows' || check.text.trim() !== ANY_NUMBER;
}

/**
 * The first number that is a slot's value is the slot; others differ between visits, such as how many are in a cart by now.
 * `seen`: the slots of the step's conditions so far.
 */
function loosenNumbers(text: string, slots: readonly Slot[], seen: Set<string>): string {
  const numeric = slots.filter(({ byDefault }) => byDefault !== null && /^\d+$/.test(byDefault));
  return text.replace(/\{\{\w+\}\}|\d+(?:[.,:]\d+)*/g, (number) => {
    const slot = numeric.find(({ byDefault }) => byDefault === number);
    if (number.startsWith('{{') || !slot) return number.startsWith('{{') ? number : ANY_NUMBER;
    if (seen.has(slot.name)) return ANY_NUMBER;
    seen.add(slot.name);
    return writeSlot(slot.name);
  });
}

function replaceWhole(text: string, { name, byDefault, type }: Slot): string {
  const isLong = byDefault !== null && byDefault.length >= MIN_SPREAD && type !== 'secret';
  if (!isLong || hasSlot(text)) return text;
  const value = byDefault.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`, 'giu');
  return text.replace(whole, writeSlot(name));
}

/** In the request a number may be a word. */
function replaceSaid(asked: string, slot: Slot): string {
  const { name, byDefault } = slot;
  if (byDefault === null) return asked;
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}{])${byDefault.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}}])`,
    'iu',
  );
  if (whole.test(asked)) return asked.replace(whole, writeSlot(name));
  if (!/^\d+$/.test(byDefault)) return asked;
  const words = asked.split(/([^\p{L}\p{N}{}_]+)/u);
  const at = words.findIndex((word) => readNumber(word) === Number(byDefault));
  return at < 0 ? asked : words.with(at, writeSlot(name)).join('');
}

function nameSlot(label: string, slots: readonly Slot[]): string {
  const words = normalizeName(label)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 30)
    .replace(/^_|_$/g, '');
  const base = words === '' ? 'value' : words;
  let name = base;
  for (let n = 2; slots.some((slot) => slot.name === name); n += 1) name = `${base}_${String(n)}`;
  return name;
}

/**
 * Compares two skills made from demonstrations of the same task: values that differ become slots, and only checks that held
 * in both stay. Null if their steps differ.
 */
export function mergeSkills(one: Skill, other: Skill): Skill | null {
  const [first, second] = [listActiveSteps(one), listActiveSteps(other)];
  const isAlike =
    first.length === second.length &&
    first.every((step, at) => step.action.intent === second[at]?.action.intent);
  if (!isAlike) return null;
  const slots = [...one.slots];
  const merged = new Map(
    first.map((step, at) => [step.id, mergeStep(step, second[at] ?? step, slots)]),
  );
  const steps = one.steps.map((step) => spread(merged.get(step.id) ?? step, slots));
  return { ...one, slots, steps };
}

function mergeStep(step: SkillStep, other: SkillStep, slots: Slot[]): SkillStep {
  const [typed, otherwise] = [readTyped(step.action), readTyped(other.action)];
  const differs = typed !== null && typed !== otherwise && !hasSlot(typed) && step.target !== null;
  const checks = step.checks.filter((check) =>
    other.checks.some((each) => isSameCheck(check, each)),
  );
  if (!differs) return { ...step, checks };
  const label = step.target?.label || step.target?.name || 'value';
  const type = /^\d+$/.test(typed) ? 'number' : 'text';
  const slot: Slot = { name: nameSlot(label, slots), label, type, byDefault: typed, options: [] };
  slots.push(slot);
  return writeTypedSlot({ ...step, checks }, slot);
}

function isSameCheck(one: Check, other: Check): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
