import type { SubmitEvent } from 'react';
import { useId, useState } from 'react';
import { message } from '../../messages/message.ts';
import { Button } from './buttons.tsx';
import { WarningIcon } from './icons.tsx';
import styles from './unlock-form.module.css';

export interface UnlockModel {
  /** A passphrase is being tried. */
  busy: boolean;
  /** The last passphrase was wrong. */
  wrong: boolean;
}

interface UnlockFormProps {
  unlock: UnlockModel;
  onUnlock: (passphrase: string) => void;
}

/** Asks for the passphrase of an encrypted key, and never stores it. */
export function UnlockForm({ unlock, onUnlock }: UnlockFormProps) {
  const [passphrase, setPassphrase] = useState('');
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (passphrase === '' || unlock.busy) return;
    onUnlock(passphrase);
    setPassphrase('');
  };
  return (
    <form className={styles.unlock} onSubmit={submit} noValidate>
      <label htmlFor={id}>{message('commonUnlockLabel')}</label>
      <div className={styles.row}>
        <input
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          aria-invalid={unlock.wrong}
          value={passphrase}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        <Button submits disabled={passphrase === '' || unlock.busy}>
          {message(unlock.busy ? 'commonUnlocking' : 'commonUnlock')}
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className={styles.problem}>
        {unlock.wrong && !unlock.busy && (
          <>
            <WarningIcon /> {message('commonUnlockWrong')}
          </>
        )}
      </p>
    </form>
  );
}
