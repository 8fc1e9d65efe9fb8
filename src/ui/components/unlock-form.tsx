import type { SubmitEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from './buttons.tsx';
import { WarningIcon } from './icons.tsx';
import styles from './unlock-form.module.css';

export interface UnlockModel {
  /** The passphrase is being tried. */
  busy: boolean;
  /** The last one did not open the key. */
  wrong: boolean;
}

interface UnlockFormProps {
  unlock: UnlockModel;
  onUnlock: (passphrase: string) => void;
}

/** Asks for the passphrase of a sealed key. What is typed is kept nowhere. */
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
      <label htmlFor={id}>The model’s key is locked. Passphrase:</label>
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
          {unlock.busy ? 'Opening…' : 'Unlock'}
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className={styles.problem}>
        {unlock.wrong && !unlock.busy && (
          <>
            <WarningIcon /> This is not the passphrase. The key stays locked.
          </>
        )}
      </p>
    </form>
  );
}
