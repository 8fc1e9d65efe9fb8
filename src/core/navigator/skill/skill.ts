import type { Action, PageAction, TabAction } from '../../action/action.ts';
import { actionShape, getDefinition } from '../../action/action.ts';
import type { Hash } from '../../demonstration/demonstration.ts';
import type { Target } from '../../ranking/page/locate.ts';
import type { Shape } from '../../shape.ts';
import {
  each,
  flag,
  listOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  text,
  variants,
} from '../../shape.ts';

/**
 * A demonstration as steps that can be run again. Plain JSON, described by docs/schema/skill.schema.json. Texts of actions,
 * targets and checks may contain `{{slot}}`.
 */
export interface Skill {
  format: 'wayscribe-skill';
  version: 1;
  id: string;
  name: string;
  /** What the instructor asked for. */
  asked: string;
  /** The address it starts at. */
  start: string;
  /** Of the recorded page, as its `lang` says (BCP 47); empty where it says nothing. */
  language: string;
  slots: Slot[];
  steps: SkillStep[];
  /** Epoch ms. */
  madeAt: number;
  /** The demonstration that it was made from. */
  demonstrationId: string | null;
  /** Latest last. */
  proofs: Proof[];
}

/** A value that is asked for before the skill runs. */
export interface Slot {
  /** Letters, digits and underscores. */
  name: string;
  /** As the page calls its field. */
  label: string;
  type: 'text' | 'number' | 'date' | 'choice' | 'secret';
  /** Null: it must be given. Secrets have none. */
  byDefault: string | null;
  /** For `choice`. */
  options: string[];
}

export interface SkillStep {
  /** Of the recorded turn. */
  id: string;
  action: PageAction | TabAction;
  target: SkillTarget | null;
  /**
   * What calls the place that a drag ends in by a name, such as the heading of a list; its `located` is the element that it
   * ended on. Absent where nothing does: such a drag is repeated by its distance.
   */
  drop?: SkillTarget;
  /** In a list: on which side of `drop` it came to stand, if that is known. */
  side?: 'after' | 'before';
  /** What must hold afterwards. */
  checks: Check[];
  /** The recorded screenshot before the step. */
  picture: Hash | null;
  /** The step is skipped, and why. */
  dropped?: string;
  /** Sends, orders or deletes something, which can't be taken back. */
  final?: true;
}

/** What an element was like when it was recorded, to find it again on another version of its page. */
export interface SkillTarget {
  role: string;
  tag: string;
  name: string;
  label: string;
  placeholder: string;
  title: string;
  alt: string;
  /** Words of its id, name, class and test id. */
  key: string;
  href: string | null;
  /** In its own document. */
  xpath: string;
  /** What stood around it, nearest first. */
  places: string[];
  /** Others of its name were on the page, so that only `places` tell it from them. */
  hasTwins: boolean;
  /** It stood in a list of similar things, so its name is data. */
  isListed: boolean;
  /** The roles of the elements before and after it, nearest first. Absent from skills of earlier versions. */
  neighbours?: { before: string[]; after: string[] };
  /** How tools find it; null for an element that a person showed. */
  located: Target | null;
}

/** A condition on the page after a step. */
export type Check =
  /** The page shows a text, or no longer. */
  | { kind: 'shows' | 'hides'; text: string }
  /** The path of the address; `*` stands for one segment. */
  | { kind: 'address'; path: string }
  /** The step's target holds a value. */
  | { kind: 'holds'; text: string }
  | { kind: 'ticked'; on: boolean };

/** What running a skill several times from a fresh tab came to. */
export interface Proof {
  /** Epoch ms. */
  at: number;
  runs: number;
  passed: number;
  /** It stopped before the step with this id, which can't be taken back. */
  until: string | null;
  /** What differed from the recording, each once. */
  differed: string[];
}

export type SlotValues = Readonly<Record<string, string>>;

const wayShape = objectWith({
  kind: oneOf('role', 'css', 'xpath'),
  ...each(text, 'role', 'name'),
  path: listOf(text),
});
const targetShape = objectWith({
  ...each(text, 'role', 'tag', 'name', 'label', 'placeholder', 'title', 'alt', 'key', 'xpath'),
  href: orNull(text),
  places: listOf(text),
  ...each(flag, 'hasTwins', 'isListed'),
  neighbours: orAbsent(objectWith({ before: listOf(text), after: listOf(text) })),
  located: orNull(
    objectWith({
      ways: listOf(wayShape),
      frames: listOf(objectWith({ ways: listOf(wayShape), index: number })),
      ...each(flag, 'isClosed', 'multiple'),
      point: orNull(objectWith(each(number, 'x', 'y'))),
      options: listOf(objectWith(each(text, 'label', 'value'))),
    }),
  ),
});
const checkShape = variants('kind', {
  shows: objectWith({ text }),
  hides: objectWith({ text }),
  address: objectWith({ path: text }),
  holds: objectWith({ text }),
  ticked: objectWith({ on: flag }),
});
const slotShape = objectWith({
  ...each(text, 'name', 'label'),
  type: oneOf('text', 'number', 'date', 'choice', 'secret'),
  byDefault: orNull(text),
  options: listOf(text),
});
const stepShape = objectWith({
  id: text,
  action: actionShape,
  target: orNull(targetShape),
  drop: orAbsent(targetShape),
  side: orAbsent(oneOf('after', 'before')),
  checks: listOf(checkShape),
  picture: orNull(text),
  dropped: orAbsent(text),
  final: orAbsent(flag),
});

export const skillShape: Shape = objectWith({
  format: oneOf('wayscribe-skill'),
  version: oneOf(1),
  ...each(text, 'id', 'name', 'asked', 'start', 'language'),
  slots: listOf(slotShape),
  steps: listOf(stepShape),
  madeAt: number,
  demonstrationId: orNull(text),
  proofs: listOf(
    objectWith({
      ...each(number, 'at', 'runs', 'passed'),
      until: orNull(text),
      differed: listOf(text),
    }),
  ),
});

/** Larger files aren't read. Bytes. */
export const MAX_SKILL_SIZE = 5_000_000;

/** Reads a skill from JSON text that comes from outside. `reason` is a sentence for the user. */
export function readSkill(
  json: string,
): { ok: true; skill: Skill } | { ok: false; reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, reason: 'The file is not valid JSON.' };
  }
  const fault = skillShape(value, '') ?? findFault(value as Skill);
  if (fault !== null) return { ok: false, reason: `The file is not a skill: ${fault}.` };
  return { ok: true, skill: value as Skill };
}

/** Checks what the shape can't say. */
function findFault({ start, slots, steps }: Skill): string | null {
  if (!/^https?:/.test(start) || !URL.canParse(start)) return 'start should be a web address';
  const wrong = slots.find(({ name }) => !/^\w{1,40}$/.test(name));
  if (wrong) return `a slot can’t be called “${wrong.name}”`;
  const other = steps.find(
    ({ action }) => !isRepeatable(action) || (action.intent === 'load' && !isWeb(action.url)),
  );
  return other ? `the step “${other.action.intent}” can’t be run` : null;
}

function isWeb(url: string): boolean {
  return /^(?:https?:|\{\{)/.test(url);
}

/** Whether a skill can perform a recorded action again: it has no files to drop, and calls no tools of pages. */
export function isRepeatable(action: Action): action is PageAction | TabAction {
  if (action.intent === 'callTool') return false;
  if (action.intent === 'drag' && action.uid === action.toUid) return false;
  return getDefinition(action.intent).performedBy !== null;
}

export function listActiveSteps({ steps }: Skill): SkillStep[] {
  return steps.filter(({ dropped }) => dropped === undefined);
}

const SLOT = /\{\{(\w+)\}\}/g;

export function writeSlot(name: string): string {
  return `{{${name}}}`;
}

export function hasSlot(template: string): boolean {
  return template.search(SLOT) >= 0;
}

/** Splits a text with slots into its parts, in order. */
export function splitTemplate(template: string): ({ text: string } | { slot: string })[] {
  return template
    .split(/(\{\{\w+\}\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\{\w+\}\}$/.test(part) ? { slot: part.slice(2, -2) } : { text: part }));
}

/** Replaces slots by their values. Slots without a value stay. */
export function fillTemplate(template: string, values: SlotValues): string {
  return template.replace(SLOT, (slot, name: string) => values[name] ?? slot);
}

/** The argument of an action that a person typed or chose; null for other actions. */
export function readTyped(action: PageAction | TabAction): string | null {
  if (action.intent === 'textInput') return action.text;
  if (action.intent === 'change') return action.value;
  return action.intent === 'load' ? action.url : null;
}

export function replaceTyped<A extends PageAction | TabAction>(action: A, typed: string): A {
  if (action.intent === 'textInput') return { ...action, text: typed };
  if (action.intent === 'change') return { ...action, value: typed };
  return action.intent === 'load' ? { ...action, url: typed } : action;
}

/** Returns a step with the values in place of its slots. */
export function fillStep(step: SkillStep, values: SlotValues): SkillStep {
  const fill = (template: string): string => fillTemplate(template, values);
  const { action, checks } = step;
  const typed = readTyped(action);
  return {
    ...mapTargets(step, fill),
    action: typed === null ? action : replaceTyped(action, fill(typed)),
    checks: checks.map((check) => mapCheck(check, fill)),
  };
}

/** Changes the words by which a step finds its elements. */
export function mapTargets(step: SkillStep, change: (text: string) => string): SkillStep {
  const map = (target: SkillTarget): SkillTarget => ({
    ...target,
    name: change(target.name),
    places: target.places.map(change),
  });
  const { target, drop } = step;
  return { ...step, target: target && map(target), ...(drop && { drop: map(drop) }) };
}

export function mapCheck(check: Check, change: (text: string) => string): Check {
  if (check.kind === 'address') return { ...check, path: change(check.path) };
  return 'text' in check ? { ...check, text: change(check.text) } : check;
}

/** Slots that active steps use. */
export function listUsedSlots(skill: Skill): Slot[] {
  const used = JSON.stringify(listActiveSteps(skill));
  return skill.slots.filter(({ name }) => used.includes(writeSlot(name)));
}

/** Slots without a value, in order. */
export function listMissingSlots(skill: Skill, values: SlotValues): Slot[] {
  return listUsedSlots(skill).filter(({ name }) => values[name] === undefined);
}

/** Adds the default of each slot without a value. */
export function addDefaults(skill: Skill, values: SlotValues): SlotValues {
  const byDefault = skill.slots.flatMap(({ name, byDefault: value }) =>
    value === null ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(byDefault), ...values };
}
