import type { Intent } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import {
  holdsChoice,
  isNamed,
  isSecret,
  isTextField,
  isToggle,
  isToggleButton,
} from '../form-controls.ts';
import { CLOSE_IN_DIALOG } from '../request/commands.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { applyTask, isButton, isList } from '../widgets/apply-task.ts';
import {
  groundCommit,
  groundDay,
  groundPickedDay,
  groundTurned,
  groundTypedDate,
} from '../widgets/calendar.ts';
import {
  findPageLength,
  groundChoice,
  groundConfirm,
  groundPick,
  pickInOpen,
} from '../widgets/choose.ts';
import { groundCopy } from './copy.ts';
import { findPage, findRemover } from '../widgets/belongings.ts';
import { planHiddenPart } from '../widgets/hidden-part.ts';
import { groundInMenu, planItemMenu } from '../widgets/item-menu.ts';
import { findEnding, findFinishing, findForm } from '../target/find-form.ts';
import {
  findLeaf,
  findSearchField,
  findTarget,
  findTextField,
  readVerb,
  saysAll,
} from '../target/find-target.ts';
import { planFollowUp } from './follow.ts';
import type { AskOption, FoundTarget, Grounded, Sight } from '../target/grounded.ts';
import {
  act,
  askWhich,
  click,
  findBound,
  findByUid,
  found,
  getOnly,
  isUsable,
  isWritable,
  lost,
  notFound,
  skip,
  viewportOf,
} from '../target/grounded.ts';
import { offerActions } from './main-actions.ts';
import { groundReason, groundUnread } from './unread.ts';
import { groundNamedTool, groundTool } from './use-tool.ts';
import { findEntryForm, listEntries, planEntry, readEntry, readItem } from '../widgets/entry.ts';
import { findCloser, groundAgreed, groundConfirmed, isWayOut } from '../widgets/dialog.ts';
import { planCode, planFullName, planParts, planRange } from '../widgets/parts.ts';
import { planForm, planNamedParts, planTypedParts } from '../widgets/form.ts';
import { planStatement } from '../widgets/statement.ts';
import { groundUnsaved } from '../widgets/unsaved.ts';
import { findThing, groundDrag, groundShown } from '../widgets/drag.ts';
import { groundRetype, planRename } from '../widgets/rename.ts';
import {
  askToDismiss,
  findSwitch,
  groundExpand,
  groundFolded,
  groundScroll,
  groundUncovering,
  jumpByLink,
  revealHeading,
} from '../widgets/reveal.ts';
import { groundCount, groundSet, lackCount } from '../widgets/set.ts';
import {
  planEach,
  planFields,
  planNames,
  planTicks,
  readCounted,
  splitOrdinals,
} from '../widgets/several.ts';

/** Tasks that need no page: they work from pages that cannot be read, too. */
export function groundWithoutPage(task: Task): Grounded | null {
  switch (task.kind) {
    case 'load':
      return act({ intent: 'load', url: task.url }, null);
    case 'back':
    case 'forward':
      return act({ intent: task.kind }, null);
    case 'tell':
      return skip(task.text);
    case 'wait':
      return { kind: 'wait', seconds: task.seconds };
    default:
      return null;
  }
}

type WithoutPage = 'load' | 'back' | 'forward' | 'tell' | 'wait';
type Ground<K extends Task['kind']> = (
  task: TaskOf<K>,
  sight: Sight,
) => Grounded | null | Promise<Grounded | null>;

/** How each task is grounded on a page: the ways to do it, surest first. A way is null where it doesn't apply. */
const GOALS: { [K in Exclude<Task['kind'], WithoutPage>]: Ground<K> } = {
  reload: (_, sight) => act({ intent: 'load', url: sight.url }, null),
  help: (_, sight) => offerActions(sight.candidates),
  follow: async ({ followUp }, sight) => groundPlan(await planFollowUp(followUp, sight), sight),
  unread: (task, sight) => groundUnread(task, sight, groundPlan),

  async bound(bound, sight) {
    const { task } = bound;
    const target = findBound(bound, sight);
    // The second of two values is chosen in the list that the first has left open.
    const shown =
      task.kind === 'choose' && target ? await pickInOpen(task.value, target, sight) : null;
    // What was counted on the page as it was must not be counted again on another one.
    const counted = bound.look === undefined ? null : readCounted(task);
    if (!target && counted !== null) return lost(`“${counted}” is no longer on this page.`);
    const chosen = shown ?? (target && applyTask(task, target, viewportOf(sight)));
    const grounded = chosen ?? (await groundTask(task, sight));
    return grounded.kind === 'act' ? { ...grounded, step: grounded.step ?? task } : grounded;
  },

  click: async (task, sight) => (await groundDay(task, sight)) ?? groundClick(task, sight),
  hover: (task, sight) => groundAny(task, 'hover', sight),
  doubleClick: async (task, sight) => apply(task, await findThing(task.target, sight), sight),
  rightClick: async (task, sight) => apply(task, await findThing(task.target, sight), sight),
  async drag(task, sight) {
    const { orElse } = task;
    const button =
      orElse === undefined ? null : await groundClick({ kind: 'click', target: orElse }, sight);
    const isMoving = button?.kind === 'act' && moves(button.target, task.to);
    return isMoving ? button : groundDrag(task, sight);
  },
  rename: async (task, sight) => groundPlan(await planRename(task, sight), sight),
  retype: groundRetype,
  shown: groundShown,
  inMenu: groundInMenu,
  confirmed: groundConfirmed,
  agree: groundAgreed,
  unsaved: groundUnsaved,
  reveal: (task, sight) =>
    jumpByLink(task, sight) ?? revealHeading(task, sight) ?? groundAny(task, null, sight),
  scroll: groundScroll,
  expand: groundExpand,
  folded: groundFolded,

  async press(task, sight) {
    if (task.target !== null) return groundAny({ ...task, target: task.target }, 'press', sight);
    const field = findByUid(sight, sight.lastField) ?? findByUid(sight, sight.focused);
    return act({ intent: 'press', uid: field?.uid ?? null, key: task.key }, field);
  },

  async submit(task, sight) {
    const field = task.isOpened ? findByUid(sight, sight.lastField) : null;
    const ending = field && findFinishing(field, sight.candidates);
    return apply(task, ending ? found(ending) : await findForm(task.target, sight), sight);
  },

  async type(task, sight) {
    const day = task.target === null ? null : await groundDay(task, sight);
    const code = task.target === null ? null : planCode(task.text, task.target, sight);
    const parts = code ?? planFields(task, sight) ?? (await planTypedParts(task, sight));
    const all = day ?? (await groundPlan(parts, sight));
    if (all) return all;
    const isNew = (each: Candidate): boolean => isWritable(each) && each.fresh === true;
    const first = task.isName ? sight.candidates.filter(isTextField).find(isNew) : undefined;
    const field = first ? found(first) : await findTextField(task.target, sight);
    if (field.kind !== 'lost') return apply(task, field, sight);
    if (task.orElse !== undefined) return groundTask({ kind: 'click', target: task.orElse }, sight);
    if (task.whole === undefined) return field;
    return groundTask({ kind: 'type', text: task.whole, target: null }, sight);
  },

  async search(task, sight) {
    const field = await findSearchField(task.target, sight);
    if (field.kind !== 'lost') return apply(task, field, sight);
    // "search for flights" where that is a button.
    const button = { kind: 'click', target: `search ${task.text}` } as const;
    const grounded = await groundClick(button, sight);
    if (grounded?.kind === 'ask') return { ...grounded, task: button };
    return grounded?.kind === 'lost' ? field : grounded;
  },

  async clear(task, sight) {
    const { candidates } = sight;
    const field = await findTarget(task.target, 'textInput', candidates.filter(isTextField), sight);
    const isPlace = field.kind === 'found' && !isNamed(field.candidate, task.target, false);
    if (field.kind !== 'lost' && !isPlace) return apply(task, field, sight);
    // "clear filters" is rather the name of a button; its verb belongs to that name.
    const buttons = candidates.filter(isButton);
    const button = await findTarget(`clear ${task.target}`, 'click', buttons, sight);
    if (button.kind !== 'lost') return apply(task, button, sight);
    // "Clear the calculator" names where a field is, not the field.
    if (isPlace) return askWhich(task.target, [field.candidate]);
    const isAll = /^(?:all|everything)$/iu.test(task.target);
    if (isAll) return groundTask({ kind: 'tickAll', target: '', except: null, on: false }, sight);
    return field.kind === 'found' ? notFound(task.target) : field;
  },

  entry: async (task, sight) => groundPlan(await planEntry(task, sight), sight),
  copy: (task, sight) => groundCopy(task, sight, groundTask),
  async fill(task, sight) {
    const plan = await planForm(task, sight);
    const { sought, orElse } = task;
    const isWhole = !('kind' in plan) && !plan.some(({ kind }) => kind === 'lack');
    const filled = await groundPlan(orElse && !isWhole ? orElse : plan, sight);
    if (filled?.kind !== 'lost' || sought === undefined) return filled;
    const searched = await groundTask({ kind: 'search', text: sought, target: null }, sight);
    return searched.kind === 'lost' ? filled : searched;
  },
  lack: ({ text }) => lost(text),
  reason: (task, sight) => groundReason(task, sight, groundPlan),

  async set(task, sight) {
    const name = `${task.value} ${task.target}`;
    if (sight.candidates.some((each) => holdsChoice(each, name)))
      return groundTask({ kind: 'choose', value: name, target: null, phrase: name }, sight);
    const plan =
      planParts(task, sight) ??
      planFullName(task, sight) ??
      planCode(task.value, task.target, sight);
    const parts = await groundPlan(plan, sight);
    const date = parts ?? (await groundTypedDate(task, sight)) ?? (await groundDay(task, sight));
    const set = date ?? (await groundSet(task, sight));
    const { renames, value } = task;
    const isOther = set.kind === 'lost' || set.kind === 'ask';
    const length = isOther ? findPageLength(task, sight) : null;
    if (length) return applyTask(task, length);
    return isOther && renames !== undefined
      ? groundTask({ kind: 'rename', target: renames, text: value }, sight)
      : set;
  },

  async commit(task, sight) {
    const { value, target } = task;
    const day = { kind: 'choose', value, target: null, phrase: value } as const;
    const taken = groundCommit(task, sight) ?? (await groundDay(day, sight));
    return taken ?? lost(`“${target}” did not take “${value}”.`);
  },

  tool: groundTool,
  /** Reached only if it was deleted: `runMessage` runs skills. */
  skill: () => lost('That skill is no longer stored.'),
  range: (task, sight) => groundPlan(planRange(task, sight), sight),
  count: async (task, sight) =>
    (await groundCount(task, sight)) ?? groundTask(lackCount(task), sight),
  async choose(task, sight) {
    const chosen = (await groundDay(task, sight)) ?? (await groundChoice(task, sight));
    if (chosen.kind === 'lost' && task.turnsOn) {
      const target = `${task.value} ${task.target ?? ''}`;
      const turned = await groundTask({ kind: 'toggle', target, on: true }, sight);
      return turned.kind === 'lost' ? chosen : turned;
    }
    const path = chosen.kind === 'act' || task.target !== null ? null : readPath(task.value);
    return path ? groundPlan(path, sight) : chosen;
  },
  day: groundTurned,
  pick: (task, sight) => groundPickedDay(task, sight) ?? groundPick(task, sight),
  confirm: groundConfirm,

  async toggle(task, sight) {
    const { candidates } = sight;
    const toggles = candidates.filter(isToggle);
    const find = (name: string) => findTarget(name, 'change', toggles, sight);
    const box = await find(task.target);
    // "check availability" may be the whole name of a button.
    const button = getOnly(
      candidates.filter((each) => isButton(each) && isNamed(each, `check ${task.target}`)),
    );
    if (box.kind === 'lost' && task.on && button) return click(button);
    const isOneName = box.kind === 'found' && isNamed(box.candidate, task.target);
    const names = task.target.replace(/^(?:(?:check|tick)?\s?boxes|options|switches)\s+/iu, '');
    const build = (target: string) => ({ ...task, target });
    const plan = isOneName ? null : await planNames(names, find, build);
    if (plan) return groundPlan(plan, sight);
    if (box.kind === 'lost' && task.orElse !== undefined)
      return groundTask({ kind: 'click', target: task.orElse }, sight);
    return box.kind === 'lost'
      ? lost(`I could not find a checkbox or switch “${task.target}” on this page.`)
      : apply(task, box, sight);
  },

  async tickAll(task, sight) {
    const { orElse = '' } = task;
    const isCalled = (each: Candidate): boolean => isButton(each) && isUsable(each);
    const called = getOnly(
      sight.candidates.filter((each) => isCalled(each) && isNamed(each, orElse)),
    );
    if (called) return click(called);
    const plan = await planTicks(task, sight);
    return Array.isArray(plan) && plan.length === 0
      ? skip(`There was nothing to ${task.on ? '' : 'un'}tick on this page.`)
      : groundPlan(plan, sight);
  },
};

/** Turns a task into an action on this page, a question, or an honest "not found". */
export async function groundTask<K extends Task['kind']>(
  task: TaskOf<K>,
  sight: Sight,
): Promise<Grounded> {
  const goals: { [K in Task['kind']]?: Ground<K> } = GOALS;
  const ground: Ground<K> = goals[task.kind] ?? groundWithoutPage;
  const grounded = (await ground(task, sight)) ?? lost('I cannot do that.');
  const hidden = grounded.kind === 'lost' ? planHiddenPart(task, sight) : null;
  return hidden ?? quoteWords(task, grounded);
}

/** "Move", "Move to Archive" or "Archive", but not the item itself. */
function moves(button: Candidate | null, to: string): boolean {
  const said = toKeys(button?.fields.name ?? '');
  return said.includes('move') || toKeys(to).every((key) => said.includes(key));
}

/** Puts the user's words in place of other words for the same. */
function quoteWords(task: Task, grounded: Grounded): Grounded {
  if (!('said' in task) || !('target' in task)) return grounded;
  const own = [task.target ?? '', 'phrase' in task ? task.phrase : ''];
  const quote = (text: string) =>
    own.reduce((quoted, words) => quoted.replace(`“${words}”`, `“${task.said}”`), text);
  if (grounded.kind === 'lost') return { ...grounded, text: quote(grounded.text) };
  return grounded.kind === 'ask' ? { ...grounded, question: quote(grounded.question) } : grounded;
}

/** The first step of a plan that is still to be done; the others follow it. Null without a plan. */
async function groundPlan(
  plan: readonly Task[] | Grounded | null,
  sight: Sight,
): Promise<Grounded | null> {
  if (!plan || 'kind' in plan) return plan;
  const said: string[] = [];
  for (const [at, task] of plan.entries()) {
    const grounded = await groundTask(task, sight);
    if (grounded.kind === 'skip') {
      said.push(grounded.text);
      continue;
    }
    if (grounded.kind !== 'act') return grounded;
    const notes = said.map((text) => ({ kind: 'tell', text }) as const);
    return { ...grounded, next: [...grounded.next, ...notes, ...plan.slice(at + 1)] };
  }
  return skip(said.join(' '));
}

function apply(task: Task, target: FoundTarget, sight: Sight): Grounded | null {
  return target.kind === 'found' ? applyTask(task, target.candidate, viewportOf(sight)) : target;
}

async function groundAny(
  task: Task & { target: string },
  intent: Intent | null,
  sight: Sight,
): Promise<Grounded | null> {
  const { candidates } = sight;
  return apply(task, await findTarget(task.target, intent, candidates, sight), sight);
}

/** Adds a look for a confirmation dialog after a click on a button such as Delete. */
async function groundClick(task: TaskOf<'click'>, sight: Sight): Promise<Grounded | null> {
  const grounded = await groundPress(task, sight);
  const isDoing = grounded?.kind === 'act' && grounded.action.intent === 'click';
  return isDoing && (readVerb(task.target) !== null || LEAVING.test(task.target))
    ? { ...grounded, next: [...grounded.next, { kind: 'confirmed', target: task.target }] }
    : grounded;
}

async function groundPress(task: TaskOf<'click'>, sight: Sight): Promise<Grounded | null> {
  const { candidates } = sight;
  const { target: words, orElse } = task;
  const closeButton = CLOSE_IT.test(words) ? findCloser(words, sight) : null;
  if (closeButton) return click(closeButton);
  const emptied = findEmptied(words, candidates);
  if (emptied) return applyTask({ kind: 'clear', target: words }, emptied);
  const hidden = findSwitch(words, candidates);
  if (hidden) return applyTask({ kind: 'toggle', target: words, on: false }, hidden);
  const added = readAdded(words, candidates);
  if (added) return groundChoice(added, sight);
  const entry = readEntry(words);
  if (entry && findEntryForm(entry.target, sight)) {
    // A button may be called so: "Add lemon to shopping list".
    const adding = await findTarget(words, 'click', candidates.filter(isButton), sight);
    const isCalled = adding.kind === 'found' && saysAll(words, adding.candidate);
    return isCalled ? apply(task, adding, sight) : groundPlan(listEntries(entry), sight);
  }
  const each = await planEach(task, sight);
  if (each) return groundPlan(each, sight);
  // "Open Mara" ticks no box called "Select Mara".
  const find = async (name: string) => {
    const first = await findTarget(name, 'click', candidates, sight);
    if (first.kind !== 'ask') return first;
    const itself = readVerb(name) === null ? findItself(name, first.options) : null;
    if (itself) return found(itself);
    if (!task.opens) return first;
    const opener = await findTarget(name, 'click', candidates.filter(canOpen), sight);
    return opener.kind === 'found' ? opener : first;
  };
  const isCounted = splitOrdinals(words) !== null;
  const target = isCounted ? notFound(words) : await find(words);
  if (task.searches && !(target.kind === 'found' && isNamed(target.candidate, words))) {
    const search = { kind: 'search', text: words, target: null } as const;
    const field = await findSearchField(null, sight);
    if (field.kind === 'found') return apply(search, field, sight);
  }
  const secret = task.opens && target.kind === 'found' && isSecret(target.candidate);
  if (secret) return groundUncovering(target.candidate, sight);
  if (target.kind === 'found') return apply(task, target, sight);
  // Ordinals make "first name Lena, last name Mill" look like a click.
  const path = readPath(words) ?? (await planNamedParts(words, sight));
  if (path) return groundPlan(path, sight);
  if (orElse !== undefined) {
    const closer = orElse === CLOSE_IN_DIALOG ? findCloser(words, sight) : null;
    if (closer) return click(closer);
    const other = await groundClick({ kind: 'click', target: orElse }, sight);
    if (orElse !== CLOSE_IN_DIALOG) return other;
    if (other?.kind === 'lost') return notFound(words);
    const closing = other?.kind === 'act' ? other.target : null;
    return closing && !isWayOut(closing, words, sight) ? askWhich(words, [closing]) : other;
  }
  const plan = await planNames(words, find, (name) => ({ ...task, target: name }));
  if (plan) return groundPlan(plan, sight);
  const belonging = findRemover(words, sight) ?? findPage(words, sight);
  if (belonging) return click(belonging);
  // What may be meant is asked about before a menu is opened to look there.
  const opened = target.kind === 'lost' ? planItemMenu(words, sight) : null;
  if (opened) return opened;
  const item = readItem(words, sight);
  if (item) return groundTask(item, sight);
  if (target.kind === 'ask') return target;
  const dismissed = words === CLOSE_IN_DIALOG ? askToDismiss(candidates) : null;
  const other = findEnding(words, sight) ?? findLeaf(words, sight);
  if (dismissed) return dismissed;
  if (other) return click(other);
  // The words can be a statement: "two adults and one child".
  const statement = await groundPlan(await planStatement(words, sight), sight);
  return groundNamedTool(words, sight) ?? statement ?? target;
}

/** Pages often ask for confirmation before they log a person out. */
const LEAVING = /^(?:log|sign)\s?(?:me\s)?(?:out|off)\b/iu;

/** These words name nothing: what is open is meant. */
const CLOSE_IT = /^(?:close|dismiss|hide)\s+(?:it|this|that)(?:\s+again)?$/iu;

/** "File > Export": what is pressed one after the other; null for other words. */
function readPath(words: string): Task[] | null {
  const parts = words.split(/\s*[>→›»]\s*/u);
  const isPath = parts.length > 1 && parts.every((part) => /[\p{L}\p{N}]/u.test(part));
  return isPath ? parts.map((target) => ({ kind: 'click', target })) : null;
}

/** Finds the element itself among controls named after it: "Waterfall" among "Select Waterfall", "Options for Waterfall". */
function findItself(words: string, options: readonly AskOption[]): Candidate | null {
  const [head = ''] = toKeys(words);
  const named = options.map(({ candidate }) => ({
    candidate,
    keys: toKeys(candidate.fields.name),
  }));
  const itself = getOnly(named.filter(({ keys }) => keys[0] === head));
  // A number at the end counts the contents: "Garden 3".
  const name = itself?.keys.filter((key) => !/^\d+$/u.test(key)).join(' ') ?? '';
  const isAbout = named.every(
    (each) => each === itself || ` ${each.keys.join(' ')}`.endsWith(` ${name}`),
  );
  return itself && named.length > 1 && isAbout ? itself.candidate : null;
}

/** Boxes and plain text fields open nothing. */
function canOpen(each: Candidate): boolean {
  if (each.opens === true || isToggleButton(each)) return true;
  return !isToggle(each) && each.role !== 'textbox';
}

/** "Delete the middle name" where that is a field: a click on it would delete nothing. */
function findEmptied(words: string, candidates: readonly Candidate[]): Candidate | null {
  const name = /^(?:delete|remove)\s+(?:(?:the|my)\s+)?(.+)$/iu.exec(words)?.[1];
  if (name === undefined) return null;
  return getOnly(candidates.filter((each) => isTextField(each) && isNamed(each, name)));
}

/** "Add hiking to my hobbies" where a list is called so. */
function readAdded(words: string, candidates: readonly Candidate[]): TaskOf<'choose'> | null {
  const [, value = '', name = ''] =
    /^add\s+(.+)\s+to\s+(?:(?:the|my)\s+)?(.+)$/iu.exec(words) ?? [];
  const list = getOnly(candidates.filter((each) => isList(each) && isNamed(each, name)));
  return list && { kind: 'choose', value, target: name, phrase: `${value} ${name}` };
}
