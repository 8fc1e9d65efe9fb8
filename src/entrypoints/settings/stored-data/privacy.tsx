import { useState } from 'react';
import { LinesField, LinesForm } from '../form-fields.tsx';
import type { MasksModel } from '../settings-model.ts';
import styles from './privacy.module.css';

const ROWS = [
  {
    what: 'While you record',
    kept: 'What was said and done, the page before each step (its content, positions and a screenshot), a screenshot of what came of it, the addresses, and your browser’s name and time zone. What you choose under Options comes to that: a film of the tab, whole pages, dialogs with your answers.',
  },
  {
    what: 'Passwords and card numbers',
    kept: 'Masked in the page itself, and painted over in screenshots and film, before anything is stored. A page that shows them outside their fields still does so in pictures.',
  },
  {
    what: 'While the copilot works',
    kept: 'The conversation, for a day or until you clear it, and a few lines of what the copilot did in it, until you forget them above. With a model connected, your request and the part of the page that matters for it go to that endpoint, and only there.',
  },
  {
    what: 'The model’s key',
    kept: 'In this browser’s storage for Wayscribe, which pages cannot read; sealed if you give it a passphrase, which is kept nowhere. It goes to the endpoint you set, and is in no export, log or page.',
  },
  {
    what: 'A model for the ranker',
    kept: 'Fetched only when you ask for it, from the host that is named there, which sees your network address. What it makes of a page’s texts is kept on this computer as numbers, without the words, until you clear its memory or remove it.',
  },
  {
    what: 'All other times',
    kept: 'Nothing. No code of Wayscribe runs in a page that is neither recorded nor the one you write to the copilot about. No account, no server, no usage statistics.',
  },
] as const;

/** What is kept of what, in the order a person would ask. */
export function Privacy() {
  return (
    <dl className={styles.privacy}>
      {ROWS.map((row) => (
        <div key={row.what}>
          <dt>{row.what}</dt>
          <dd>{row.kept}</dd>
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

/** Parts of pages that the user wants masked beside passwords and cards. */
export function MasksForm({ masks, onSave }: MasksFormProps) {
  const [text, setText] = useState(masks.stored.join('\n'));
  const save = () => onSave(text);
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
