import type { Intent } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { ORDINAL_PATTERN, isItemNoun } from '../../ranking/query/take-item.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { isToggle, isToggleButton } from '../form-controls.ts';
import type { Step, Task, TaskOf } from '../request/step.ts';
import { findTarget, readVerb } from '../target/find-target.ts';
import type { FoundTarget, Grounded, Sight, Plan } from '../target/grounded.ts';
import { bind, isUsable, isWritable, lost } from '../target/grounded.ts';

/** The copilot refuses to act on more elements for one command. */
const MAX_TARGETS = 50;

/**
 * A list of names as one step each, when every one of them is clear; null when it is one name, or some
 * part of it is not found. `build` makes the step for one name.
 */
export async function planNames(
  words: string,
  find: (name: string) => Promise<FoundTarget>,
  build: (name: string) => Step,
): Promise<Plan | null> {
  const targets = new Map<Candidate, Step>();
  const names = shareVerb(splitNames(words.replace(KIND, '')) ?? []);
  for (const name of names) {
    const named = await find(name);
    if (named.kind !== 'found') return null;
    targets.set(named.candidate, build(name));
  }
  const isEachOwn = names.length > 0 && targets.size === names.length;
  return isEachOwn ? [...targets].map(([target, step]) => bind(target, step)) : null;
}

/** "Orders 1003 and 1005": a word for what all of them are. */
const KIND = /^(?:\p{L}+s)\s+(?=#?\d+\b)/u;

/** "close Ada and Bob": what is done to the first is done to the others, unless they have a verb. */
function shareVerb(names: readonly string[]): readonly string[] {
  const verb = readVerb(names[0] ?? '');
  const hasVerb = (name: string): boolean => readVerb(`${name} it`) !== null;
  return verb === null
    ? names
    : names.map((name, at) => (at === 0 || hasVerb(name) ? name : `${verb} ${name}`));
}

/** Every box that the words name, or all there are. */
export async function planTicks(
  { target, on, except }: TaskOf<'tickAll'>,
  sight: Sight,
): Promise<Plan | Grounded> {
  const boxes = sight.candidates.filter(
    (each) => isToggle(each) && !isToggleButton(each) && each.role !== 'radio' && !each.disabled,
  );
  const whole = target === '' && except === null ? boxes.filter(isForAll) : [];
  const all = whole.length === 1 ? whole : boxes;
  const meant = target === '' ? all : await listMeant(target, boxes, sight);
  const what = target === '' ? 'any box' : `a box “${target}”`;
  if (meant.length === 0) return lost(`I could not find ${what} to tick on this page.`);
  const left = new Set<Candidate>();
  for (const name of except === null ? [] : (splitNames(except) ?? [except])) {
    const named = await findTarget(name, 'change', meant, sight);
    if (named.kind !== 'found') return named;
    left.add(named.candidate);
  }
  const chosen = meant.filter((box) => !left.has(box) && box.checked !== on);
  return chosen.length > MAX_TARGETS
    ? lost(`These are ${String(chosen.length)} boxes: please name fewer.`)
    : chosen.map((box) => bind(box, { kind: 'toggle', target: nameCandidate(box), on }));
}

/** A box that ticks all the others. */
function isForAll({ fields }: Candidate): boolean {
  return /^(?:select|check|tick|mark) all\b/iu.test(fields.name);
}

/** Those that have the words in their name or their place. */
async function listMeant(words: string, boxes: readonly Candidate[], sight: Sight) {
  const { ranked } = await sight.rank({ text: words, intent: 'change' }, boxes);
  const clarity = judgeClarity(ranked);
  const fitting = ranked.filter(({ coverage }) => coverage >= CLARITY.none);
  const chosen = new Set(
    (clarity.kind === 'clear' ? [clarity.best] : fitting).map(({ candidate }) => candidate),
  );
  return boxes.filter((box) => chosen.has(box));
}

const EACH =
  /^(?<what>.+?)\s+(?:on|of|for|in|from|at)\s+(?<count>all|every|each|both|two|three|four|five|\d{1,2})\s+(?:of\s+)?(?:the\s+|my\s+)?(?<noun>\p{L}+)(?:\s+(?:by|from|of|with|about|in|for|to|named|called)\s+(?<place>.+))?$/iu;
const COUNTS: Record<string, number | undefined> = { both: 2, two: 2, three: 3, four: 4, five: 5 };

/** "click Like on all posts by Ada": the control of that name in every item that holds the words; null otherwise. */
export async function planEach(task: TaskOf<'click'>, sight: Sight): Promise<Plan | null> {
  const { what = '', count = '', noun = '', place = '' } = EACH.exec(task.target)?.groups ?? {};
  if (!isItemNoun(noun.toLowerCase())) return null;
  const pool = sight.candidates.filter(isUsable);
  const meant = new Set(await listSure(what, 'click', pool, sight, CLARITY.sure));
  const keys = toKeys(place);
  const chosen = pool.filter((each) => {
    const said = new Set(each.fields.context.split('\n').flatMap(toKeys));
    return meant.has(each) && each.items !== undefined && keys.every((key) => said.has(key));
  });
  if (chosen.length === 0 || chosen.length > MAX_TARGETS) return null;
  const most = COUNTS[count.toLowerCase()] ?? (Number(count) || MAX_TARGETS);
  return chosen.slice(0, most).map((each) => bind(each, { ...task, target: what }));
}

const ALL_FIELDS =
  /^(?:both|all|each(?: of)?|every)\s+(?:of\s+)?(?:the\s+)?(?:(?:two|three)\s+)?(?:(?:text|input|empty)\s*)*(?:fields?|box(?:es)?|inputs?|textbox(?:es)?|blanks?)$/iu;

/** "type x into both text fields": one step per field; null when one field is meant. */
export function planFields(task: TaskOf<'type'>, sight: Sight): Plan | null {
  if (!ALL_FIELDS.test(task.target ?? '')) return null;
  const fields = sight.candidates.filter((each) => isWritable(each) && each.form === undefined);
  return fields.length > 0 ? fields.map((each) => bind(each, { ...task, target: null })) : null;
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

/** The words for what was counted: "the third one"; null for other tasks. */
export function readCounted(task: Task): string | null {
  const text = 'phrase' in task ? task.phrase : 'target' in task ? (task.target ?? '') : '';
  const { item, ordinal } = readQuery({ text, intent: null });
  return item === null && ordinal === null ? null : text;
}

/** The names in a list of them ("a, b and c"), or null where there is only one. */
export function splitNames(words: string): string[] | null {
  const names = words.split(SEPARATOR).map((name) => name.trim());
  const several = splitOrdinals(words) ?? names.filter((name) => name !== '');
  return several.length < 2 ? null : several;
}

/** The share of the words that must be found in an element. */
const SURE = 0.75;

/** The first of a ranking that have a share of the words and fit equally well. */
export async function listSure(
  text: string,
  intent: Intent,
  pool: readonly Candidate[],
  sight: Sight,
  share = SURE,
): Promise<Candidate[]> {
  const { ranked } = await sight.rank({ text, intent }, pool);
  const sure = ranked.filter(({ coverage }) => coverage >= share);
  const least = (sure[0]?.score ?? 0) - CLARITY.margin;
  return sure.filter(({ score }) => score > least).map(({ candidate }) => candidate);
}
