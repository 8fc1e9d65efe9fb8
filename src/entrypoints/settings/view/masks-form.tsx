import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from './field.tsx';
import styles from './masks-form.module.css';
import type { MasksModel } from './view-model.ts';

interface MasksFormProps {
  masks: MasksModel;
  /** One CSS selector per line, as entered. */
  onSave: (text: string) => void;
}

/** Parts of pages that the user wants masked beside passwords and cards. */
export function MasksForm({ masks, onSave }: MasksFormProps) {
  const [text, setText] = useState(masks.stored.join('\n'));
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Field
        label="Also mask"
        hint="One CSS selector per line, for example .account-number. What it matches is masked in text and painted over in screenshots and film."
        problem={masks.problem}
      >
        {(ids) => (
          <textarea
            {...ids}
            className={styles.text}
            rows={3}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      <p className={styles.save}>
        <Button submits>Use these masks</Button>
        <span role="status">{masks.saved ? 'Saved.' : ''}</span>
      </p>
    </form>
  );
}
