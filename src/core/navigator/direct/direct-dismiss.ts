import type { Candidate } from '../../ranking/candidate.ts';
import { foldName } from '../control.ts';
import type { Task } from '../request/step.ts';
import { askWhich } from './find-target.ts';
import type { Grounded } from './find-target.ts';

/** What a click on the close button of "the dialog", "the banner" is called after its words were read. */
export const CLOSE_IN_DIALOG = 'close button in the dialog';

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
    const isOut = names.some((name) => CROSS.test(name.trim()) || CLOSING.test(foldName(name)));
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
