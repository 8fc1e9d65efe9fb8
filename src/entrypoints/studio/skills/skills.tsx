import type { Skill } from '../../../core/navigator/skill/skill.ts';
import { listActiveSteps, listUsedSlots } from '../../../core/navigator/skill/skill.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { FileButton } from '../../../ui/components/fields.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { describeProof, Recipe } from './recipe.tsx';
import { closeSkills, importSkills, showSkill, useSkills } from './skills-controller.ts';
import styles from './skills.module.css';

/** The list of skills, or the recipe of one. */
export function Skills() {
  const model = useSkills();
  if (!model) return null;
  const { skills, openId, problem, notes } = model;
  const open = skills.find(({ id }) => id === openId);
  return (
    <KeepFocus className={styles.skills}>
      <div className={styles.head}>
        <IconButton
          label={message('studioBack')}
          icon={<BackIcon />}
          onClick={() => (open ? showSkill(null) : closeSkills())}
        />
        <h2>{open ? open.name : message('skillsTitle')}</h2>
        {!open && (
          <FileButton
            label={message('skillsImportLabel')}
            accept=".json,application/json"
            multiple
            onFiles={(files) => void importSkills(files)}
          >
            {message('commonImport')}
          </FileButton>
        )}
      </div>
      {problem !== null && <Notice tone="error" happened={problem} role="alert" />}
      {notes.length > 0 && (
        <Notice tone="info" happened={message('skillsNotRepeated')} next={notes.join(' ')} />
      )}
      {open ? (
        <Recipe key={open.id} skill={open} proving={model.proving} />
      ) : (
        <SkillList skills={skills} />
      )}
    </KeepFocus>
  );
}

function SkillList({ skills }: { skills: readonly Skill[] }) {
  return (
    <>
      <p className={styles.lead}>{message(skills.length === 0 ? 'skillsEmpty' : 'skillsLead')}</p>
      <ul className={styles.list} aria-label={message('skillsTitle')}>
        {skills.toReversed().map((skill) => (
          <li key={skill.id}>
            <button type="button" onClick={() => showSkill(skill.id)}>
              <b>{skill.name}</b>
              <span>{describeSkill(skill)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeSkill(skill: Skill): string {
  const slots = listUsedSlots(skill).length;
  const proof = skill.proofs.at(-1);
  return [
    new URL(skill.start).host,
    countMessage('skillsSteps', listActiveSteps(skill).length),
    ...(slots > 0 ? [countMessage('skillsSlots', slots)] : []),
    proof ? describeProof(proof) : message('skillsNotProved'),
  ].join(' · ');
}
