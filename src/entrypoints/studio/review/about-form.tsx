import type { DemonstrationForm } from '../../../core/demonstration/demonstration.ts';
import { message } from '../../../messages/message.ts';
import { SavedField, SelectField } from '../../../ui/components/fields.tsx';
import { OUTCOMES } from '../describe-outcome.ts';
import styles from './about-form.module.css';
import { describe } from './review-controller.ts';

interface AboutFormProps {
  form: DemonstrationForm;
  /** What the demonstration is called while it has no name. */
  asked: string;
  disabled: boolean;
}

/** What annotators write about a demonstration; each field is saved when it is left. */
export function AboutForm({ form, asked, disabled }: AboutFormProps) {
  const { description, outcome, project = '', tags = [], notes = '' } = form;
  return (
    <details className={styles.about}>
      <summary>
        {[message('studioAbout'), outcome && message(OUTCOMES[outcome]), project, ...tags]
          .filter((part) => part)
          .join(' · ')}
      </summary>
      <fieldset disabled={disabled}>
        <SavedField
          label={message('studioTask')}
          value={description}
          placeholder={asked}
          onSave={(text) => void describe({ description: text })}
        />
        <SelectField
          label={message('studioOutcome')}
          value={outcome ?? 'unknown'}
          options={{ unknown: 'studioOutcomeUnknown', ...OUTCOMES }}
          onChange={(value) => void describe({ outcome: value === 'unknown' ? null : value })}
        />
        <SavedField
          label={message('studioProject')}
          value={project}
          onSave={(text) => void describe({ project: text || null })}
        />
        <SavedField
          label={message('studioTags')}
          hint={message('studioTagsHint')}
          value={tags.join(', ')}
          onSave={(text) => {
            const given = text.split(',').map((tag) => tag.trim());
            void describe({ tags: [...new Set(given.filter((tag) => tag !== ''))] });
          }}
        />
        <SavedField
          label={message('studioNotes')}
          value={notes}
          isLong
          onSave={(text) => void describe({ notes: text || null })}
        />
      </fieldset>
    </details>
  );
}
