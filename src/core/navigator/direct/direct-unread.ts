import type { Candidate } from '../../ranking/candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { isNamed, isSelect, isTextField, isToggle } from '../form-controls.ts';
import { maskQuotes } from '../request/phrase.ts';
import { readParts } from '../request/request-form.ts';
import type { Step, Task, TaskOf } from '../request/step.ts';
import { applyTask } from './apply-task.ts';
import { planForm, planJourney } from './direct-fill.ts';
import { askWhich } from './find-target.ts';
import type { Grounded, GroundingContext } from './find-target.ts';

/** What is longer says more than a name. */
const MOST_WORDS = 14;
const COURTESY =
  /^(?:please|ok(?:ay)?|well|so)[\s,]+|[\s,]+(?:please|then|thanks|thank you)$|[.!?]+$/giu;
/** Said to somebody rather than to a page. */
const TALK =
  /^(?:yes|no|nope|yeah|stop|wait|hi|hello|hey|bye|thanks?|thank you|great|good|nice|cool|perfect|sorry)$/iu;
const UNWANTED =
  /^(?:i|we)\s+(?:do not|don['’]?t|no longer)\s+(?:want|need|like)\s+(?:to (?:get|receive|see)\s+)?(?:any\s+|the\s+|this\s+|these\s+)?(.+?)(?:\s+any\s?more)?$/iu;

/**
 * Words that are no command. What is called by all of them is meant ("no thanks"); what else they may
 * name is asked about, and nothing is done before the answer.
 */
export async function planUnread(
  task: TaskOf<'unread'>,
  sight: GroundingContext,
): Promise<Task[] | Grounded> {
  const plain = task.words.trim().replace(/[.!]+$/u, '');
  const words = plain.replace(COURTESY, '').trim();
  const lost = { kind: 'lost', text: task.reason } as const;
  if (words === '' || TALK.test(plain) || words.split(/\s+/u).length > MOST_WORDS) return lost;
  const usable = sight.observation.candidates.filter(
    ({ disabled, box, behind }) => !disabled && box !== null && behind !== true,
  );
  const [called, ...more] = usable.filter(
    (each) => isPressed(each) && (isNamed(each, plain) || isNamed(each, words)),
  );
  if (called && more.length === 0) return applyTask(choose(words), called, null);

  const plan = planJourney(words, sight) ?? (await planParts(words, sight));
  if (plan) return plan;
  const unwanted = UNWANTED.exec(words)?.[1];
  if (unwanted !== undefined) {
    const boxes = usable.filter((each) => isToggle(each) && each.checked === true);
    const fitting = await listFitting(unwanted, boxes, sight);
    const off: Step = { kind: 'toggle', target: unwanted, on: false };
    if (fitting.length > 0) return { ...askWhich(words, fitting), task: off };
  }
  const fitting = await listFitting(words, usable, sight);
  return fitting.length > 0 ? { ...askWhich(words, fitting), task: choose(words) } : lost;
}

/** "amount 50, reference May": the fields of a form without a verb, where every part has its own. */
async function planParts(words: string, sight: GroundingContext): Promise<Task[] | null> {
  const parts = readParts(maskQuotes(words));
  const isForm =
    parts.length > 1 && parts.every(({ said }) => /^(?!i\b|we\b|it\b)\S+\s/iu.test(said));
  const plan = isForm ? await planForm({ kind: 'fill', parts }, sight) : [];
  const isWhole = plan.length === parts.length && plan.every(({ kind }) => kind === 'bound');
  return isForm && isWhole ? plan : null;
}

async function listFitting(
  text: string,
  pool: readonly Candidate[],
  sight: GroundingContext,
): Promise<Candidate[]> {
  const { ranked } = await sight.rank({ text, intent: null }, pool);
  const clarity = judgeClarity(ranked);
  if (clarity.kind === 'none') return [];
  const found = clarity.kind === 'clear' ? [clarity.best] : clarity.options;
  return found.map(({ candidate }) => candidate);
}

function isPressed(each: Candidate): boolean {
  return !isTextField(each) && !isSelect(each);
}

/** Clicks what is to be clicked, and ticks what can be ticked. */
function choose(words: string): TaskOf<'choose'> {
  return { kind: 'choose', value: words, target: null, phrase: words };
}
