import { getDefinition } from '../../action/action.ts';
import { isTextField } from '../../navigator/form-controls.ts';
import { describeCheck } from '../../navigator/skill/check-page.ts';
import { toCandidate } from '../../navigator/skill/find-again.ts';
import { describeStep } from '../../navigator/skill/skill-decider.ts';
import type { Skill, SkillStep, SkillTarget } from '../../navigator/skill/skill.ts';
import {
  addDefaults,
  fillStep,
  fillTemplate,
  listActiveSteps,
  listUsedSlots,
} from '../../navigator/skill/skill.ts';
import type { Target } from '../../ranking/page/locate.ts';
import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { writeWebmcp } from './export-webmcp.ts';
import { makeSkill } from './make-skill.ts';
import { makeFile, makeTextFile } from '../export-file.ts';
import type { Playback, PlaybackStep } from '../playback/steps.ts';
import { writePlaywrightTest } from '../playback/playwright.ts';
import { writeRecorderFlow } from '../playback/puppeteer.ts';

export const SKILL_FORMATS = ['json', 'playwright', 'recorder', 'skill-md'] as const;
export type SkillFormat = (typeof SKILL_FORMATS)[number];

/** Lists the files of a skill in a format. `read` reads pictures of the demonstration; without it, pictures are omitted. */
export async function* listSkillFiles(
  skill: Skill,
  format: SkillFormat,
  read?: ReadContent,
): AsyncGenerator<ExportFile> {
  const name = nameFile(skill);
  switch (format) {
    case 'json':
      yield makeTextFile(`${name}.skill.json`, writeSkill(skill));
      break;
    case 'playwright': {
      const slots = listUsedSlots(skill).map((slot) => [slot.name, slot.byDefault] as const);
      const written = writePlaywrightTest(planSkill(skill), Object.fromEntries(slots));
      yield makeTextFile(`${name}.spec.ts`, written);
      break;
    }
    case 'recorder':
      yield makeTextFile(`${name}.json`, writeFlow(skill));
      break;
    case 'skill-md':
      yield* listFolder(skill, name, read);
  }
}

/** Lists a skill made from a demonstration in all formats. Nothing if it has no action that can be run again. */
export async function* listSkillOf(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { id, endedAt, startedAt } = content.demonstration;
  const made = await makeSkill(content, { id, at: endedAt ?? startedAt });
  if (!made.ok) return;
  for (const format of SKILL_FORMATS) {
    if (format !== 'json') yield* listSkillFiles(made.skill, format, content.read);
  }
}

function writeSkill(skill: Skill): string {
  return `${JSON.stringify(skill, null, 2)}\n`;
}

/** Lower case, with dashes, as agents expect names of skills. */
function nameFile({ name }: Pick<Skill, 'name'>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['skill'];
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

/** The Recorder has no parameters: slots have their defaults, and names in braces where they have none. */
function writeFlow(skill: Skill): string {
  const steps = skill.steps.map((step) => fillStep(step, addDefaults(skill, {})));
  return `${JSON.stringify(writeRecorderFlow(planSkill({ ...skill, steps })), null, 2)}\n`;
}

/** The steps of a skill as a replay that checks each of them. */
function planSkill(skill: Skill): Playback {
  const steps = listActiveSteps(skill).flatMap(planStep);
  const open: PlaybackStep = { tab: 0, kind: 'goto', url: skill.start };
  const viewport = { width: 1280, height: 720 };
  return { title: skill.name, viewport, steps: [open, ...steps], dialogs: [] };
}

function planStep({ action, target, drop, checks }: SkillStep): PlaybackStep[] {
  const located = target && locate(target);
  const to = drop ? locate(drop) : null;
  const expected = checks.map((check): PlaybackStep => {
    const holds = target?.tag === 'select' ? 'option' : isField(target) ? 'value' : 'text';
    return { tab: 0, kind: 'expect', check, target: located, holds };
  });
  const act = planAct(action, target, located, to);
  return act ? [act, ...expected] : expected;
}

function isField(target: SkillTarget | null): boolean {
  return (
    target !== null && isTextField(toCandidate(target)) && /^(?:input|textarea)$/.test(target.tag)
  );
}

function planAct(
  action: SkillStep['action'],
  target: SkillTarget | null,
  located: Target | null,
  to: Target | null,
): PlaybackStep | null {
  const url = '';
  switch (action.intent) {
    case 'load':
      return { tab: 0, kind: 'goto', url: action.url };
    case 'back':
    case 'forward':
      return { tab: 0, kind: action.intent };
    case 'press':
      return { tab: 0, kind: 'press', target: located, key: action.key, url };
    case 'scroll': {
      const { x, y } = action;
      return { tab: 0, kind: 'scroll', target: located, x, y, to: null, at: { x: 0, y: 0 }, url };
    }
    default:
  }
  if (!located) return null;
  if (action.intent === 'drag') {
    const { x, y } = action;
    return { tab: 0, kind: 'drag', target: located, to, x, y, url };
  }
  const { replay } = getDefinition(action.intent).formats ?? {};
  if (replay) return { tab: 0, kind: 'act', intent: action.intent, replay, target: located, url };
  if (action.intent === 'textInput')
    return { tab: 0, kind: 'type', target: located, typed: { text: action.text }, url };
  if (action.intent !== 'change') return null;
  const { value } = action;
  if (target?.tag === 'select')
    return { tab: 0, kind: 'choose', target: located, labels: [value], url };
  return value === 'true' || value === 'false'
    ? { tab: 0, kind: 'check', target: located, checked: value === 'true', url }
    : { tab: 0, kind: 'type', target: located, typed: { text: value }, url };
}

/** An element that a person showed has no recorded way: its role and name, then its path. */
function locate({ located, role, name, xpath }: SkillTarget): Target {
  if (located) return { ...located, ways: located.ways.map((way) => withName(way, name)) };
  const ways: Target['ways'] = [{ kind: 'xpath', role: '', name: '', path: [xpath] }];
  if (name !== '' && role !== 'generic') ways.unshift({ kind: 'role', role, name, path: [] });
  return { frames: [], ways, isClosed: false, point: null, options: [], multiple: false };
}

/** The name may contain slots by now. */
function withName(way: Target['ways'][number], name: string): Target['ways'][number] {
  return way.kind === 'role' && name.includes('{{') ? { ...way, name } : way;
}

/** `SKILL.md` as agents read it: a header with name and description, then instructions (agentskills.io). */
async function* listFolder(
  skill: Skill,
  name: string,
  read: ReadContent | undefined,
): AsyncGenerator<ExportFile> {
  const steps = listActiveSteps(skill);
  const pictures = new Map<string, string>();
  for (const [at, { picture }] of steps.entries()) {
    const bytes = picture && read ? await read(picture) : null;
    if (!bytes) continue;
    const path = `pictures/step-${String(at + 1)}.png`;
    pictures.set(steps[at]?.id ?? '', path);
    yield makeFile(`${name}/${path}`, bytes, false);
  }
  yield makeTextFile(`${name}/SKILL.md`, writeInstructions(skill, name, pictures));
  yield makeTextFile(`${name}/skill.json`, writeSkill(skill));
  const offered = writeWebmcp(skill);
  if (!offered) return;
  yield makeTextFile(`${name}/webmcp.js`, offered.code);
  if (offered.form !== null) yield makeTextFile(`${name}/webmcp-form.html`, offered.form);
  if (offered.evals !== null) yield makeTextFile(`${name}/webmcp-evals.json`, offered.evals);
}

function writeInstructions(
  skill: Skill,
  name: string,
  pictures: ReadonlyMap<string, string>,
): string {
  const slots = listUsedSlots(skill);
  const about = `${skill.name}. Starts at ${skill.start}.`;
  const asked = fillTemplate(skill.asked, addDefaults(skill, {}));
  const described = asked === '' ? about : `${about} Recorded for the request: ${asked}`;
  return [
    ...['---', `name: ${name}`, `description: ${JSON.stringify(described)}`, '---', ''],
    ...[`# ${skill.name}`, '', `Open ${skill.start}, then do these steps in order.`, ''],
    ...(slots.length === 0 ? [] : ['## Parameters', '', ...slots.map(writeParameter), '']),
    ...['## Steps', ''],
    ...listActiveSteps(skill).flatMap((step, at) => writeStep(step, at, pictures)),
    '',
    'Stop if a step’s result is another one. `skill.json` has the recorded elements and conditions.',
    '',
  ].join('\n');
}

function writeParameter({
  name,
  label,
  type,
  byDefault,
  options,
}: ReturnType<typeof listUsedSlots>[number]): string {
  const among = options.length > 0 ? `; one of ${options.join(', ')}` : '';
  const value = byDefault === null ? 'no default' : `default: ${byDefault}`;
  return `- \`{{${name}}}\` (${type}): ${label}; ${value}${among}`;
}

function writeStep(step: SkillStep, at: number, pictures: ReadonlyMap<string, string>): string[] {
  const results = step.checks.map((check) => `   - The page should ${describeCheck(check)}.`);
  const picture = pictures.get(step.id);
  const final = step.final ? ' This can’t be taken back.' : '';
  const [place] = step.target?.hasTwins ? step.target.places : [];
  const beside = place === undefined ? '' : ` (beside “${place}”)`;
  return [
    `${String(at + 1)}. ${describeStep(step)}${beside}.${final}`,
    ...results,
    ...(picture === undefined ? [] : [`   - ![before the step](${picture})`]),
  ];
}
