import type { Candidate, RankedCandidate } from '../../ranking/candidate.ts';
import { FILLERS } from '../../ranking/lexicon/query-words.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { joinWords } from '../describe.ts';
import { findOptions, isChoice, isNamed, isSelect, isToggle } from '../form-controls.ts';
import type { FillPart, Step, TaskOf } from '../request/step.ts';
import type { GroundingContext, Plan } from './grounded.ts';
import { bind, isUsable } from './grounded.ts';
import { isHolder } from './set.ts';

/** One way to place a part of a form. */
interface Placing {
  field: Candidate;
  /** Words of the part that name the field, weighed by how surely they do. */
  score: number;
  task: Step;
}

/** Of the words before the value, so many may name the field. */
const LONGEST_LABEL = 5;
/** Of the words that are to name a field, this share must be found in it. */
const SURE = 0.75;

/**
 * Places each part of a form in a field of its own: every way to cut a part into a field's name and its value is
 * ranked, and the surest counts. Parts that fit two fields alike are left, and reported with those that fit none.
 */
export async function planForm({ parts }: TaskOf<'fill'>, sight: GroundingContext): Promise<Plan> {
  const usable = sight.observation.candidates.filter(
    (each) => isUsable(each) && each.readOnly !== true,
  );
  const ways = new Map<FillPart, Placing[]>();
  for (const part of parts) ways.set(part, await listPlacings(part, usable, sight));
  const best = (part: FillPart) => Math.max(0, ...(ways.get(part) ?? []).map(({ score }) => score));
  const placed = new Map<FillPart, Placing>();
  // Sure parts take their fields before doubtful ones look for theirs.
  for (const part of [...parts].sort((one, other) => best(other) - best(one))) {
    const taken = new Set([...placed.values()].map(({ field }) => field));
    const free = (ways.get(part) ?? []).filter(({ field }) => !taken.has(field));
    const [first, ...others] = free.sort((one, other) => other.score - one.score);
    const isRivalled = others.some(
      ({ field, score }) => first && field !== first.field && score > first.score - CLARITY.margin,
    );
    if (first && !isRivalled) placed.set(part, first);
  }
  const steps = [...placed.values()]
    .sort((one, other) => usable.indexOf(one.field) - usable.indexOf(other.field))
    .map(({ field, task }) => bind(field, task));
  const left = parts.filter((part) => !placed.has(part)).map(({ said }) => `“${said}”`);
  if (left.length === 0) return steps;
  const text = `I could not tell where ${joinWords(left)} ${left.length > 1 ? 'go' : 'goes'} on this page.`;
  return [{ kind: 'tell', text }, ...steps];
}

async function listPlacings(
  { label, value, said }: FillPart,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  if (label !== null) return placeIn(label, value, usable, sight);
  const words = value.split(/\s+/u);
  const placings = await placeChoice(value, usable, sight);
  for (let length = 1; length < Math.min(words.length, LONGEST_LABEL + 1); length++) {
    // "message It is dark": a field's name does not end on a word that says nothing.
    if (FILLERS.has(words[length - 1]?.toLowerCase() ?? '')) continue;
    const name = words.slice(0, length).join(' ');
    const rest = words.slice(length).join(' ');
    const text = /^["“«'].*["”»']$/u.test(rest) ? rest.slice(1, -1) : rest;
    placings.push(...(await placeIn(name, text, usable, sight)));
  }
  // "tick newsletter" asks for a box, whatever fields are called so.
  const isTick = /^(?:tick|check|accept|agree|enable)\b/iu.test(said);
  return isTick ? placings.filter(({ field }) => isToggle(field)) : placings;
}

/** The fields that the label names and that can hold the value, or one of a group of choices: "shipping: express". */
async function placeIn(
  label: string,
  value: string,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  const fields = usable.filter(
    (each) => isHolder(each) && (!isSelect(each) || findOptions(each.options, value).length === 1),
  );
  const group = usable.filter((each) => isChoice(each) && isNamed(each, value, false));
  const named = await sight.rank({ text: label, intent: 'textInput' }, fields);
  const choices = await sight.rank({ text: `${value} (${label})`, intent: 'change' }, group);
  const length = label.split(/\s+/u).length;
  return [
    ...toPlacings(named.ranked, length, { kind: 'set', value, target: label }),
    ...toPlacings(choices.ranked, length, choose(value)),
  ];
}

/** "express delivery": the whole part names what is to be chosen. */
async function placeChoice(
  words: string,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  const length = words.split(/\s+/u).length + 1;
  const { ranked } = await sight.rank({ text: words, intent: 'change' }, usable.filter(isChoice));
  const lists = usable.filter(
    (each) => isSelect(each) && findOptions(each.options, words).length === 1,
  );
  const inList = (field: Candidate): Placing => ({
    field,
    score: length,
    task: { kind: 'set', value: words, target: nameCandidate(field) },
  });
  return [...toPlacings(ranked, length, choose(words)), ...lists.map(inList)];
}

function choose(value: string): Step {
  return { kind: 'choose', value, target: null, phrase: value };
}

function toPlacings(ranked: readonly RankedCandidate[], length: number, task: Step): Placing[] {
  return ranked
    .filter(({ coverage }) => coverage >= SURE)
    .map(({ candidate, score, coverage }) => ({
      field: candidate,
      score: length * coverage + score,
      task,
    }));
}
