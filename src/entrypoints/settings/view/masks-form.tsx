import { useState } from 'react';
import { LinesField, LinesForm } from './lines-form.tsx';
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
  const save = () => {
    onSave(text);
  };
  return (
    <div className={styles.masks}>
      <LinesForm save="Use these masks" saved={masks.saved} onSave={save}>
        <LinesField
          label="Also mask"
          hint="One CSS selector per line, for example .account-number. What it matches is masked in text and painted over in screenshots and film."
          problem={masks.problem}
          value={text}
          onChange={setText}
        />
      </LinesForm>
    </div>
  );
}
