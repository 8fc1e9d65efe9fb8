import type { Observation } from '../run/observation.ts';
import { describeCheck, listFailedChecks } from './check-page.ts';
import { findAgain } from './find-again.ts';
import type { Skill, SlotValues } from './skill.ts';
import { addDefaults, fillStep, listActiveSteps } from './skill.ts';

/** Returns what the page should do after the skill's last step, but doesn't; empty if it is done, or nothing is known. */
export function listUnmet(
  skill: Skill,
  values: SlotValues,
  { url, root, candidates }: Pick<Observation, 'url' | 'root' | 'candidates'>,
): string[] {
  const last = listActiveSteps(skill).at(-1);
  if (!last) return [];
  const { target, checks } = fillStep(last, addDefaults(skill, values));
  const found = target && findAgain(target, candidates);
  const failed = listFailedChecks(checks, {
    ...{ url, root, receipt: null, isTranslated: false },
    target: found && 'candidate' in found ? found.candidate : null,
  });
  return failed.map(describeCheck);
}
