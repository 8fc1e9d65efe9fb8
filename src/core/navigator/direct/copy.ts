import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid, walkElements } from '../../snapshot/element-tree.ts';
import { isSecret, isSelect, isTextField, normalizeName } from '../form-controls.ts';
import type { Step, TaskOf } from '../request/step.ts';
import { applyTask } from '../widgets/apply-task.ts';
import { findTarget } from '../target/find-target.ts';
import type { FoundTarget, Grounded, GroundedAs, Sight } from '../target/grounded.ts';
import { getOnly, lost, notFound } from '../target/grounded.ts';

/** Words for the value of a field in front of the field's name. */
const HELD =
  /^(?:the\s+)?(?:text|contents?|value|words|data|what(?:['’]s| is)(?: written)?)\s+(?:of|in|from|inside|under|for)\s+(?:the\s+)?/iu;

/**
 * "copy the billing name to the shipping name": from a field, else from what the page says under that name. `ground`
 * grounds the plain step of a task whose words are meant as they are.
 */
export async function groundCopy(
  task: TaskOf<'copy'>,
  sight: Sight,
  ground: (step: Step, sight: Sight) => Promise<Grounded>,
): Promise<Grounded> {
  const { plain } = task;
  const { candidates } = sight;
  const fields = candidates.filter((each) => isTextField(each) || isSelect(each));
  const name = task.from.replace(HELD, '');
  const from = await findSource(name, task, fields, sight);
  const value = readSource(name, from, sight);
  if (typeof value !== 'string')
    return plain && from.kind !== 'found' ? withStep(plain, await ground(plain, sight)) : value;
  const others = fields.filter((each) => from.kind !== 'found' || each !== from.candidate);
  const to = await findTarget(task.to, 'textInput', others, sight);
  const step = { kind: 'set', value, target: task.to } as const;
  if (to.kind === 'found') return withStep(step, applyTask(step, to.candidate));
  if (to.kind === 'lost' && plain) return ground(plain, sight);
  return to.kind === 'ask' ? { ...to, task: step } : to;
}

function readSource(name: string, from: FoundTarget, sight: Sight): string | GroundedAs<'lost'> {
  if (from.kind === 'found') return readHeld(from.candidate, sight);
  if (from.kind === 'lost') return readLabelledText(name, sight) ?? from;
  // An answer would name the field, but not say that it is the one to copy from.
  const names = from.options.map(({ label }) => `“${label}”`).join(', ');
  return lost(`“${name}” may be ${names}: say which one to copy.`);
}

function withStep(step: Step, grounded: Grounded): Grounded {
  return grounded.kind === 'act' ? { ...grounded, step } : grounded;
}

/** Where its words may as well be the text itself, only a field that is called by all of them is the source. */
async function findSource(
  name: string,
  { plain }: TaskOf<'copy'>,
  fields: readonly Candidate[],
  sight: Sight,
): Promise<FoundTarget> {
  const source = await findTarget(name, 'textInput', fields, sight);
  if (!plain || source.kind !== 'found') return source;
  const { name: own, label, placeholder, context } = source.candidate.fields;
  const keys = new Set([own, label, placeholder, ...context.split('\n')].flatMap(toKeys));
  return toKeys(name).every((key) => keys.has(key)) ? source : notFound(name);
}

/** Observed values are cut after this many characters. */
const LONGEST_SEEN = 190;

/** All of what a field holds, or why it is not copied. */
function readHeld(field: Candidate, { root }: Sight): string | GroundedAs<'lost'> {
  const name = nameCandidate(field);
  const { value } = field.fields;
  if (isSecret(field)) return lost(`“${name}” is secret: I do not copy it.`);
  if (value === '') return lost(`“${name}” is empty: there is nothing to copy.`);
  const node = root ? findByUid(root, field.uid) : null;
  if (node?.tag === 'textarea')
    return node.children.filter((at) => typeof at === 'string').join('');
  const whole = node?.tag === 'input' ? (node.attributes['value'] ?? value) : value;
  return whole === value && value.length >= LONGEST_SEEN
    ? lost(`“${name}” holds more than I can copy.`)
    : whole;
}

/** Longer texts are no values that a label names. Characters. */
const MAX_LABELLED_TEXT = 200;

/** What the page says under a name ("Order number: 1042", a row of a table); null without one answer. */
function readLabelledText(name: string, { root }: Sight): string | null {
  const wanted = normalizeName(name);
  const labelled = new Set<string>();
  for (const node of root && wanted !== '' ? walkElements(root) : []) {
    if (node.box === null) continue;
    const own = textOf(node);
    if (normalizeName(own) === wanted) labelled.add(textAfter(node));
    const [, label = '', value = ''] = /^([^:]{1,60}):\s*(\S.*)$/u.exec(own) ?? [];
    const isLeaf = node.children.every((child) => typeof child === 'string');
    if (isLeaf && normalizeName(label) === wanted) labelled.add(value);
  }
  labelled.delete('');
  const text = getOnly([...labelled]);
  return text !== null && text.length <= MAX_LABELLED_TEXT ? text : null;
}

function textOf(node: ElementNode): string {
  let text = '';
  for (const child of node.children) {
    if (text.length > MAX_LABELLED_TEXT * 2) break;
    text += typeof child === 'string' ? child : ` ${textOf(child)} `;
  }
  return text.replace(/\s+/gu, ' ').trim();
}

/** The first text after an element among its siblings. */
function textAfter(node: ElementNode): string {
  const siblings = node.parent?.children ?? [];
  const texts = siblings
    .slice(siblings.indexOf(node) + 1)
    .map((each) => (typeof each === 'string' ? each.trim() : textOf(each)));
  return (texts.find((text) => text !== '') ?? '').replace(/^[:\s]+/u, '');
}
