import type { Candidate, RankedCandidate } from '../../ranking/candidate.ts';
import { FILLERS } from '../../ranking/lexicon/query-words.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { joinWords } from '../describe.ts';
import {
  findOptions,
  isChoice,
  isCombobox,
  isNamed,
  isSelect,
  isDial,
  isTextField,
  isToggle,
} from '../form-controls.ts';
import type { FillPart, Step, TaskOf } from '../request/step.ts';
import type { Plan } from './direct-each.ts';
import type { GroundingContext } from './find-target.ts';

/** One way to place a part of a form. */
interface Placing {
  part: number;
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
 * Places each part of a form in a field of its own: every way to cut a part into a field's name and its
 * value is ranked, and the surest go first, one field and one part each. Parts that fit two fields alike
 * are left, and told with those that fit none.
 */
export async function planForm({ parts }: TaskOf<'fill'>, sight: GroundingContext): Promise<Plan> {
  const usable = sight.observation.candidates.filter(
    ({ disabled, readOnly, box }) => !disabled && readOnly !== true && box !== null,
  );
  const placings: Placing[] = [];
  for (const [part, said] of parts.entries()) {
    placings.push(...(await listPlacings(part, said, usable, sight)));
  }
  const chosen = assign(placings);
  const order = new Map(usable.map(({ uid }, at) => [uid, at]));
  const steps = [...chosen.values()]
    .sort((a, b) => (order.get(a.field.uid) ?? 0) - (order.get(b.field.uid) ?? 0))
    .map(({ field, task }): Plan[number] => ({ kind: 'bound', uid: field.uid, task }));
  const left = parts.filter((_, part) => !chosen.has(part)).map(({ said }) => `“${said}”`);
  if (left.length === 0) return steps;
  const text = `I could not tell where ${joinWords(left)} ${left.length > 1 ? 'go' : 'goes'} on this page.`;
  return [{ kind: 'tell', text }, ...steps];
}

/** Greedy by score: sure parts take their fields before doubtful ones look for theirs. */
function assign(placings: readonly Placing[]): Map<number, Placing> {
  const chosen = new Map<number, Placing>();
  const taken = new Set<Candidate>();
  const sorted = [...placings].sort((a, b) => b.score - a.score);
  for (const placing of sorted) {
    if (chosen.has(placing.part) || taken.has(placing.field)) continue;
    const rival = sorted.find(
      ({ part, field, score }) =>
        part === placing.part &&
        field !== placing.field &&
        !taken.has(field) &&
        score > placing.score - CLARITY.margin,
    );
    if (rival) continue;
    chosen.set(placing.part, placing);
    taken.add(placing.field);
  }
  return chosen;
}

async function listPlacings(
  part: number,
  { label, value, said }: FillPart,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  if (label !== null) return placeIn(part, label, value, usable, sight);
  const words = value.split(/\s+/u);
  const placings = await placeChoice(part, value, usable, sight);
  for (let length = 1; length < Math.min(words.length, LONGEST_LABEL + 1); length++) {
    // "message It is dark": a field's name does not end on a word that says nothing.
    if (FILLERS.has(words[length - 1]?.toLowerCase() ?? '')) continue;
    const name = words.slice(0, length).join(' ');
    const rest = stripQuotes(words.slice(length).join(' '));
    placings.push(...(await placeIn(part, name, rest, usable, sight)));
  }
  // "tick newsletter" asks for a box, whatever fields are called so.
  const isTick = /^(?:tick|check|accept|agree|enable)\b/iu.test(said);
  return isTick ? placings.filter(({ field }) => isToggle(field)) : placings;
}

/** The fields that the label names and that can hold the value. */
async function placeIn(
  part: number,
  label: string,
  value: string,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  const fields = usable.filter(
    (each) =>
      isTextField(each) ||
      isCombobox(each) ||
      isDial(each) ||
      (isSelect(each) && findOptions(each.options, value).length === 1),
  );
  const length = label.split(/\s+/u).length;
  const task: Step = { kind: 'set', value, target: label };
  const { ranked } = await sight.rank({ text: label, intent: 'textInput' }, fields);
  const named = toPlacings(ranked, part, length, task);
  // "shipping: express" is one of a group of choices.
  const group = usable.filter((each) => isChoice(each) && isNamed(each, value, false));
  const choices = await sight.rank({ text: `${value} (${label})`, intent: 'change' }, group);
  const choose: Step = { kind: 'choose', value, target: null, phrase: value };
  return [...named, ...toPlacings(choices.ranked, part, length, choose)];
}

/** "express delivery": the whole part names what is to be chosen. */
async function placeChoice(
  part: number,
  words: string,
  usable: readonly Candidate[],
  sight: GroundingContext,
): Promise<Placing[]> {
  const length = words.split(/\s+/u).length + 1;
  const choose: Step = { kind: 'choose', value: words, target: null, phrase: words };
  const choices = usable.filter(isChoice);
  const { ranked } = await sight.rank({ text: words, intent: 'change' }, choices);
  const lists = usable.filter(
    (each) => isSelect(each) && findOptions(each.options, words).length === 1,
  );
  return [
    ...toPlacings(ranked, part, length, choose),
    ...lists.map((field) => ({
      part,
      field,
      score: length,
      task: { kind: 'set', value: words, target: nameCandidate(field) } as const,
    })),
  ];
}

function toPlacings(
  ranked: readonly RankedCandidate[],
  part: number,
  length: number,
  task: Step,
): Placing[] {
  return ranked
    .filter(({ coverage }) => coverage >= SURE)
    .map(({ candidate, score, coverage }) => ({
      part,
      field: candidate,
      score: length * coverage + score,
      task,
    }));
}

function stripQuotes(text: string): string {
  return /^["“«'].*["”»']$/u.test(text) ? text.slice(1, -1) : text;
}
