import type { Candidate } from '../../ranking/candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { ORDINAL_PATTERN, isItemNoun } from '../../ranking/query/take-item.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { isTextField, isToggle } from '../form-controls.ts';
import type { Step, TaskOf } from '../request/step.ts';
import type { FoundTarget, Grounded, GroundingContext } from './find-target.ts';
import { findTarget } from './find-target.ts';

/** More boxes than this at once are hardly meant; CSS selectors of a page are cheap to read wrong. */
const MAX_TARGETS = 50;

/** Steps for several elements, bound to them; what is done first comes first. */
export type Plan = TaskOf<'bound' | 'tell'>[];

/**
 * A list of names as one step each, when every one of them is clear; null when it is one name, or some
 * part of it is not found. `build` makes the step for one name.
 */
export async function planNames(
  words: string,
  find: (name: string) => Promise<FoundTarget>,
  build: (name: string) => Step,
): Promise<Plan | null> {
  const names = splitNames(words);
  if (!names) return null;
  const plan: Plan = [];
  for (const name of names) {
    const found = await find(name);
    if (found.kind !== 'found') return null;
    plan.push({ kind: 'bound', uid: found.candidate.uid, task: build(name) });
  }
  return new Set(plan.map((task) => task.kind === 'bound' && task.uid)).size === plan.length
    ? plan
    : null;
}

/** Every box that the words name, or all there are. */
export async function planTicks(
  task: TaskOf<'tickAll'>,
  sight: GroundingContext,
): Promise<Plan | Grounded> {
  const { target, on } = task;
  const boxes = sight.observation.candidates.filter(
    (each) => isToggle(each) && each.role !== 'radio' && !each.disabled,
  );
  const meant = target === '' ? boxes : await listMeant(target, boxes, sight);
  if (meant.length === 0) {
    const what = target === '' ? 'any box' : `a box “${target}”`;
    return { kind: 'lost', text: `I could not find ${what} to tick on this page.` };
  }
  const left = new Set<Candidate>();
  for (const name of task.except === null ? [] : (splitNames(task.except) ?? [task.except])) {
    const found = await findTarget(name, 'change', meant, sight);
    if (found.kind !== 'found') return found;
    left.add(found.candidate);
  }
  const chosen = meant.filter((box) => !left.has(box) && box.checked !== on);
  if (chosen.length > MAX_TARGETS) {
    return { kind: 'lost', text: `These are ${String(chosen.length)} boxes: please name fewer.` };
  }
  return chosen.map((box) => ({
    kind: 'bound',
    uid: box.uid,
    task: { kind: 'toggle', target: nameCandidate(box), on },
  }));
}

/** Those that have the words in their name or their place. */
async function listMeant(words: string, boxes: readonly Candidate[], sight: GroundingContext) {
  const { ranked } = await sight.rank({ text: words, intent: 'change' }, boxes);
  const clarity = judgeClarity(ranked);
  const fitting = ranked.filter(({ coverage }) => coverage >= CLARITY.none);
  const chosen = new Set(
    (clarity.kind === 'clear' ? [clarity.best] : fitting).map(({ candidate }) => candidate.uid),
  );
  return boxes.filter(({ uid }) => chosen.has(uid));
}

const EACH =
  /^(?<what>.+?)\s+(?:on|of|for|in|from|at)\s+(?<count>all|every|each|both|two|three|four|five|\d{1,2})\s+(?:of\s+)?(?:the\s+|my\s+)?(?<noun>\p{L}+)(?:\s+(?:by|from|of|with|about|in|for|to|named|called)\s+(?<place>.+))?$/iu;
const COUNTS: Record<string, number | undefined> = { both: 2, two: 2, three: 3, four: 4, five: 5 };

/** "click Like on all posts by Ada": the control of that name in every item that holds the words; null otherwise. */
export async function planEach(
  task: TaskOf<'click'>,
  sight: GroundingContext,
): Promise<Plan | null> {
  const { what = '', count = '', noun = '', place = '' } = EACH.exec(task.target)?.groups ?? {};
  if (!isItemNoun(noun.toLowerCase())) return null;
  const pool = sight.observation.candidates.filter((each) => !each.disabled && each.box !== null);
  const { ranked } = await sight.rank({ text: what, intent: 'click' }, pool);
  const sure = ranked.filter(({ coverage }) => coverage >= CLARITY.sure);
  const best = sure[0]?.score ?? 0;
  const keys = toKeys(place);
  const meant = new Set(
    sure
      .filter(({ score }) => score >= best - CLARITY.margin)
      .map(({ candidate }) => candidate)
      .filter(({ items }) => items !== undefined)
      .filter(({ fields }) => {
        const said = new Set(fields.context.split('\n').flatMap(toKeys));
        return keys.every((key) => said.has(key));
      })
      .map(({ uid }) => uid),
  );
  const limit = COUNTS[count.toLowerCase()] ?? (Number(count) || MAX_TARGETS);
  const chosen = pool.filter(({ uid }) => meant.has(uid));
  if (chosen.length === 0 || chosen.length > MAX_TARGETS) return null;
  return chosen
    .slice(0, limit)
    .map((each) => ({ kind: 'bound', uid: each.uid, task: { ...task, target: what } }));
}

const ALL = /^(both|all|each(?: of)?|every)\s+(?:of\s+)?(?:the\s+)?(?:(?:two|three)\s+)?(.*)$/iu;
const FIELDS =
  /^(?:(?:text|input|empty)\s*)*(?:fields?|box(?:es)?|inputs?|textbox(?:es)?|blanks?)$/iu;

/** "type x into both text fields": one step per field; null when one field is meant. */
export function planFields(task: TaskOf<'type'>, sight: GroundingContext): Plan | null {
  const [, , noun = ''] = ALL.exec(task.target ?? '') ?? [];
  if (!FIELDS.test(noun)) return null;
  const fields = sight.observation.candidates.filter(
    (each) =>
      isTextField(each) &&
      each.form === undefined &&
      !each.disabled &&
      each.readOnly !== true &&
      each.box !== null,
  );
  return fields.map((field) => ({
    kind: 'bound',
    uid: field.uid,
    task: { ...task, target: null },
  }));
}

const SEPARATOR = /\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/iu;
const ORDINAL_LIST = new RegExp(
  `^(.*?)\\s*\\b((?:${ORDINAL_PATTERN})(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+)?${ORDINAL_PATTERN})+)\\s+(\\S.*)$`,
  'iu',
);

/** Several things counted at once: "star the first and third emails" is one name for each. */
export function splitOrdinals(words: string): string[] | null {
  const [, before = '', ordinals, noun = ''] = ORDINAL_LIST.exec(words) ?? [];
  if (ordinals === undefined) return null;
  return ordinals
    .split(SEPARATOR)
    .map((ordinal) => `${before} ${ordinal.replace(/^the\s+/iu, '')} ${noun}`.trim());
}

/** The names in a list of them ("a, b and c"), or null where there is only one. */
export function splitNames(words: string): string[] | null {
  const counted = splitOrdinals(words);
  if (counted) return counted;
  const names = words
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length < 2 ? null : names;
}
