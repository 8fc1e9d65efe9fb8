import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { ORDINAL_PATTERN, readOrdinal } from '../../ranking/query/take-item.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  findByUid as findNode,
  isElement,
  readWholeText,
  walkElements,
} from '../../snapshot/element-tree.ts';
import { isNamed, isToggle, normalizeName } from '../form-controls.ts';
import { CLOSE_IN_DIALOG } from '../request/commands.ts';
import type { TaskOf } from '../request/step.ts';
import { applyTask, isButton, measureAside } from './apply-task.ts';
import { findTarget } from '../target/find-target.ts';
import type { Grounded, GroundedAs, Sight } from '../target/grounded.ts';
import {
  act,
  askWhich,
  click,
  findByUid,
  getOnly,
  isUsable,
  lost,
  notFound,
  skip,
  viewportOf,
} from '../target/grounded.ts';

/** Far beyond any page: browsers stop at its end. CSS px. */
const TO_THE_END = 1_000_000;

/** Scrolls the page, or what has a scroll bar of its own. */
export async function groundScroll(
  { direction, extent, target: words }: TaskOf<'scroll'>,
  sight: Sight,
): Promise<Grounded> {
  const isPage = words === undefined || /^(?:page|window|screen|site)$/i.test(words);
  const inside = isPage ? null : await findTarget(words, null, sight.candidates, sight);
  if (inside && inside.kind !== 'found') return inside;
  const target = inside?.candidate ?? null;
  const { width, height } = viewportOf(sight);
  const isVertical = direction === 'up' || direction === 'down';
  const shown = isVertical ? height : width;
  const pixels =
    extent === 'end'
      ? TO_THE_END
      : 'pixels' in extent
        ? extent.pixels
        : Math.round(extent.screens * shown);
  const by = direction === 'up' || direction === 'left' ? -pixels : pixels;
  const [x, y] = isVertical ? [0, by] : [by, 0];
  return act({ intent: 'scroll', x, y, uid: target?.uid ?? null }, target);
}

/** From the top of the view, as a share of its height. */
const HEADING_PLACE = 0.15;
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'legend', 'caption', 'summary']);

/** "Jump to Contacts" where one link or tab is called so: it may lead there in another way than scrolling. */
export function jumpByLink({ target, jumps }: TaskOf<'reveal'>, sight: Sight): Grounded | null {
  const links = sight.candidates.filter(
    (each) => isUsable(each) && LEADING.has(each.role) && isNamed(each, target),
  );
  const link = jumps ? getOnly(links) : null;
  return link && click(link);
}

const LEADING = new Set(['link', 'tab', 'treeitem', 'menuitem']);

/** "Scroll to the illustrations" where the only heading of that name is. */
export function revealHeading({ target }: TaskOf<'reveal'>, sight: Sight): Grounded | null {
  const wanted = normalizeName(target.replace(/\s+(?:section|part|heading|area)$/iu, ''));
  const isCalled = (node: ElementNode): boolean =>
    (HEADINGS.has(node.tag) || node.attributes['role'] === 'heading') &&
    node.box !== null &&
    [readWholeText(node), readOwnText(node)].some((text) => normalizeName(text) === wanted);
  const heading = getOnly(sight.root ? [...walkElements(sight.root)].filter(isCalled) : []);
  if (!heading?.box || heading.uid === null) return null;
  const { y, height } = heading.box;
  const viewport = viewportOf(sight);
  const isLevel = y >= 0 && y + height <= viewport.height;
  const aside = measureAside(heading.box, viewport);
  if (isLevel && aside === 0) return skip(`“${target}” is already in view.`);
  // Below what may be fixed at the top, with as much as possible of what it heads.
  const down = isLevel ? 0 : Math.round(y - viewport.height * HEADING_PLACE);
  return act({ intent: 'scroll', x: aside, y: down, uid: heading.uid }, null);
}

/** Without what can be pressed in it: "[edit]". */
function readOwnText(heading: ElementNode): string {
  const own = heading.children.filter((child) => !isElement(child) || !PRESSED.has(child.tag));
  return own.map((child) => (isElement(child) ? readWholeText(child) : child)).join(' ');
}

const PRESSED = new Set(['a', 'button']);

const GENERIC =
  /^(?:(?:the|this|that)\s+)?(?:section|panel|accordion|collapsible|details|menu|part)s?$/iu;
const COUNTED = new RegExp(
  `^(${ORDINAL_PATTERN})\\s+(?:section|panel|accordion|collapsible|part|question)(?:\\s+item)?$`,
  'iu',
);

/** "expand section 3": among what folds, else whatever is called so. */
export async function groundExpand(task: TaskOf<'expand'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight;
  const { target, open } = task;
  const folds = candidates.filter(
    ({ tag, role, expanded }) => expanded !== undefined || tag === 'summary' || role === 'treeitem',
  );
  const fold = getOnly(folds);
  if (fold && GENERIC.test(target)) return applyTask(task, fold);
  const place = readOrdinal(COUNTED.exec(target)?.[1] ?? '');
  // The branches of a tree and the menus of the page are no sections of it.
  const sections = folds.filter(
    ({ role, xpath }) => role !== 'treeitem' && !/\/(?:nav|header)\[/u.test(xpath),
  );
  const counted = place === null ? undefined : sections.at(place > 0 ? place - 1 : place);
  if (counted) return applyTask(task, counted);
  const ways = [
    { words: target, pool: folds },
    { words: `${open ? 'expand' : 'collapse'} ${target}`, pool: candidates },
    { words: target, pool: candidates },
  ];
  const tried: GroundedAs<'ask' | 'lost'>[] = [];
  for (const { words, pool } of ways) {
    const named = await findTarget(words, 'click', pool, sight);
    if (named.kind === 'found') return applyTask(task, named.candidate);
    tried.push(named);
  }
  const [first, , last = first] = tried;
  return (first?.kind === 'ask' ? first : last) ?? notFound(target);
}

/**
 * A click on a branch of a tree may only have selected it: a picture before its name opens and closes it, or else the
 * arrow keys do (ARIA Authoring Practices, Tree View). If neither works, the copilot doesn't report it as done.
 */
export function groundFolded(task: TaskOf<'folded'>, sight: Sight): Grounded {
  const { target, fold, open, tried } = task;
  const branch = findByUid(sight, fold);
  if (branch?.expanded === undefined || branch.expanded === open) return skip('');
  const next = { ...task, tried: tried + 1 };
  const handle = tried === 0 ? findHandle(branch, sight) : null;
  if (handle !== null) return act({ intent: 'click', uid: handle }, branch, [next]);
  if (tried > 1) return lost(`“${target}” did not ${open ? 'open' : 'close'}.`);
  const key = open ? 'ArrowRight' : 'ArrowLeft';
  return act({ intent: 'press', uid: fold, key }, branch, [{ ...next, tried: 2 }]);
}

/** The first picture in a branch that comes before its words. */
function findHandle({ uid }: Candidate, { root }: Sight): Uid | null {
  const branch = root && findNode(root, uid);
  for (const node of branch ? walkElements(branch) : []) {
    if (node === branch || node.uid === null || !node.box) continue;
    if (node.children.some((child) => typeof child === 'string' && child.trim() !== '')) break;
    if (node.tag === 'svg' || node.tag === 'img' || node.attributes['role'] === 'img')
      return node.uid;
  }
  return null;
}

const CLOSING =
  /^(?:x|close(?: (?:this|the)?\s?(?:dialog|popup|banner|window|modal|message))?|dismiss|hide|cancel|skip|later|maybe later|not now|no thanks?|no thank you|got it|ok|okay|i understand|understood|continue without .*|(?:(?:accept|allow|reject|decline|deny|refuse)(?: all)?(?: (?:optional|non essential|additional))?(?: cookies)?)|(?:use )?(?:only )?(?:strictly )?(?:necessary|essential|required)(?: cookies)?(?: only)?|(?:i )?agree)$/u;
const CROSS = /^[×✕✖✗⨯╳]$/u;
/** A dialog has a few ways out; more are the page's own buttons. */
const MOST = 4;

/** What takes a dialog or banner away, whichever way it is called; none where there are too many. */
export function listWaysOut(candidates: readonly Candidate[]): Candidate[] {
  const ways = candidates.filter(({ fields, role, box, inViewport, covered, disabled }) => {
    const isShown = box !== null && inViewport && covered !== true && !disabled;
    const isButton = role === 'button' || role === 'link' || role === 'generic';
    const isOut = [fields.name, fields.text, fields.title].some(
      (name) => CROSS.test(name.trim()) || CLOSING.test(normalizeName(name)),
    );
    return isShown && isButton && isOut;
  });
  return ways.length > MOST ? [] : ways;
}

/** Which button of a banner that has no close button of its own takes it away: to be asked. */
export function askToDismiss(candidates: readonly Candidate[]): GroundedAs<'ask'> | null {
  const ways = listWaysOut(candidates);
  return ways.length === 0
    ? null
    : { ...askWhich('', ways), question: 'Which button shall I press to close it?' };
}

/** Something lies over the target: whether to take it away first. Null where no way out shows. */
export function askToUncover(candidates: readonly Candidate[]): GroundedAs<'ask'> | null {
  const ways = listWaysOut(candidates);
  if (ways.length === 0 || !candidates.some(({ covered }) => covered === true)) return null;
  const asked = askWhich('', ways);
  const one = getOnly(asked.options);
  const question = one
    ? `Shall I press “${one.label}” first, and then go on?`
    : 'Which of these shall I press first, and then go on?';
  return { ...asked, question, task: { kind: 'click', target: CLOSE_IN_DIALOG } };
}

/** "Show the PIN": a press on the field would only put the cursor there. */
export function groundUncovering(field: Candidate, { candidates }: Sight): Grounded {
  const isShowing = ({ fields }: Candidate): boolean => /^(?:show|reveal)\b/iu.test(fields.name);
  const button = getOnly(candidates.filter((each) => isButton(each) && isShowing(each)));
  return button ? click(button) : askWhich(nameCandidate(field), [field]);
}

/** "Hide the ruler" where only a switch is called so. */
export function findSwitch(words: string, candidates: readonly Candidate[]): Candidate | null {
  const name = /^hide\s+(?:(?:the|my)\s+)?(.+)$/iu.exec(words)?.[1];
  if (name === undefined || candidates.some((each) => isNamed(each, words))) return null;
  return getOnly(
    candidates.filter(
      (each) => isToggle(each) && [name, `show ${name}`].some((called) => isNamed(each, called)),
    ),
  );
}
