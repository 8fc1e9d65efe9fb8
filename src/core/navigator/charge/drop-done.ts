import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import type { Task } from '../request/step.ts';
import type { Deed } from './deed.ts';
import { toCandidate } from './deed.ts';

/** What a deed must be like to be what a task asks for. */
interface Wanted {
  intents: readonly Intent[];
  /** The words for the target; null where any will do. */
  words: string | null;
  /** The very element, where the task is bound to one. */
  uid?: Uid;
  key?: string;
  url?: string;
}

export interface StillToDo {
  rest: Task[];
  /** What the person did in place of tasks. */
  done: Deed[];
}

/**
 * The tasks without those that the person has done meanwhile; every deed stands for one task at most. What
 * was typed or chosen need not be what was asked for: the person's own hand is the later word. `among`:
 * the page as it was read last, which knows more of an element than a deed does.
 */
export async function dropDone(
  tasks: readonly Task[],
  deeds: readonly Deed[],
  among: readonly Candidate[],
  rank: (query: RankQuery, candidates: readonly Candidate[]) => Promise<RankResult>,
): Promise<StillToDo> {
  // The same words in another tab are about another page.
  const left = deeds.filter(({ site }) => site === undefined);
  const rest: Task[] = [];
  const done: Deed[] = [];
  for (const task of tasks) {
    const wanted = readWanted(task);
    const found = wanted ? await findDeed(wanted, left) : null;
    if (!found) {
      rest.push(task);
      continue;
    }
    left.splice(left.indexOf(found), 1);
    done.push(found);
  }
  return { rest, done };

  async function findDeed(wanted: Wanted, from: readonly Deed[]): Promise<Deed | null> {
    for (const deed of from) {
      if (fits(wanted, deed) && (await isNamed(wanted, deed))) return deed;
    }
    return null;
  }

  async function isNamed({ words, uid }: Wanted, { action, target }: Deed): Promise<boolean> {
    if (uid !== undefined) return target?.uid === uid;
    if (words === null) return true;
    if (!target) return false;
    const known = among.find((candidate) => candidate.uid === target.uid) ?? toCandidate(target);
    const { ranked } = await rank({ text: words, intent: action.intent }, [known]);
    return (ranked[0]?.coverage ?? 0) >= CLARITY.sure;
  }
}

/** Whether a deed is what was going to be done, to the same element. */
export function isSameDeed(deed: Deed, action: PageAction | TabAction): boolean {
  const uid = targetOf(action);
  return deed.action.intent === action.intent && uid !== null && targetOf(deed.action) === uid;
}

/** Whether what was handed over was done, as far as that can be seen: where the mouse is, or another tab, tells nothing. */
export function isDoneByHand(action: PageAction | TabAction, deeds: readonly Deed[]): boolean {
  return deeds.some(({ site }) => site === undefined) || action.intent === 'hover';
}

function fits({ intents, key, url }: Wanted, { action }: Deed): boolean {
  if (!intents.includes(action.intent)) return false;
  if (key !== undefined && (action.intent !== 'press' || action.key !== key)) return false;
  return url === undefined || (action.intent === 'load' && action.url === url);
}

/** Null for what a person's hand does not stand for, or what the page itself shows to be done. */
function readWanted(task: Task): Wanted | null {
  switch (task.kind) {
    case 'click':
      return { intents: ['click'], words: task.target };
    case 'type':
    case 'clear':
    case 'set':
      return { intents: ['textInput', 'change'], words: task.target };
    case 'choose':
      return { intents: ['change'], words: task.target ?? task.phrase };
    case 'submit':
      return { intents: ['submit'], words: task.target };
    case 'search':
      return { intents: ['submit', 'press'], words: null };
    case 'press':
      return { intents: ['press'], words: null, key: task.key };
    case 'load':
      return { intents: ['load'], words: null, url: task.url };
    case 'bound': {
      const inner = readWanted(task.task);
      return inner && { ...inner, uid: task.uid };
    }
    default:
      return null;
  }
}
