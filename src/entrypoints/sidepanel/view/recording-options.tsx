import { useId } from 'react';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import { message } from '../../../messages/message.ts';
import { WarningIcon } from '../../../ui/components/icons.tsx';
import type { SidePanelEvents } from '../panel-controller.ts';
import styles from './recording-options.module.css';
import type { OptionsModel } from './view-model.ts';

const SWITCHES = [
  { key: 'video', label: 'panelVideo', hint: 'panelVideoHint' },
  { key: 'hover', label: 'panelHovers', hint: 'panelHoversHint' },
  { key: 'dialogs', label: 'panelDialogs', hint: 'panelDialogsHint' },
  { key: 'extras', label: 'panelExtras', hint: 'panelExtrasHint' },
] as const;

interface RecordingOptionsProps {
  options: OptionsModel;
  events: SidePanelEvents;
}

/** The options of the next recording; of the current one they are read-only. */
export function RecordingOptionsForm(props: RecordingOptionsProps & { id: string }) {
  return (
    <section id={props.id} className={styles.options} aria-label={message('panelOptionsTitle')}>
      {props.options.fixed ? (
        <ReadOnlyOptions chosen={props.options.chosen} />
      ) : (
        <EditableOptions {...props} />
      )}
    </section>
  );
}

function EditableOptions({ options, events }: RecordingOptionsProps) {
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
          {problem !== null && <WarningIcon />}
          {problem !== null && <span>{problem}</span>}
        </p>
      </div>
    </>
  );
}

function ReadOnlyOptions({ chosen }: { chosen: RecordingOptions }) {
  const facts = SWITCHES.map(({ key, label }) => ({
    label,
    value: message(chosen[key] ? 'panelOn' : 'panelOff'),
  }));
  const masks = chosen.masks.join('\n') || message('panelMasksNone');
  return (
    <>
      <p className={styles.lead}>{message('panelOptionsFixed')}</p>
      <dl className={styles.facts}>
        {[...facts, { label: 'panelMasks' as const, value: masks }].map(({ label, value }) => (
          <div key={label}>
            <dt>{message(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
