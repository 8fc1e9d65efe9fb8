import type { Candidate } from '../../ranking/candidate.ts';
import { toContentKeys, toKeys } from '../../ranking/query/tokenize.ts';
import { isSearchField, isTextField } from '../form-controls.ts';
import type { FillPart, Step, Task, TaskOf } from '../request/step.ts';
import { findTarget } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { bind, getOnly, isUsable, isWritable, lost } from '../target/grounded.ts';
import { isButton } from './apply-task.ts';
import { readDate } from './dates.ts';
import { saysItsKind } from './form.ts';
import { splitNames } from './several.ts';

/**
 * "Add a card called Book flights", "add Milk to the list": types it into the field beside an Add button and presses that;
 * or types it into the field that is called "Add a new task", and presses Enter; else presses the button that is called so and types into the field that comes.
 */
export async function planEntry(
  { text, target }: TaskOf<'entry'>,
  sight: Sight,
): Promise<readonly Task[] | Grounded> {
  const near = findEntryForm(target, sight);
  if (near) {
    const typed = { kind: 'type', text, target: null } as const;
    return [bind(near.field, typed), bind(near.button, { kind: 'click', target: 'add' })];
  }
  const field = findNewField(target, sight);
  if (field) {
    const typed = { kind: 'type', text, target: null } as const;
    return [bind(field, typed), bind(field, { kind: 'press', key: 'Enter', target: null })];
  }
  const named = `add ${target}`;
  const button = await findTarget(named, 'click', sight.candidates.filter(isButton), sight);
  const [, name = '', place = ''] = /^(.+)\s+(?:to|in|into|under|on)\s+(.+)$/iu.exec(text) ?? [];
  const inPlace = `${target} in ${place}`;
  if (button.kind === 'ask' && place !== '')
    return planEntry({ kind: 'entry', text: name, target: inPlace }, sight);
  if (button.kind === 'ask')
    return lost(`There are several places to add “${text}”: say to which one.`);
  if (button.kind === 'lost') return lost(`I could not find where to add “${text}” on this page.`);
  const [, what = text, date] = /^(.+?)\s+(?:on|for)\s+(.+)$/iu.exec(text) ?? [];
  const isDated = date !== undefined && readDate(date) !== null;
  const [first = text, ...others] = isDated ? [what] : splitRecord(text);
  const parts = others.map(readPart);
  const typed: Step[] = [
    { kind: 'type', text: first, target: null, isName: true },
    ...(parts.length > 0 ? [{ kind: 'fill', parts } as const] : []),
    ...(isDated ? [{ kind: 'set', target: 'date', value: date } as const] : []),
  ];
  // "Subject Lost badge, priority high": each part may begin with the name of a field that comes up.
  const labelled = text.split(COMMA).map((said): FillPart => {
    return { said, label: null, value: said, isWhole: true };
  });
  return [
    bind(button.candidate, { kind: 'click', target: named }),
    ...(labelled.length > 1 ? [{ kind: 'fill', parts: labelled, orElse: typed } as const] : typed),
    { kind: 'submit', target: null, isOpened: true },
  ];
}

/** Splits the text of a new entry at commas if one part is an address or a number. "Call Ben, Tuesday" stays one name. */
function splitRecord(text: string): string[] {
  const parts = text.split(COMMA);
  return parts.some(saysItsKind) ? parts : [text];
}

const COMMA = /\s*,\s*(?:and\s+)?/u;

/** Reads a further part of a new entry: "on the Plus plan". */
function readPart(said: string): FillPart {
  const value = said.replace(/^(?:(?:on|in|at|as|for|with|the|an?)\s+)+/iu, '');
  return { said, label: null, value };
}

/** What the name of a button begins with that adds something; folded words. */
const ADDING = /^(?:add|creat)$/;

/** Begins the name of a button that sends a text. */
const POSTING = /^(?:post|send|submit|publish)$/;

/**
 * The only Add button with a text field right before it; what the button is called besides must be what is added. For a
 * comment it may also be called "Comment", or send what is written in a field for comments.
 */
export function findEntryForm(
  what: string,
  { candidates }: Sight,
): { field: Candidate; button: Candidate } | null {
  const wanted = new Set(toKeys(what));
  const forms = candidates.flatMap((button, at) => {
    const [verb, ...rest] = toContentKeys(button.fields.name);
    const isAdd = ADDING.test(verb ?? '') && rest.every((key) => wanted.has(key));
    const isPost = POSTING.test(verb ?? '');
    const isCalled = [verb, ...rest].every((key) => key !== undefined && wanted.has(key));
    if (!isButton(button) || !isUsable(button) || !(isAdd || isPost || isCalled)) return [];
    const before = candidates.slice(0, at);
    const start = before.findLastIndex((each) => !isEntered(each)) + 1;
    const field = before
      .slice(start)
      .find((each) => isTextField(each) && isWritable(each) && !isSearchField(each));
    const { name = '', placeholder = '' } = field?.fields ?? {};
    const isFor = [name, placeholder].flatMap(toKeys).some((key) => wanted.has(key));
    return field && (isAdd || isCalled || isFor) ? [{ field, button }] : [];
  });
  return getOnly(forms);
}

/** The only text field that is called "Add a new task" for a task. An Add button after it says how else it is added. */
function findNewField(what: string, { candidates }: Sight): Candidate | null {
  const wanted = toContentKeys(what);
  const isFor = (called: string): boolean => {
    const keys = toKeys(called);
    return /^(?:add|new|creat)$/.test(keys[0] ?? '') && wanted.every((key) => keys.includes(key));
  };
  const isAlone = (field: Candidate): boolean => {
    const button = candidates.slice(candidates.indexOf(field) + 1).find(isButton);
    return !ADDING.test(toKeys(button?.fields.name ?? '')[0] ?? '');
  };
  const fields = candidates.filter(
    (each) =>
      isTextField(each) &&
      isUsable(each) &&
      isWritable(each) &&
      !isSearchField(each) &&
      isAlone(each),
  );
  return getOnly(
    fields.filter(({ fields: { name, label, placeholder } }) =>
      [name, label, placeholder].some(isFor),
    ),
  );
}

/** Begins what describes a thing rather than names it, or says where it goes. */
const NO_NAME = /^(?:an?|the|another|some|more|new|my|this|it|to|in|as|all)\b/iu;

/** "Add buy stamps" where one field with an Add button takes new things, and nothing on the page is called so. */
export function readItem(words: string, sight: Sight): TaskOf<'entry'> | null {
  const text = /^add\s+(.+)$/iu.exec(words)?.[1] ?? '';
  if (text === '' || NO_NAME.test(text) || !findEntryForm('', sight)) return null;
  const said = toContentKeys(text);
  const isKnown = sight.candidates.some(({ fields }) => {
    const keys = [fields.name, fields.text].flatMap(toKeys);
    return said.some((key) => keys.includes(key));
  });
  return isKnown ? null : { kind: 'entry', text, target: '' };
}

/** Reads "Add Milk to the list" as a new entry of that list. */
export function readEntry(words: string): TaskOf<'entry'> | null {
  const [, text = '', target = ''] =
    /^add\s+(.+)\s+to\s+(?:(?:the|my|this)\s+)?((?:\S+\s+)?list)$/iu.exec(words) ?? [];
  return text === '' ? null : { kind: 'entry', text, target };
}

/** Makes one entry of each name: "butter and cheddar" are two. */
export function listEntries(entry: TaskOf<'entry'>): TaskOf<'entry'>[] {
  const names = splitNames(entry.text) ?? [entry.text];
  return names.map((name) => ({ ...entry, text: name.replace(ARTICLE, '') }));
}

const ARTICLE = /^(?:the|an?|some|my)\s+(?=\p{Ll})/u;

/** What a person fills in before pressing Add. */
function isEntered({ role, tag }: Candidate): boolean {
  return tag === 'input' || tag === 'select' || tag === 'textarea' || role === 'spinbutton';
}
