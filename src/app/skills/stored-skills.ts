import type { Skill } from '../../core/navigator/skill/skill.ts';
import { skillShape } from '../../core/navigator/skill/skill.ts';
import { storeValue } from '../../platform/settings/stored-value.ts';

/** The skills of this profile, newest last. Entries of a later version that can't be read stay out of sight. */
const stored = storeValue('skills', (value): readonly Skill[] =>
  (Array.isArray(value) ? value : []).filter(
    (each): each is Skill => skillShape(each, '') === null,
  ),
);

export const { read: readSkills, watch: watchSkills } = stored;

/** Adds a skill, or replaces the one with its id. A name that another skill has gets a number. */
export async function saveSkill(skill: Skill): Promise<Skill> {
  let saved = skill;
  await stored.change((skills) => {
    const others = skills.filter(({ id }) => id !== skill.id);
    saved = { ...skill, name: nameApart(skill.name, others) };
    const at = skills.findIndex(({ id }) => id === skill.id);
    return at < 0 ? [...skills, saved] : skills.with(at, saved);
  });
  return saved;
}

export async function removeSkill(id: string): Promise<void> {
  await stored.change((skills) => skills.filter((skill) => skill.id !== id));
}

/** Skills are called by their names, so two can't have the same. */
function nameApart(name: string, others: readonly Skill[]): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} ${String(n)}`;
  return free;
}
