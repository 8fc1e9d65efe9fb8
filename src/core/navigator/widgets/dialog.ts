/** Dialogs that the page puts between a request and what it asks for. */
import type { Candidate } from '../../ranking/candidate.ts';
import { FILLERS, FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { isItemNoun } from '../../ranking/query/take-item.ts';
import { foldWord, toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, findByUid, holds, readWholeText } from '../../snapshot/element-tree.ts';
import { isTextField } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { saysAll } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { askWhich, click, getOnly, isNew, isUsable, skip } from '../target/grounded.ts';
import { isButton } from './apply-task.ts';

const ROLES = new Set(['dialog', 'alertdialog', 'alert', 'status', 'tooltip']);
const KEY =
  /dialog|modal|pop-?up|overlay|lightbox|banner|toast|snack|notif|notice|alert|cookie|consent|drawer/iu;

/** The dialog, banner or message that an element stands in, by role or by what the page calls it. */
function findDialog(button: Candidate, { root }: Sight): ElementNode | null {
  const node = root && findByUid(root, button.uid);
  return findAround(node ?? null, ({ tag, attributes }) => {
    const { role = '', class: classes = '', id = '', 'aria-modal': isModal } = attributes;
    const isPage = tag === 'body' || tag === 'html';
    const isCalled = !isPage && KEY.test(`${classes} ${id} ${tag}`);
    return tag === 'dialog' || isModal === 'true' || ROLES.has(role) || isCalled;
  });
}

/** "The washing machine notification" is about a washing machine; "the popup" about nothing in particular. */
const ABOUT = /^\S+\s+(?:(?:the|this|that|my|an?)\s+)?|\s*\S+$/giu;

/** Whether a close button stands in what can be closed, or beside what the words are about: a blind has one, too. */
export function isWayOut(button: Candidate, words: string, sight: Sight): boolean {
  const about = words.replace(ABOUT, '');
  return findDialog(button, sight) !== null || (about !== '' && saysAll(about, button));
}

const CLOSING = /^(?:[×✕✖✗⨯╳x]$|(?:close|dismiss|hide)\b)/iu;

/** The only close button in what can be closed. */
export function findCloser(words: string, sight: Sight): Candidate | null {
  const closers = sight.candidates.filter(
    (each) =>
      isUsable(each) &&
      isButton(each) &&
      [each.fields.name, each.fields.text].some((name) => CLOSING.test(name.trim())),
  );
  return getOnly(closers.filter((each) => isWayOut(each, words, sight)));
}

const AGREEING = /^(?:yes|ok|okay|confirm|continue|proceed)\b/iu;

/**
 * "Delete Carla", and the page asks “Delete Carla Mendes?”: presses the button that does so where the question names what
 * was asked for, else asks. Dialogs with fields want more than a yes.
 */
export function groundConfirmed({ target }: TaskOf<'confirmed'>, sight: Sight): Grounded {
  const [verb = '', ...object] = tokenize(target);
  const fresh = sight.candidates.filter((each) => isUsable(each) && isNew(each, sight));
  if (fresh.some(isTextField)) return skip('');
  const buttons = fresh.filter(isButton);
  if (answersIt(sight.following, buttons)) return skip('');
  const doing = buttons.filter(({ fields }) => doesSame(fields.name, verb));
  const button = getOnly(doing.length > 0 ? doing : buttons.filter(isAgreeing));
  const dialog = button && (findDialog(button, sight) ?? findShared(buttons, sight));
  if (!dialog || buttons.length < 2) return skip('');
  const said = new Set(toKeys(readWholeText(dialog)));
  if (listNames(object).some((word) => said.has(foldWord(word)))) return click(button);
  const question = `The page asks before it does that. Shall I press “${button.fields.name}”?`;
  return { ...askWhich(target, [button]), question };
}

/** "Delete it and confirm with yes": the user says what to press. */
function answersIt(next: Task | undefined, buttons: readonly Candidate[]): boolean {
  const said = new Set(next?.kind === 'click' ? toKeys(next.target) : []);
  return buttons.some(({ fields }) => {
    const keys = toKeys(fields.name);
    return keys.length > 0 && keys.every((key) => said.has(key));
  });
}

/** The words that tell what is meant from others of its kind: the question must have one of them. */
function listNames(object: readonly string[]): readonly string[] {
  const words = object.filter((word) => !FUNCTION_WORDS.has(word) && !FILLERS.has(word));
  const distinct = words.filter((word) => !isItemNoun(word));
  return distinct.length > 0 ? distinct : words;
}

const REFUSING = /^(?:no|cancel|keep|close|back|don['’]t|never mind|×)(?!\p{L})/iu;
/** A question is no longer. UTF-16 units. */
const LONGEST = 300;

/** What holds all of the buttons that came up, a way out among them: some pages ask between the lines. */
function findShared(buttons: readonly Candidate[], { root }: Sight): ElementNode | null {
  if (!buttons.some(({ fields }) => REFUSING.test(fields.name))) return null;
  const nodes = buttons.map(({ uid }) => (root ? findByUid(root, uid) : null));
  const shared = findAround(nodes[0] ?? null, (around) =>
    nodes.every((node) => node && holds(around, node)),
  );
  return shared && readWholeText(shared).length <= LONGEST ? shared : null;
}

/** "Delete", "Yes, delete it". */
function doesSame(name: string, verb: string): boolean {
  const words = tokenize(name.replace(AGREEING, ''));
  // "Saved" is no question whether to save.
  return words[0] === verb;
}

function isAgreeing({ fields }: Candidate): boolean {
  return AGREEING.test(fields.name);
}
