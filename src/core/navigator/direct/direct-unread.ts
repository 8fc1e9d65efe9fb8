import type { Candidate } from '../../ranking/candidate.ts';
import { isNamed, isSelect, isTextField } from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { applyTask } from './apply-task.ts';
import { judgeEvidence } from './confidence.ts';
import { askWhich } from './find-target.ts';
import type { Grounded, GroundingContext } from './find-target.ts';

/** What is longer says more than a name. */
const MOST_WORDS = 8;
const COURTESY =
  /^(?:please|ok(?:ay)?|well|so)[\s,]+|[\s,]+(?:please|then|thanks|thank you)$|[.!?]+$/giu;
/** Said to somebody rather than to a page. */
const TALK =
  /^(?:yes|no|nope|yeah|stop|wait|hi|hello|hey|bye|thanks?|thank you|great|good|nice|cool|perfect|sorry)$/iu;

/**
 * Words that are no command. What is called by all of them is pressed ("no thanks"); what else they may name is asked
 * about, and nothing is done before the answer.
 */
export async function groundUnread(
  { words: said, reason, isBeyond }: TaskOf<'unread'>,
  sight: GroundingContext,
): Promise<Grounded> {
  const plain = said.trim().replace(/[.!]+$/u, '');
  const words = plain.replace(COURTESY, '').trim();
  const needsModel = isBeyond === true;
  const lost = { kind: 'lost', text: reason, ...(needsModel && { needsModel }) } as const;
  const pool = sight.observation.candidates.filter(
    ({ disabled, box, behind }) => !disabled && box !== null && behind !== true,
  );
  const [called, ...more] = pool.filter(
    (each) => isPressed(each) && (isNamed(each, plain) || isNamed(each, words)),
  );
  const task = { kind: 'choose', value: words, target: null, phrase: words } as const;
  if (called && more.length === 0) return applyTask(task, called, null);
  const isName = words !== '' && !TALK.test(plain) && words.split(/\s+/u).length <= MOST_WORDS;
  if (!isName || needsModel) return lost;
  const query = { text: words, intent: null };
  const judged = judgeEvidence(query, await sight.rank(query, pool));
  if (judged.kind === 'none') return lost;
  const options = judged.kind === 'act' ? [judged.best] : judged.options;
  return { ...askWhich(words, options), task };
}

function isPressed(each: Candidate): boolean {
  return !isTextField(each) && !isSelect(each);
}
