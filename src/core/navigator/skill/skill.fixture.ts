import type { Candidate } from '../../ranking/candidate.ts';
import { listLeaves } from '../../ranking/page/list-candidates.ts';
import { buildPage } from '../../ranking/page.fixture.ts';
import { listPage } from '../run/run.fixture.ts';
import { describeTarget } from './find-again.ts';
import type { Skill, SkillStep, SkillTarget } from './skill.ts';

function findByT(html: string, uid: string): Candidate {
  const found = listPage(html).find((each) => each.uid === uid);
  if (!found) throw new Error(`no candidate ${uid}`);
  return found;
}

/** The element `uid` (its `data-t`) of a page as a skill remembers it. */
export function recordTarget(html: string, uid: string): SkillTarget {
  return describeTarget(findByT(html, uid), listPage(html), null);
}

/** The same for what no candidate stands for. */
export function recordLeaf(html: string, uid: string): SkillTarget {
  const root = buildPage(`<body>${html}</body>`);
  const shown = listLeaves([root], null, listPage(html));
  const found = shown.find((each) => each.uid === uid);
  if (!found) throw new Error(`no leaf ${uid}`);
  return describeTarget(found, shown, null);
}

export function makeStep(over: Partial<SkillStep>): SkillStep {
  const action = { intent: 'click', uid: 'recorded' } as const;
  return { id: 'step', action, target: null, checks: [], picture: null, ...over };
}

export function makeSkillOf(steps: readonly SkillStep[], over: Partial<Skill> = {}): Skill {
  return {
    format: 'wayscribe-skill',
    version: 1,
    id: 'skill',
    name: 'Order the usual',
    asked: 'order {{amount}} {{item}}',
    start: 'http://localhost/',
    language: 'en',
    slots: [],
    steps: [...steps],
    madeAt: 0,
    demonstrationId: null,
    proofs: [],
    ...over,
  };
}
