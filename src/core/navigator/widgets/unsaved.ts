/** Settings that a page keeps only once they are saved: finds the button that does it. */
import type { Candidate } from '../../ranking/candidate.ts';
import { FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, findByUid, holds, readWholeText } from '../../snapshot/element-tree.ts';
import type { TaskOf } from '../request/step.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { askWhich, getOnly, isUsable, skip } from '../target/grounded.ts';

const SAVING = /^(?:save|apply|update)\b/iu;
/** What any such button may say that it saves. */
const ANY_SETTING = new Set(
  'change setting preference option all selection form detail and close'.split(' ').flatMap(toKeys),
);
/** Characters. Outside of forms, a Save button in a part of the page with more text than this may save something else. */
const LONGEST_PART = 1500;

/** Whether a page may have such a button, which is cheap to tell. */
export function hasSaver(candidates: readonly Candidate[]): boolean {
  return candidates.some(isSaver);
}

/** Asks whether to save what was set in `field`. Does nothing if the page has no button for it that can be pressed. */
export function groundUnsaved({ field }: TaskOf<'unsaved'>, sight: Sight): Grounded {
  const saver = findSaver(field, sight);
  if (!saver) return skip('');
  const { name } = saver.fields;
  const question = `The page may keep this only once it is saved. Shall I press “${name}”?`;
  const task = { kind: 'click', target: name } as const;
  return { ...askWhich(name, [saver]), question, task, isOffer: true };
}

function findSaver(field: string, { root, candidates }: Sight): Candidate | null {
  const node = root && findByUid(root, field);
  if (!root || !node) return null;
  const savers = candidates.flatMap((each) => {
    const button = isSaver(each) && isUsable(each) ? findByUid(root, each.uid) : null;
    return button ? [{ each, button }] : [];
  });
  const part = findAround(node, (around) => savers.some(({ button }) => holds(around, button)));
  const only = part && getOnly(savers.filter(({ button }) => holds(part, button)));
  return only && isSmall(part) && isAbout(only.each, part) ? only.each : null;
}

function isSaver({ role, fields }: Candidate): boolean {
  return role === 'button' && SAVING.test(fields.name);
}

function isSmall(part: ElementNode): boolean {
  if (findAround(part, ({ tag }) => tag === 'form' || tag === 'dialog')) return true;
  return part.tag !== 'body' && readWholeText(part).length <= LONGEST_PART;
}

/** "Save", "Apply changes", "Update limit" in a part that speaks of a limit; but not "Save for later". */
function isAbout({ fields }: Candidate, part: ElementNode): boolean {
  const [, ...object] = fields.name.toLowerCase().split(/\s+/);
  const keys = object.filter((word) => !FUNCTION_WORDS.has(word)).flatMap(toKeys);
  const own = toKeys(readWholeText(part));
  // Once on the button itself.
  const isSaid = (key: string): boolean => own.filter((each) => each === key).length > 1;
  return keys.every((key) => ANY_SETTING.has(key) || isSaid(key));
}
