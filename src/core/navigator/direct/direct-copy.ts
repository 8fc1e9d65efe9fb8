import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid, walkElements } from '../../snapshot/element-tree.ts';
import { isSecret, isSelect, isTextField, normalizeName } from '../form-controls.ts';
import type { Step, TaskOf } from '../request/step.ts';
import type { Observation } from '../run/observation.ts';
import type { FoundTarget, Grounded, GroundingContext } from './find-target.ts';
import { findTarget, notFound } from './find-target.ts';

/** A longer value is observed cut. */
const LONGEST_SEEN = 190;
/** Words for what a field holds, whichever field it is. */
const HELD =
  /^(?:the\s+)?(?:text|contents?|value|words|data|what(?:['’]s| is)(?: written)?)\s+(?:of|in|from|inside|under|for)\s+(?:the\s+)?/iu;

/** The step that a copy comes to, on a page; `plain` where its words are meant as they are. */
export type Copied =
  | { kind: 'copied'; step: TaskOf<'set'>; target: Candidate }
  | { kind: 'plain'; step: Step }
  | NotCopied;
type NotCopied = Extract<Grounded, { kind: 'ask' | 'lost' }>;

/** "copy the billing name to the shipping name": from a field, else from what the page tells under that name. */
export async function planCopy(task: TaskOf<'copy'>, sight: GroundingContext): Promise<Copied> {
  const fields = sight.observation.candidates.filter((each) => isTextField(each) || isSelect(each));
  const name = task.from.replace(HELD, '');
  const from = await findSource(name, task, fields, sight);
  const labelled = from.kind === 'lost' ? readLabelledText(name, sight.observation) : null;
  if (from.kind !== 'found' && labelled === null && task.plain)
    return { kind: 'plain', step: task.plain };
  if (from.kind !== 'found' && labelled === null)
    return from.kind === 'ask' ? listNames(from, task.from) : from;
  const held = from.kind === 'found' ? readHeld(from.candidate, sight) : labelled;
  if (typeof held !== 'string') return held ?? notFound(task.from);
  const source = from.kind === 'found' ? from.candidate.uid : null;
  const others = fields.filter(({ uid }) => uid !== source);
  const to = await findField(task.to, others, sight);
  const step = { kind: 'set', value: held, target: task.to } as const;
  if (to.kind === 'ask') return { ...to, task: step };
  return to.kind === 'lost' ? to : { kind: 'copied', step, target: to.candidate };
}

/** Where its words may as well be the text itself, only a field that is called by all of them is the source. */
async function findSource(
  name: string,
  { plain, to }: TaskOf<'copy'>,
  fields: readonly Candidate[],
  sight: GroundingContext,
): Promise<FoundTarget> {
  const found = await findField(name, fields, sight);
  if (!plain || found.kind !== 'found') return found;
  const { fields: said, uid } = found.candidate;
  const keys = new Set(
    [said.name, said.label, said.placeholder, ...said.context.split('\n')].flatMap(toKeys),
  );
  const target = await findField(to, fields, sight);
  const isTarget = target.kind === 'found' && target.candidate.uid === uid;
  return isTarget || !toKeys(name).every((key) => keys.has(key)) ? notFound(name) : found;
}

/** An answer would name the field, but not say that it is the one to copy from. */
function listNames({ options }: Extract<FoundTarget, { kind: 'ask' }>, words: string): NotCopied {
  const names = options.map(({ label }) => `“${label}”`).join(', ');
  return { kind: 'lost', text: `“${words}” may be ${names}: say which one to copy.` };
}

/** "billing name" may be the field Name where it says Billing. */
async function findField(
  words: string,
  pool: readonly Candidate[],
  sight: GroundingContext,
): Promise<FoundTarget> {
  const whole = await findTarget(words, 'textInput', pool, sight);
  if (whole.kind === 'found') return whole;
  const said = words.replace(/^(?:the|my)\s+/iu, '').split(/\s+/u);
  for (let cut = 1; cut < said.length; cut++) {
    const name = said.slice(cut).join(' ');
    const place = said.slice(0, cut).join(' ');
    const found = await findTarget(`${name} (${place})`, 'textInput', pool, sight);
    if (found.kind === 'found') return found;
  }
  return whole;
}

/** All of what a field holds, or why it is not copied. */
function readHeld(field: Candidate, { observation }: GroundingContext): string | NotCopied {
  const name = nameCandidate(field);
  if (isSecret(field)) return { kind: 'lost', text: `“${name}” is secret: I do not copy it.` };
  const { value } = field.fields;
  if (value === '') return { kind: 'lost', text: `“${name}” is empty: there is nothing to copy.` };
  const node = observation.root ? findByUid(observation.root, field.uid) : null;
  if (node?.tag === 'textarea')
    return node.children.filter((at) => typeof at === 'string').join('');
  const whole = node?.tag === 'input' ? (node.attributes['value'] ?? value) : value;
  return whole === value && value.length >= LONGEST_SEEN
    ? { kind: 'lost', text: `“${name}” holds more than I can copy.` }
    : whole;
}

/** What stands under a name is short. */
const MAX_LABELLED_TEXT = 200;

/** What the page tells under a name ("Order number: 1042", a row of a table); null without one answer. */
function readLabelledText(name: string, { root }: Observation): string | null {
  const wanted = normalizeName(name);
  if (!root || wanted === '') return null;
  const labelled = new Set<string>();
  for (const node of walkElements(root)) {
    if (node.box === null) continue;
    const own = textOf(node);
    if (normalizeName(own) === wanted) {
      const value = textAfter(node);
      if (value !== '') labelled.add(value);
    }
    const [, label = '', value = ''] = /^([^:]{1,60}):\s*(\S.*)$/u.exec(own) ?? [];
    if (
      normalizeName(label) === wanted &&
      node.children.every((child) => typeof child === 'string')
    )
      labelled.add(value);
  }
  const [only, ...others] = labelled;
  return only !== undefined && others.length === 0 && only.length <= MAX_LABELLED_TEXT
    ? only
    : null;
}

function textOf(node: ElementNode): string {
  let text = '';
  for (const child of node.children) {
    if (text.length > MAX_LABELLED_TEXT * 2) break;
    text += typeof child === 'string' ? child : ` ${textOf(child)} `;
  }
  return text.replace(/\s+/gu, ' ').trim();
}

/** What follows it beside it, in a cell, a definition or a line. */
function textAfter(node: ElementNode): string {
  const siblings = node.parent?.children ?? [];
  for (const sibling of siblings.slice(siblings.indexOf(node) + 1)) {
    const text = typeof sibling === 'string' ? sibling.trim() : textOf(sibling);
    if (text !== '') return text.replace(/^[:\s]+/u, '');
  }
  return '';
}
