/** Dialogs and messages: finds their close button, and answers a request for confirmation. */
import type { Candidate } from '../../ranking/candidate.ts';
import { FILLERS, FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { isItemNoun } from '../../ranking/query/take-item.ts';
import { foldWord, toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, findByUid, holds, readWholeText } from '../../snapshot/element-tree.ts';
import { isNamed, isTextField } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { saysAll } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { askWhich, click, getOnly, isNew, isUsable, skip } from '../target/grounded.ts';
import { isButton } from './apply-task.ts';

const ROLES = new Set(['dialog', 'alertdialog', 'alert', 'status', 'tooltip']);
const KEY =
  /dialog|modal|pop-?up|overlay|lightbox|banner|toast|snack|notif|notice|alert|cookie|consent|drawer/iu;

/** Returns the dialog, banner or message around an element, recognized by role, class or id. */
function findDialog(button: Candidate, { root }: Sight): ElementNode | null {
  const node = root && findByUid(root, button.uid);
  return findAround(node ?? null, ({ tag, attributes }) => {
    const { role = '', class: classes = '', id = '', 'aria-modal': isModal } = attributes;
    const isPage = tag === 'body' || tag === 'html';
    const isCalled = !isPage && KEY.test(`${classes} ${id} ${tag}`);
    return tag === 'dialog' || isModal === 'true' || ROLES.has(role) || isCalled;
  });
}

/** The verb and the noun around what a message is about: "close the cookie banner" is about "cookie". */
const ABOUT = /^\S+\s+(?:(?:the|this|that|my|an?)\s+)?|\s*\S+$/giu;

/** Returns whether a close button belongs to a dialog, or stands beside the words: a blind can have a Close button, too. */
export function isWayOut(button: Candidate, words: string, sight: Sight): boolean {
  const about = words.replace(ABOUT, '');
  return findDialog(button, sight) !== null || (about !== '' && saysAll(about, button));
}

const CLOSING = /^(?:[×✕✖✗⨯╳x]$|(?:close|dismiss|hide)\b)/iu;

/** Returns the close button that belongs to a dialog or to the words, if there is only one. */
export function findCloser(words: string, sight: Sight): Candidate | null {
  const closers = sight.candidates.filter(
    (each) =>
      isUsable(each) &&
      isButton(each) &&
      [each.fields.name, each.fields.text].some((name) => CLOSING.test(name.trim())),
  );
  const ways = closers.filter((each) => isWayOut(each, words, sight));
  const about = toKeys(words.replace(ABOUT, ''));
  const isAbout = (each: Candidate): boolean => {
    const dialog = findDialog(each, sight);
    const said = dialog ? `${readWholeText(dialog)} ${dialog.attributes['class'] ?? ''}` : '';
    const keys = new Set(toKeys(said));
    return about.length > 0 && about.every((key) => keys.has(key));
  };
  return getOnly(ways) ?? getOnly(ways.filter(isAbout));
}

const AGREEING = /^(?:yes|ok|okay|confirm|continue|proceed)\b/iu;

/**
 * Answers a confirmation dialog, such as “Delete Carla Mendes?” after "delete Carla". Agrees if the dialog names what the
 * user named; otherwise asks the user. Leaves dialogs with text fields to the user.
 */
export function groundConfirmed({ target }: TaskOf<'confirmed'>, sight: Sight): Grounded {
  const [verb = '', ...object] = tokenize(target);
  const buttons = listAnswers(sight);
  if (answersIt(sight.following, buttons)) return skip('');
  const again = getOnly(buttons.filter((each) => isNamed(each, target)));
  if (again && findQuestion(again, buttons, sight)) return click(again);
  const doing = buttons.filter(({ fields }) => doesSame(fields.name, verb));
  const button = getOnly(doing.length > 0 ? doing : buttons.filter(isAgreeing));
  const dialog = button && findQuestion(button, buttons, sight);
  if (!dialog) return skip('');
  if (saysOne(dialog, listNames(object))) return click(button);
  const question = `The page asks before it does that. Shall I press “${button.fields.name}”?`;
  return { ...askWhich(target, [button]), question };
}

function saysOne(dialog: ElementNode, words: readonly string[]): boolean {
  const said = new Set(toKeys(readWholeText(dialog)));
  return words.some((word) => said.has(foldWord(word)));
}

/**
 * "Delete Carla, yes": agrees to what the page asks, since the user has answered: by the button that repeats the verb or
 * agrees, else by the only one that doesn't refuse, if the page asks about what was said.
 */
export function groundAgreed({ target, orElse }: TaskOf<'agree'>, sight: Sight): Grounded {
  const words = tokenize(target);
  const buttons = listAnswers(sight);
  const doing = buttons.filter(({ fields }) => doesSame(fields.name, words[0] ?? ''));
  const clear = getOnly(doing.length > 0 ? doing : buttons.filter(isAgreeing));
  const button = clear ?? getOnly(buttons.filter(({ fields }) => !REFUSING.test(fields.name)));
  const dialog = button && findQuestion(button, buttons, sight);
  if (button && dialog && (clear || saysOne(dialog, listNames(words)))) return click(button);
  const named = sight.candidates.filter((each) => isUsable(each) && isNamed(each, orElse ?? ''));
  const confirm = getOnly(named);
  return confirm ? click(confirm) : skip('');
}

/** The buttons that have just come up; none with a text field, since that is more than a question. */
function listAnswers(sight: Sight): Candidate[] {
  const fresh = sight.candidates.filter((each) => isUsable(each) && isNew(each, sight));
  return fresh.some(isTextField) ? [] : fresh.filter(isButton);
}

/** Returns the dialog that asks, or the part of the page that does. */
function findQuestion(
  button: Candidate,
  buttons: readonly Candidate[],
  sight: Sight,
): ElementNode | null {
  return buttons.length < 2 ? null : (findDialog(button, sight) ?? findShared(buttons, sight));
}

/** Returns whether the next command already answers the dialog: "delete it and confirm with yes". */
function answersIt(next: Task | undefined, buttons: readonly Candidate[]): boolean {
  if (next?.kind === 'agree') return true;
  const said = new Set(next?.kind === 'click' ? toKeys(next.target) : []);
  return buttons.some(({ fields }) => {
    const keys = toKeys(fields.name);
    return keys.length > 0 && keys.every((key) => said.has(key));
  });
}

/** Returns the words that distinguish the object from others of its kind: "Carla" of "the user Carla". */
function listNames(object: readonly string[]): readonly string[] {
  const words = object.filter((word) => !FUNCTION_WORDS.has(word) && !FILLERS.has(word));
  const distinct = words.filter((word) => !isItemNoun(word));
  return distinct.length > 0 ? distinct : words;
}

const REFUSING = /^(?:no|cancel|keep|close|back|don['’]t|never mind|×)(?!\p{L})/iu;
/** A longer text is more than a confirmation question. UTF-16 units. */
const LONGEST = 300;

/** Returns the smallest element around all new buttons, for pages that ask for confirmation outside of a dialog. */
function findShared(buttons: readonly Candidate[], { root }: Sight): ElementNode | null {
  if (!buttons.some(({ fields }) => REFUSING.test(fields.name))) return null;
  const nodes = buttons.map(({ uid }) => (root ? findByUid(root, uid) : null));
  const shared = findAround(nodes[0] ?? null, (around) =>
    nodes.every((node) => node && holds(around, node)),
  );
  return shared && readWholeText(shared).length <= LONGEST ? shared : null;
}

/** Returns whether the button repeats the verb: "Delete", "Yes, delete it". */
function doesSame(name: string, verb: string): boolean {
  const words = tokenize(name.replace(AGREEING, ''));
  // Exactly the verb: a button "Saved" reports that the item was saved.
  return words[0] === verb;
}

function isAgreeing({ fields }: Candidate): boolean {
  return AGREEING.test(fields.name);
}
