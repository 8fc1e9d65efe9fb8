import { useId } from 'react';
import { message } from '../../../messages/message.ts';
import { CheckField, LinesField } from '../../../ui/components/fields.tsx';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { SidePanelModel } from '../panel-model.ts';
import styles from './recording-options.module.css';

const SWITCHES = [
  { key: 'video', label: 'panelVideo', hint: 'panelVideoHint' },
  { key: 'hover', label: 'panelHovers', hint: 'panelHoversHint' },
  { key: 'dialogs', label: 'panelDialogs', hint: 'panelDialogsHint' },
  { key: 'extras', label: 'panelExtras', hint: 'panelExtrasHint' },
] as const;

interface RecordingOptionsProps extends Pick<SidePanelModel, 'options'> {
  events: SidePanelEvents;
}

/** The options of the next recording; of the current one they are read-only. */
export function RecordingOptionsForm(props: RecordingOptionsProps & { id: string }) {
  return (
    <section id={props.id} className={styles.options} aria-label={message('panelOptionsTitle')}>
      {props.options.fixed ? <ReadOnlyOptions {...props} /> : <EditableOptions {...props} />}
    </section>
  );
}

function EditableOptions({ options: { chosen, masks, problem }, events }: RecordingOptionsProps) {
  const id = useId();
  return (
    <>
      {SWITCHES.map(({ key, label, hint }) => (
        <div key={key} className={styles.switch}>
          <CheckField
            label={<b>{message(label)}</b>}
            checked={chosen[key]}
            aria-describedby={`${id}-${key}`}
            onChange={(isOn) => events.onOptions({ ...chosen, [key]: isOn })}
          />
          <p id={`${id}-${key}`}>{message(hint)}</p>
        </div>
      ))}
      <LinesField
        label={message('panelMasks')}
        hint={message('panelMasksHint')}
        rows={2}
        value={masks}
        problem={problem}
        onChange={events.onMasks}
      />
    </>
  );
}

function ReadOnlyOptions({ options: { chosen } }: RecordingOptionsProps) {
  const facts = SWITCHES.map(({ key, label }) => ({
    label: message(label),
    value: message(chosen[key] ? 'panelOn' : 'panelOff'),
  }));
  const masks = chosen.masks.join('\n') || message('panelMasksNone');
  return (
    <>
      <p>{message('panelOptionsFixed')}</p>
      <dl className={styles.facts}>
        {[...facts, { label: message('panelMasks'), value: masks }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
