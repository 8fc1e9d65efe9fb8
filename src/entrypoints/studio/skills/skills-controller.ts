import { create } from 'zustand';
import { saveExport } from '../../../app/library/export.ts';
import { storeReader } from '../../../app/library/store-reader.ts';
import { createJob, pageClosing } from '../../../app/page-work.ts';
import { makeStoredSkill } from '../../../app/skills/make-stored-skill.ts';
import { proveSkill } from '../../../app/skills/prove-skill.ts';
import {
  readSkills,
  removeSkill,
  saveSkill,
  watchSkills,
} from '../../../app/skills/stored-skills.ts';
import type { SkillFormat } from '../../../core/formats/skill/export-skill.ts';
import type { Skill, SkillStep, SlotValues } from '../../../core/navigator/skill/skill.ts';
import {
  mapCheck,
  MAX_SKILL_SIZE,
  readSkill,
  readTyped,
  replaceTyped,
  writeSlot,
} from '../../../core/navigator/skill/skill.ts';
import { message } from '../../../messages/message.ts';
import { zipFiles } from '../../../platform/zip/write-zip.ts';
import { select } from '../review/review-controller.ts';

export interface SkillsModel {
  skills: readonly Skill[];
  /** Of the skill whose recipe is shown; null shows the list. */
  openId: string | null;
  /** What the shown skill can't repeat. */
  notes: readonly string[];
  problem: string | null;
  /** `done` of `runs` are over. */
  proving: { done: number; runs: number } | null;
}

/** The skills take the library's place; null while they are closed. */
export const useSkills = create<SkillsModel | null>(() => null);

const job = createJob();
let isWatching = false;

function change(part: Partial<SkillsModel>): void {
  if (useSkills.getState()) useSkills.setState(part);
}

export async function openSkills(openId: string | null = null): Promise<void> {
  const skills = await readSkills();
  useSkills.setState({ skills, openId, notes: [], problem: null, proving: null });
  if (!isWatching) watchSkills((now) => change({ skills: now }), pageClosing);
  isWatching = true;
}

export function closeSkills(): void {
  job.cancel();
  useSkills.setState(null);
}

export function showSkill(openId: string | null): void {
  job.cancel();
  change({ openId, notes: [], problem: null });
}

/** Makes a skill and shows its recipe. */
export async function makeSkillOf(ids: readonly string[]): Promise<void> {
  await select(null);
  await openSkills();
  const made = await makeStoredSkill(ids).catch((error: unknown) => ({
    ok: false as const,
    message: String(error),
  }));
  if (!made.ok) change({ problem: message('skillsNotMade', made.message) });
  else change({ openId: made.skill.id, notes: made.notes, skills: await readSkills() });
}

export async function importSkills(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const read =
      file.size > MAX_SKILL_SIZE
        ? { ok: false as const, reason: message('skillsTooLarge') }
        : readSkill(await file.text());
    if (read.ok) await saveSkill({ ...read.skill, id: crypto.randomUUID() });
    else change({ problem: message('skillsNotImported', file.name, read.reason) });
  }
}

export async function deleteSkill(id: string): Promise<void> {
  showSkill(null);
  await removeSkill(id);
}

export const cancelProof = job.cancel;

/** Runs the skill and stores the result beside it. */
export async function prove(skill: Skill, runs: number, values: SlotValues): Promise<void> {
  const signal = job.start();
  change({ proving: { done: 0, runs }, problem: null });
  try {
    const onProgress = (done: number): void => change({ proving: { done, runs } });
    const proof = await proveSkill(skill, { values, runs, signal, onProgress });
    if (proof.runs > 0) await edit(skill.id, (now) => ({ ...now, proofs: [...now.proofs, proof] }));
  } catch (error) {
    change({ problem: message('skillsProofFailed', String(error)) });
  } finally {
    change({ proving: null });
  }
}

export async function exportSkill(skill: Skill, format: SkillFormat): Promise<void> {
  const { listSkillFiles } = await import('../../../core/formats/skill/export-skill.ts');
  const files = listSkillFiles(skill, format, storeReader.read);
  if (format === 'skill-md') {
    const zip = await new Response(zipFiles(files, { modifiedAt: skill.madeAt })).blob();
    saveExport({ file: zip, fileName: `${skill.name}-skill.zip` });
    return;
  }
  for await (const { path, read } of files) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of read()) parts.push(part);
    saveExport({ file: new Blob(parts), fileName: path });
  }
}

/** Changes the stored skill. Proofs are about the skill as it was then, so a change of steps drops them. */
export async function edit(id: string, to: (skill: Skill) => Skill): Promise<void> {
  const skill = useSkills.getState()?.skills.find((each) => each.id === id);
  if (!skill) return;
  const edited = to(skill);
  const isSame = JSON.stringify(edited.steps) === JSON.stringify(skill.steps);
  const saved = isSame ? edited : { ...edited, proofs: [] };
  // Shown at once.
  useSkills.setState((model) => ({
    skills: model?.skills.map((each) => (each.id === id ? saved : each)) ?? [],
  }));
  await saveSkill(saved);
  change({ skills: await readSkills() });
}

export function editStep(id: string, stepId: string, to: (step: SkillStep) => SkillStep): void {
  void edit(id, (skill) => ({
    ...skill,
    steps: skill.steps.map((step) => (step.id === stepId ? to(step) : step)),
  }));
}

export function askEachTime(skill: Skill, step: SkillStep): void {
  const typed = readTyped(step.action) ?? '';
  const label = step.target?.label || step.target?.name || message('skillsValue');
  const taken = skill.slots.map(({ name }) => name);
  const base =
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .slice(0, 30) || 'value';
  let name = base;
  for (let n = 2; taken.includes(name); n += 1) name = `${base}_${String(n)}`;
  const slot = { name, label, type: 'text' as const, byDefault: typed, options: [] };
  void edit(skill.id, (now) => ({
    ...now,
    slots: [...now.slots, slot],
    steps: now.steps.map((each) => {
      if (each.id !== step.id) return each;
      const action = replaceTyped(each.action, writeSlot(name));
      const toSlot = (text: string): string => (text === typed ? writeSlot(name) : text);
      return { ...each, action, checks: each.checks.map((check) => mapCheck(check, toSlot)) };
    }),
  }));
}
