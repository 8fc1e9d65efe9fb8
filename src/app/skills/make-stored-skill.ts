import { mergeSkills } from '../../core/formats/skill/find-slots.ts';
import { makeSkill } from '../../core/formats/skill/make-skill.ts';
import type { Skill } from '../../core/navigator/skill/skill.ts';
import { message } from '../../messages/message.ts';
import type { Outcome } from '../../protocol/background.ts';
import { openDemonstration } from '../library/demonstrations.ts';
import { openStoreReader } from '../library/store-reader.ts';
import { saveSkill } from './stored-skills.ts';

/**
 * Makes a skill from a demonstration and stores it. Further demonstrations of the same task show which values differ.
 * `notes`: what the skill can't repeat, and which demonstrations didn't fit.
 */
export async function makeStoredSkill(
  ids: readonly string[],
): Promise<Outcome<{ skill: Skill; notes: string[] }>> {
  const notes = new Set<string>();
  let made: Skill | null = null;
  for (const id of ids) {
    const next = await makeOne(id);
    if (!next.ok) return next;
    next.omitted.forEach((note) => notes.add(note));
    const merged: Skill | null = made ? mergeSkills(made, next.skill) : next.skill;
    if (merged) made = merged;
    else notes.add(message('skillsOtherSteps', next.skill.name));
  }
  if (!made) return { ok: false, message: message('skillsNothingChosen') };
  return { ok: true, skill: await saveSkill(made), notes: [...notes] };
}

async function makeOne(id: string): Promise<Outcome<{ skill: Skill; omitted: string[] }>> {
  const opened = await openDemonstration(id);
  if (!opened.ok) return opened;
  const { read, close } = openStoreReader();
  try {
    const stamp = { id: crypto.randomUUID(), at: Date.now() };
    const made = await makeSkill({ ...opened.content, read }, stamp);
    return made.ok ? made : { ok: false, message: made.reason };
  } finally {
    close();
  }
}
