import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from './field.tsx';
import type { SitesModel } from './rules-model.ts';
import styles from './rules.module.css';

interface SitesFormProps {
  sites: SitesModel;
  /** One pattern per line, as entered. */
  onSave: (allow: string, deny: string) => void;
}

/** Where the copilot may work, and where it never may. */
export function SitesForm({ sites, onSave }: SitesFormProps) {
  const [allow, setAllow] = useState(sites.allow.join('\n'));
  const [deny, setDeny] = useState(sites.deny.join('\n'));
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(allow, deny);
  };
  return (
    <form className={styles.sites} onSubmit={save} noValidate>
      <Field
        label="Never work on"
        hint="One site per line: example.com, or *.example.com for it and all below it. The copilot neither reads nor acts there."
        problem={sites.problems.deny}
      >
        {(ids) => (
          <textarea
            {...ids}
            className={styles.text}
            rows={3}
            spellCheck={false}
            value={deny}
            onChange={(event) => {
              setDeny(event.target.value);
            }}
          />
        )}
      </Field>
      <Field
        label="Work only on"
        hint="Leave it empty to allow all other sites."
        problem={sites.problems.allow}
      >
        {(ids) => (
          <textarea
            {...ids}
            className={styles.text}
            rows={3}
            spellCheck={false}
            value={allow}
            onChange={(event) => {
              setAllow(event.target.value);
            }}
          />
        )}
      </Field>
      <p className={styles.save}>
        <Button submits>Use these sites</Button>
        <span role="status">{sites.saved ? 'Saved.' : ''}</span>
      </p>
    </form>
  );
}
