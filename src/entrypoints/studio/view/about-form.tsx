import type { DemonstrationForm, FormChange } from '../../../core/demonstration/demonstration.ts';
import { message } from '../../../messages/message.ts';
import { Field, SelectField } from '../../../ui/components/fields.tsx';
import { describeOutcome } from './describe-outcome.ts';
import styles from './about-form.module.css';

interface AboutFormProps {
  form: DemonstrationForm;
  /** What the demonstration is called while it has no name. */
  asked: string;
  disabled: boolean;
  onDescribe: (change: FormChange) => void;
}

const OUTCOMES = ['unknown', 'success', 'partly', 'failed'] as const;

/** What annotators write about a demonstration; each field is saved when it is left. */
export function AboutForm({ form, asked, disabled, onDescribe }: AboutFormProps) {
  const { description, outcome, project = '', tags = [], notes = '' } = form;
  return (
    <details className={styles.about}>
      <summary>
        {[message('studioAbout'), outcome && describeOutcome(outcome), project, ...tags]
          .filter((part) => part)
          .join(' · ')}
      </summary>
      <fieldset disabled={disabled}>
        <SavedField
          label={message('studioTask')}
          value={description}
          placeholder={asked}
          onSave={(text) => onDescribe({ description: text })}
        />
        <SelectField
          label={message('studioOutcome')}
          value={outcome ?? 'unknown'}
          options={OUTCOMES.map((value) => ({
            value,
            label: value === 'unknown' ? message('studioOutcomeUnknown') : describeOutcome(value),
          }))}
          onChange={(value) => onDescribe({ outcome: value === 'unknown' ? null : value })}
        />
        <SavedField
          label={message('studioProject')}
          value={project}
          onSave={(text) => onDescribe({ project: text === '' ? null : text })}
        />
        <SavedField
          label={message('studioTags')}
          hint={message('studioTagsHint')}
          value={tags.join(', ')}
          onSave={(text) => {
            const given = text.split(',').map((tag) => tag.trim());
            onDescribe({ tags: [...new Set(given.filter((tag) => tag !== ''))] });
          }}
        />
        <SavedField
          label={message('studioNotes')}
          value={notes}
          isLong
          onSave={(text) => onDescribe({ notes: text === '' ? null : text })}
        />
      </fieldset>
    </details>
  );
}

interface SavedFieldProps {
  label: string;
  hint?: string;
  placeholder?: string;
  value: string;
  isLong?: boolean;
  onSave: (text: string) => void;
}

function SavedField({ label, hint, value, isLong = false, onSave, ...rest }: SavedFieldProps) {
  const save = ({ currentTarget }: { currentTarget: { value: string } }): void => {
    const text = currentTarget.value.trim();
    if (text !== value) onSave(text);
  };
  return (
    // A new key when the stored value changes: the field then shows that one.
    <Field key={value} label={label} hint={hint ?? null}>
      {(ids) =>
        isLong ? (
          <textarea {...ids} {...rest} rows={3} defaultValue={value} onBlur={save} />
        ) : (
          <input
            {...ids}
            {...rest}
            autoComplete="off"
            defaultValue={value}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save(event);
            }}
          />
        )
      }
    </Field>
  );
}
