import { useState } from 'react';
import { message } from '../../../messages/message.ts';
import { LinesField, LinesForm } from '../../../ui/components/fields.tsx';
import type { MasksModel } from '../settings-model.ts';
import styles from './privacy.module.css';

const ROWS = [
  ['settingsPrivacyRecording', 'settingsPrivacyRecordingText'],
  ['settingsPrivacySecrets', 'settingsPrivacySecretsText'],
  ['settingsPrivacyCopilot', 'settingsPrivacyCopilotText'],
  ['settingsPrivacyKey', 'settingsPrivacyKeyText'],
  ['settingsPrivacyRanker', 'settingsPrivacyRankerText'],
  ['settingsPrivacyOtherwise', 'settingsPrivacyOtherwiseText'],
] as const;

/** What is stored when. */
export function Privacy() {
  return (
    <dl className={styles.privacy}>
      {ROWS.map(([title, text]) => (
        <div key={title}>
          <dt>{message(title)}</dt>
          <dd>{message(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MasksFormProps {
  masks: MasksModel;
  /** One CSS selector per line, as entered. */
  onSave: (text: string) => void;
}

/** Parts of pages to mask besides passwords and cards. */
export function MasksForm({ masks, onSave }: MasksFormProps) {
  const [text, setText] = useState(masks.stored.join('\n'));
  return (
    <div className={styles.masks}>
      <LinesForm
        name={message('settingsMasksName')}
        isSaved={masks.saved}
        onSave={() => onSave(text)}
      >
        <LinesField
          label={message('settingsMasks')}
          hint={message('settingsMasksHint')}
          problem={masks.problem}
          value={text}
          onChange={setText}
        />
      </LinesForm>
    </div>
  );
}
