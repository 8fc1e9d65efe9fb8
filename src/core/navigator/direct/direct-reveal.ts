import type { Candidate } from '../../ranking/candidate.ts';
import { ORDINAL_PATTERN, readOrdinal } from '../../ranking/query/take-item.ts';
import { normalizeName } from '../form-controls.ts';
import { CLOSE_IN_DIALOG } from '../request/commands.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { applyTask } from './apply-task.ts';
import type { Grounded, GroundingContext } from './find-target.ts';
import { askWhich, findTarget } from './find-target.ts';

/** Far beyond any page: browsers stop at its end. CSS px. */
const TO_THE_END = 1_000_000;
/** Used for scrolling when the size of the visible part is not known. CSS px. */
const USUAL_VIEWPORT = { width: 1280, height: 720 };

/** The size of the visible part of the page. */
export function viewportOf({ observation }: GroundingContext): { width: number; height: number } {
  return observation.page?.frames[0]?.viewport ?? USUAL_VIEWPORT;
}

/** Scrolls the page, or what has a scroll bar of its own. */
export async function groundScroll(
  { direction, extent, target: words }: TaskOf<'scroll'>,
  sight: GroundingContext,
): Promise<Grounded> {
  const inside =
    words === undefined || /^(?:page|window|screen|site)$/i.test(words)
      ? null
      : await findTarget(words, null, sight.observation.candidates, sight);
  if (inside && inside.kind !== 'found') return inside;
  const target = inside?.candidate ?? null;
  const { width, height } = viewportOf(sight);
  const vertical = direction === 'up' || direction === 'down';
  const pixels =
    extent === 'end'
      ? TO_THE_END
      : 'pixels' in extent
        ? extent.pixels
        : Math.round(extent.screens * (vertical ? height : width));
  const by = direction === 'up' || direction === 'left' ? -pixels : pixels;
  const [x, y] = vertical ? [0, by] : [by, 0];
  const uid = target?.uid ?? null;
  return { kind: 'act', action: { intent: 'scroll', x, y, uid }, target, next: [] };
}

const GENERIC =
  /^(?:(?:the|this|that)\s+)?(?:section|panel|accordion|collapsible|details|menu|part)s?$/iu;

const COUNTED = new RegExp(
  `^(${ORDINAL_PATTERN})\\s+(?:section|panel|accordion|collapsible|part)$`,
  'iu',
);

/** Can be opened and closed: it says so, or is made for it. */
function isExpandable({ tag, role, expanded }: Candidate): boolean {
  return expanded !== undefined || tag === 'summary' || role === 'treeitem';
}

/** "expand section 3": among what folds, else whatever is called so. */
export async function groundExpand(
  task: TaskOf<'expand'>,
  sight: GroundingContext,
): Promise<Grounded> {
  const { candidates } = sight.observation;
  const folds = candidates.filter(isExpandable);
  const [only] = folds;
  if (only && folds.length === 1 && GENERIC.test(task.target)) return applyTask(task, only, null);
  const [, ordinal] = COUNTED.exec(task.target) ?? [];
  const place = ordinal === undefined ? null : readOrdinal(ordinal);
  const counted = place === null ? undefined : folds.at(place > 0 ? place - 1 : place);
  if (counted) return applyTask(task, counted, null);
  const found = await findTarget(task.target, 'click', folds, sight);
  if (found.kind === 'found') return applyTask(task, found.candidate, null);
  const verb = task.open ? 'expand' : 'collapse';
  const named = await findTarget(`${verb} ${task.target}`, 'click', candidates, sight);
  if (named.kind === 'found') return applyTask(task, named.candidate, null);
  const plain = await findTarget(task.target, 'click', candidates, sight);
  if (plain.kind === 'found') return applyTask(task, plain.candidate, null);
  return found.kind === 'ask' ? found : plain;
}

/**
 * A click on a branch of a tree may only have selected it: the arrow keys open and close it (ARIA Authoring Practices,
 * Tree View). If neither works, the copilot doesn't report it as done.
 */
export function groundFolded(
  { target, fold, open, pressed }: TaskOf<'folded'>,
  { observation }: GroundingContext,
): Grounded {
  const branch = observation.candidates.find(({ uid }) => uid === fold);
  if (branch?.expanded === undefined || branch.expanded === open) return { kind: 'skip', text: '' };
  if (!pressed) {
    const key = open ? 'ArrowRight' : 'ArrowLeft';
    const next: TaskOf<'folded'> = { kind: 'folded', target, fold, open, pressed: true };
    return {
      kind: 'act',
      action: { intent: 'press', uid: fold, key },
      target: branch,
      next: [next],
    };
  }
  return { kind: 'lost', text: `“${target}” did not ${open ? 'open' : 'close'}.` };
}

const CLOSING =
  /^(?:x|close(?: (?:this|the)?\s?(?:dialog|popup|banner|window|modal|message))?|dismiss|hide|cancel|skip|later|maybe later|not now|no thanks?|no thank you|got it|ok|okay|i understand|understood|continue without .*|(?:(?:accept|allow|reject|decline|deny|refuse)(?: all)?(?: (?:optional|non essential|additional))?(?: cookies)?)|(?:use )?(?:only )?(?:strictly )?(?:necessary|essential|required)(?: cookies)?(?: only)?|(?:i )?agree)$/u;
const CROSS = /^[×✕✖✗⨯╳]$/u;
/** A dialog has a few ways out; more are the page's own buttons. */
const MOST = 4;

/** What takes a dialog or banner away, whichever way it is called. */
function listWaysOut(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ fields, role, box, inViewport, covered, disabled }) => {
    const isShown = box !== null && inViewport && covered !== true && !disabled;
    const names = [fields.name, fields.text, fields.title].filter(Boolean);
    const isButton = role === 'button' || role === 'link' || role === 'generic';
    const isOut = names.some(
      (name) => CROSS.test(name.trim()) || CLOSING.test(normalizeName(name)),
    );
    return isShown && isButton && isOut;
  });
}

/** Which button of a banner that has no close button of its own takes it away: to be asked. */
export function askToDismiss(candidates: readonly Candidate[]): AskedGround | null {
  const ways = listWaysOut(candidates);
  if (ways.length === 0 || ways.length > MOST) return null;
  return { ...askWhich('', ways), question: 'Which button shall I press to close it?' };
}

type AskedGround = Extract<Grounded, { kind: 'ask' }>;

/** Something lies over the target: whether to take it away first. Null where no way out shows. */
export function askToUncover(
  candidates: readonly Candidate[],
): (AskedGround & { task: Task }) | null {
  const ways = listWaysOut(candidates);
  const [first] = ways;
  if (!first || ways.length > MOST || !candidates.some(({ covered }) => covered === true))
    return null;
  const asked = askWhich('', ways);
  const [only, ...others] = asked.options;
  const question =
    only && others.length === 0
      ? `Shall I press “${only.label}” first, and then go on?`
      : 'Which of these shall I press first, and then go on?';
  return { ...asked, question, task: { kind: 'click', target: CLOSE_IN_DIALOG } };
}
