import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/describe-candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { ORDINAL_PATTERN, readOrdinal } from '../../ranking/ordinal-words.ts';
import { applyTask } from './apply-task.ts';
import { findTarget } from './find-target.ts';
import type { Grounded, Sight } from './find-target.ts';
import type { TaskOf } from '../request/step.ts';

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
export async function groundExpand(task: TaskOf<'expand'>, sight: Sight): Promise<Grounded> {
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

/** The target where it shows by now, else the next tab or section not opened yet. */
export async function groundHunt(task: TaskOf<'hunt'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight.observation;
  const isWay = (each: Candidate): boolean =>
    task.through === 'tab' ? each.role === 'tab' : isExpandable(each) || each.role === 'tab';
  const shown = candidates.filter((each) => each.box !== null && !isWay(each));
  const { ranked } = await sight.rank({ text: task.target, intent: 'click' }, shown);
  const clarity = judgeClarity(ranked);
  if (clarity.kind === 'clear') {
    const click = { kind: 'click', target: task.target } as const;
    return applyTask(click, clarity.best.candidate, null);
  }
  const way = candidates.find(
    (each) => isWay(each) && each.box !== null && !task.tried.includes(each.uid),
  );
  if (!way) {
    const where = task.through === 'tab' ? 'tabs' : 'sections';
    const text = `I looked behind all ${where} and could not find “${task.target}”.`;
    return { kind: 'lost', text };
  }
  const next = { ...task, tried: [...task.tried, way.uid] };
  // What is open already has shown all it has.
  if (way.expanded === true) return groundHunt(next, sight);
  const open = applyTask({ kind: 'click', target: nameCandidate(way) }, way, null);
  return open.kind === 'act' ? { ...open, next: [next] } : open;
}
