import { useId } from 'react';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import { message } from '../../../messages/message.ts';
import { WarningIcon } from '../../../ui/components/icons.tsx';
import styles from './recording-options.module.css';
import type { OptionsModel, SidePanelEvents } from './view-model.ts';

const SWITCHES = [
  { key: 'video', label: 'panelVideo', hint: 'panelVideoHint' },
  { key: 'hover', label: 'panelHovers', hint: 'panelHoversHint' },
  { key: 'dialogs', label: 'panelDialogs', hint: 'panelDialogsHint' },
  { key: 'extras', label: 'panelExtras', hint: 'panelExtrasHint' },
] as const;

interface RecordingOptionsProps {
  id: string;
  options: OptionsModel;
  events: Pick<SidePanelEvents, 'onOptions' | 'onMasks'>;
}

/** The options of the next recording; of the current one they are read-only. */
export function RecordingOptionsForm({ id, options, events }: RecordingOptionsProps) {
  return (
    <section id={id} className={styles.options} aria-label={message('panelOptionsTitle')}>
      {options.fixed ? (
        <ReadOnlyOptions chosen={options.chosen} />
      ) : (
        <EditableOptions options={options} events={events} />
      )}
    </section>
  );
}

function EditableOptions({ options, events }: Omit<RecordingOptionsProps, 'id'>) {
  const id = useId();
  const { chosen, masks, problem } = options;
  return (
    <>
      {SWITCHES.map(({ key, label, hint }) => (
        <div key={key} className={styles.row}>
          <input
            id={`${id}-${key}`}
            type="checkbox"
            checked={chosen[key]}
            aria-describedby={`${id}-${key}-hint`}
            onChange={({ target }) => events.onOptions({ ...chosen, [key]: target.checked })}
          />
          <div>
            <label htmlFor={`${id}-${key}`}>{message(label)}</label>
            <p id={`${id}-${key}-hint`}>{message(hint)}</p>
          </div>
        </div>
      ))}
      <div className={styles.masks}>
        <label htmlFor={id}>{message('panelMasks')}</label>
        <p id={`${id}-hint`}>{message('panelMasksHint')}</p>
        <textarea
          id={id}
          rows={2}
          spellCheck={false}
          placeholder=".account-number"
          value={masks}
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={problem !== null}
          onChange={({ target }) => events.onMasks(target.value)}
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
    </>
  );
}

function ReadOnlyOptions({ chosen }: { chosen: RecordingOptions }) {
  return (
    <>
      <p className={styles.lead}>{message('panelOptionsFixed')}</p>
      <dl className={styles.facts}>
        {SWITCHES.map(({ key, label }) => (
          <div key={key}>
            <dt>{message(label)}</dt>
            <dd>{message(chosen[key] ? 'panelOn' : 'panelOff')}</dd>
          </div>
        ))}
        <div>
          <dt>{message('panelMasks')}</dt>
          <dd className={styles.code}>
            {chosen.masks.length === 0 ? message('panelMasksNone') : chosen.masks.join('\n')}
          </dd>
        </div>
      </dl>
    </>
  );
}
