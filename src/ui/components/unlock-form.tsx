import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { message } from '../../messages/message.ts';
import { Button } from './buttons.tsx';
import { TextField } from './fields.tsx';
import styles from './unlock-form.module.css';

interface UnlockFormProps {
  /** Whether a passphrase is being tried, and whether the last one was wrong. */
  unlock: { busy: boolean; wrong: boolean };
  onUnlock: (passphrase: string) => void;
}

/** Asks for the passphrase of an encrypted key, and never stores it. */
export function UnlockForm({ unlock: { busy, wrong }, onUnlock }: UnlockFormProps) {
  const [passphrase, setPassphrase] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (passphrase === '' || busy) return;
    onUnlock(passphrase);
    setPassphrase('');
  };
  return (
    <form className={styles.unlock} onSubmit={submit} noValidate>
      <TextField
        label={message('commonUnlockLabel')}
        problem={wrong && !busy ? message('commonUnlockWrong') : null}
        noteRole="status"
        type="password"
        value={passphrase}
        onChange={setPassphrase}
      />
      <Button submits disabled={passphrase === '' || busy}>
        {message(busy ? 'commonUnlocking' : 'commonUnlock')}
      </Button>
    </form>
  );
}
