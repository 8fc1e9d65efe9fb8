import { useState } from 'react';
import { SKILL_FORMATS } from '../../../core/formats/skill/export-skill.ts';
import type { SkillFormat } from '../../../core/formats/skill/export-skill.ts';
import { describeCheck } from '../../../core/navigator/skill/check-page.ts';
import { describeStep } from '../../../core/navigator/skill/skill-decider.ts';
import type {
  Check,
  Proof,
  Skill,
  SkillStep,
  Slot,
  SlotValues,
} from '../../../core/navigator/skill/skill.ts';
import {
  fillStep,
  hasSlot,
  listUsedSlots,
  readTyped,
} from '../../../core/navigator/skill/skill.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button, ConfirmButton, IconButton } from '../../../ui/components/buttons.tsx';
import { CheckField, SavedField, SelectField } from '../../../ui/components/fields.tsx';
import { CloseIcon } from '../../../ui/components/icons.tsx';
import { Progress } from '../../../ui/components/progress.tsx';
import { MarkedScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import { formatDay } from '../../../ui/format.ts';
import { SlotForm } from '../../../ui/skills/slot-form.tsx';
import type { SkillsModel } from './skills-controller.ts';
import {
  askEachTime,
  cancelProof,
  deleteSkill,
  edit,
  editStep,
  exportSkill,
  prove,
} from './skills-controller.ts';
import styles from './skills.module.css';

const FORMATS: Record<SkillFormat, { label: MessageName; hint: MessageName }> = {
  json: { label: 'skillsExportJson', hint: 'skillsExportJsonHint' },
  playwright: { label: 'skillsExportPlaywright', hint: 'skillsExportPlaywrightHint' },
  recorder: { label: 'skillsExportRecorder', hint: 'skillsExportRecorderHint' },
  'skill-md': { label: 'skillsExportFolder', hint: 'skillsExportFolderHint' },
};

const TYPES = {
  text: 'skillsTypeText',
  number: 'skillsTypeNumber',
  date: 'skillsTypeDate',
  choice: 'skillsTypeChoice',
  secret: 'skillsTypeSecret',
} as const satisfies Record<Slot['type'], MessageName>;

interface RecipeProps {
  skill: Skill;
  proving: SkillsModel['proving'];
}

/** A skill as a recipe: what it asks for, its steps with what each must lead to, and its proof. */
export function Recipe({ skill, proving }: RecipeProps) {
  const slots = listUsedSlots(skill);
  return (
    <>
      <div className={styles.about}>
        <SavedField
          label={message('skillsName')}
          hint={message('skillsNameHint')}
          value={skill.name}
          onSave={(name) => void edit(skill.id, (now) => ({ ...now, name: name || now.name }))}
        />
        <SavedField
          label={message('skillsStart')}
          value={skill.start}
          onSave={(start) => {
            if (/^https?:\/\//.test(start) && URL.canParse(start))
              void edit(skill.id, (now) => ({ ...now, start }));
          }}
        />
      </div>
      {slots.length > 0 && (
        <section className={styles.slots} aria-label={message('skillsAsksFor')}>
          <h3>{message('skillsAsksFor')}</h3>
          {slots.map((slot) => (
            <SlotRow key={slot.name} skill={skill} slot={slot} />
          ))}
        </section>
      )}
      <section aria-label={message('skillsStepsTitle')}>
        <h3>{message('skillsStepsTitle')}</h3>
        <ol className={styles.steps}>
          {skill.steps.map((step) => (
            <Step key={step.id} skill={skill} step={step} />
          ))}
        </ol>
      </section>
      <ProofPanel skill={skill} proving={proving} />
      <section className={styles.exports} aria-label={message('commonExport')}>
        <h3>{message('commonExport')}</h3>
        <div className={styles.row}>
          {SKILL_FORMATS.map((format) => (
            <Button
              key={format}
              title={message(FORMATS[format].hint)}
              onClick={() => void exportSkill(skill, format)}
            >
              {message(FORMATS[format].label)}
            </Button>
          ))}
          <ConfirmButton
            label={message('studioDelete')}
            question={message('skillsDeleteQuestion')}
            onConfirm={() => void deleteSkill(skill.id)}
          />
        </div>
      </section>
    </>
  );
}

/** Slots are shown by their labels: `Type “‹Amount›” in Amount`. */
function nameSlots({ slots }: Skill): SlotValues {
  return Object.fromEntries(slots.map(({ name, label }) => [name, `‹${label}›`]));
}

function SlotRow({ skill, slot }: { skill: Skill; slot: Slot }) {
  const change = (part: Partial<Slot>): void =>
    void edit(skill.id, (now) => ({
      ...now,
      slots: now.slots.map((each) => (each.name === slot.name ? { ...each, ...part } : each)),
    }));
  const isSecret = slot.type === 'secret';
  return (
    <div className={styles.slot}>
      <SavedField
        label={message('skillsSlotLabel')}
        value={slot.label}
        onSave={(label) => change({ label })}
      />
      <SelectField
        label={message('skillsSlotType')}
        value={slot.type}
        options={TYPES}
        onChange={(type) => change({ type, ...(type === 'secret' && { byDefault: null }) })}
      />
      {!isSecret && (
        <SavedField
          label={message('skillsSlotDefault')}
          placeholder={message('skillsSlotNoDefault')}
          value={slot.byDefault ?? ''}
          onSave={(text) => change({ byDefault: text === '' ? null : text })}
        />
      )}
    </div>
  );
}

/** A step can be skipped, and its conditions removed or rewritten. */
function Step({ skill, step }: { skill: Skill; step: SkillStep }) {
  const shown = fillStep(step, nameSlots(skill));
  const { dropped, final, picture } = step;
  const isDropped = dropped !== undefined;
  const typed = readTyped(step.action);
  const isFixed =
    typed !== null && typed !== '' && !hasSlot(typed) && step.action.intent !== 'load';
  const toggle = (isUsed: boolean): void =>
    editStep(skill.id, step.id, (now) => {
      const { dropped: reason = message('skillsDroppedByYou'), ...rest } = now;
      return isUsed ? rest : { ...rest, dropped: reason };
    });
  const setChecks = (checks: Check[]): void =>
    editStep(skill.id, step.id, (now) => ({ ...now, checks }));
  return (
    <li className={styles.step} data-dropped={isDropped}>
      {picture !== null && (
        <div className={styles.picture}>
          <MarkedScreenshot image={picture} marks={[]} />
        </div>
      )}
      <div className={styles.what}>
        <CheckField label={describeStep(shown)} checked={!isDropped} onChange={toggle} />
        {isDropped && <p className={styles.faint}>{message('skillsDropped', dropped)}</p>}
        {final && !isDropped && <p className={styles.final}>{message('skillsFinal')}</p>}
        {!isDropped && (
          <ul className={styles.checks}>
            {step.checks.map((check, at) => (
              <li key={`${String(at)} ${JSON.stringify(check)}`}>
                <CheckText
                  check={check}
                  shown={shown.checks[at] ?? check}
                  onSave={(changed) => setChecks(step.checks.with(at, changed))}
                />
                <IconButton
                  label={message('skillsRemoveCheck', describeCheck(shown.checks[at] ?? check))}
                  icon={<CloseIcon />}
                  onClick={() => setChecks(step.checks.toSpliced(at, 1))}
                />
              </li>
            ))}
          </ul>
        )}
        {!isDropped && (
          <div className={styles.row}>
            {isFixed && (
              <Button variant="quiet" onClick={() => askEachTime(skill, step)}>
                {message('skillsAskEachTime')}
              </Button>
            )}
            <AddCheck onAdd={(text) => setChecks([...step.checks, { kind: 'shows', text }])} />
          </div>
        )}
      </div>
    </li>
  );
}

interface CheckTextProps {
  check: Check;
  /** With the slots' labels. */
  shown: Check;
  onSave: (check: Check) => void;
}

function CheckText({ check, shown, onSave }: CheckTextProps) {
  const [isEditing, setEditing] = useState(false);
  const sentence = message('skillsCheck', describeCheck(shown));
  if (!('text' in check)) return <span>{sentence}</span>;
  if (!isEditing) {
    return (
      <button type="button" className={styles.check} onClick={() => setEditing(true)}>
        {sentence}
      </button>
    );
  }
  return (
    <SavedField
      label={message('skillsCheckText')}
      value={check.text}
      onSave={(text) => {
        setEditing(false);
        if (text !== '') onSave({ ...check, text });
      }}
    />
  );
}

function AddCheck({ onAdd }: { onAdd: (text: string) => void }) {
  const [isAdding, setAdding] = useState(false);
  if (!isAdding) {
    return (
      <Button variant="quiet" onClick={() => setAdding(true)}>
        {message('skillsAddCheck')}
      </Button>
    );
  }
  return (
    <SavedField
      label={message('skillsAddCheckText')}
      value=""
      onSave={(text) => {
        setAdding(false);
        if (text !== '') onAdd(text);
      }}
    />
  );
}

const RUNS = ['1', '3', '5'] as const;

function ProofPanel({ skill, proving }: RecipeProps) {
  const [runs, setRuns] = useState<(typeof RUNS)[number]>('3');
  const proof = skill.proofs.at(-1);
  const stopped = proof?.until && skill.steps.find(({ id }) => id === proof.until);
  const label = message('skillsProving', proving?.done ?? 0, proving?.runs ?? 0);
  return (
    <section className={styles.proof} aria-label={message('skillsProof')}>
      <h3>{message('skillsProof')}</h3>
      <p className={styles.faint}>{message('skillsProofHint')}</p>
      {proving ? (
        <Progress
          label={label}
          value={proving.done}
          max={proving.runs}
          onCancel={cancelProof}
          cancelLabel={message('commonCancel')}
        >
          {label}
        </Progress>
      ) : (
        <>
          <SelectField
            label={message('skillsRuns')}
            value={runs}
            options={RUNS.map((value) => ({ value, label: value }))}
            onChange={setRuns}
          />
          <SlotForm
            slots={listUsedSlots(skill)}
            values={{}}
            submitLabel={message('skillsProveIt')}
            onSubmit={(values) => void prove(skill, Number(runs), values)}
          />
        </>
      )}
      <div role="status">
        {proof && !proving && (
          <>
            <p className={proof.passed === proof.runs ? styles.good : styles.bad}>
              {describeProof(proof)}
            </p>
            {stopped && (
              <p>
                {message('skillsStoppedBefore', describeStep(fillStep(stopped, nameSlots(skill))))}
              </p>
            )}
            {proof.differed.length > 0 && (
              <ul>
                {proof.differed.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </section>
  );
}

export function describeProof({ passed, runs, at }: Proof): string {
  return message('skillsProved', passed, runs, formatDay(at));
}
