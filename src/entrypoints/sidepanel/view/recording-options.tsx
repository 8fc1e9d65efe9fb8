import type { ReactNode } from 'react';
import { useId } from 'react';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import { WarningIcon } from '../../../ui/components/icons.tsx';
import styles from './recording-options.module.css';
import type { OptionsModel, SidePanelEvents } from './view-model.ts';

type Switch = Exclude<keyof RecordingOptions, 'masks'>;

const SWITCHES: readonly { key: Switch; label: string; meaning: string }[] = [
  {
    key: 'video',
    label: 'Video',
    meaning: 'Films the tab you record, and keeps the film in the zip.',
  },
  {
    key: 'hover',
    label: 'Hovers',
    meaning: 'Keeps where you pointed when a later step needed it, such as opening a menu.',
  },
  {
    key: 'dialogs',
    label: 'Dialogs',
    meaning: 'Keeps what alerts and questions of the page said; the page could notice that.',
  },
  {
    key: 'extras',
    label: 'Extras',
    meaning:
      'Keeps each page as one file too, with the names and roles of what is on it; not as a file where your masks hide a part of it.',
  },
];

interface SwitchRowProps {
  label: string;
  meaning: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function SwitchRow({ label, meaning, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-meaning`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-meaning`}>{meaning}</p>
      </div>
    </div>
  );
}

interface MasksProps {
  masks: string;
  problem: string | null;
  onMasks: (text: string) => void;
}

function Masks({ masks, problem, onMasks }: MasksProps) {
  const id = useId();
  return (
    <div className={styles.masks}>
      <label htmlFor={id}>Masks</label>
      <p id={`${id}-meaning`}>
        Hides parts of pages in this recording: one CSS selector per line, besides those in
        Settings.
      </p>
      <textarea
        id={id}
        rows={2}
        spellCheck={false}
        placeholder=".account-number"
        value={masks}
        aria-describedby={`${id}-meaning ${id}-problem`}
        aria-invalid={problem !== null}
        onChange={(event) => onMasks(event.target.value)}
      />
      <p id={`${id}-problem`} className={styles.problem} role="status">
        {problem !== null && (
          <>
            <WarningIcon />
            <span>{problem}</span>
          </>
        )}
      </p>
    </div>
  );
}

function ReadOnlyOptions({ chosen }: { chosen: RecordingOptions }) {
  const masks = chosen.masks.length === 0 ? 'none' : chosen.masks.join('\n');
  const rows: [string, ReactNode][] = [
    ...SWITCHES.map(({ key, label }): [string, ReactNode] => [label, chosen[key] ? 'on' : 'off']),
    ['Masks', <span className={styles.code}>{masks}</span>],
  ];
  return (
    <>
      <p className={styles.lead}>Chosen for this recording. They can be changed after Stop.</p>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface RecordingOptionsProps {
  id: string;
  options: OptionsModel;
  events: Pick<SidePanelEvents, 'onOptions' | 'onMasks'>;
}

/** What is kept of the next recording beside what always is; of one that runs, only shown. */
export function RecordingOptionsForm({ id, options, events }: RecordingOptionsProps) {
  const { chosen, fixed, masks, problem } = options;
  return (
    <section id={id} className={styles.options} aria-label="Recording options">
      {fixed ? (
        <ReadOnlyOptions chosen={chosen} />
      ) : (
        <>
          {SWITCHES.map(({ key, label, meaning }) => (
            <SwitchRow
              key={key}
              label={label}
              meaning={meaning}
              checked={chosen[key]}
              onChange={(checked) => events.onOptions({ ...chosen, [key]: checked })}
            />
          ))}
          <Masks masks={masks} problem={problem} onMasks={events.onMasks} />
        </>
      )}
    </section>
  );
}
