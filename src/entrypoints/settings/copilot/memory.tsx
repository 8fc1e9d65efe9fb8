import type { MemorySettings } from '../../../core/navigator/memory/memory-settings.ts';
import { MAX_PASTS } from '../../../core/navigator/memory/memory-settings.ts';
import type { PastOutcome } from '../../../core/navigator/memory/past.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { CheckField, LinesForm, Select } from '../../../ui/components/fields.tsx';
import { formatDay } from '../../../ui/format.ts';
import type { MemoryEvents, MemoryModel, PastRow } from './memory-controller.ts';
import styles from './memory.module.css';

interface MemoryProps {
  memory: MemoryModel;
  events: MemoryEvents;
}

/** Whether a model is shown what was done before, and what it could be shown. */
export function Memory({ memory, events }: MemoryProps) {
  const { settings, sites, problem } = memory;
  if (!settings) return null;
  const { on, count, anySite, without } = settings;
  const counts = Array.from({ length: MAX_PASTS }, (_, at) => at + 1);
  const options = (count === 0 ? [0, ...counts] : counts).map(String);
  return (
    <div className={styles.memory}>
      <CheckField
        label={message('settingsRemember')}
        checked={on}
        onChange={(isOn) => events.onChoose({ on: isOn })}
      />
      {on && (
        <>
          <label className={styles.choice}>
            {message('settingsRememberCount')}
            <Select
              value={String(count)}
              options={options.map((value) => ({ value, label: value }))}
              onChange={(value) => events.onChoose({ count: Number(value) })}
            />
          </label>
          <CheckField
            label={message('settingsRememberAnySite')}
            checked={anySite}
            onChange={(isOn) => events.onChoose({ anySite: isOn })}
          />
          <LinesForm
            name={message('settingsExcludedSites')}
            isSaved={sites.saved}
            rows={2}
            fields={[
              {
                label: message('settingsExcludedSites'),
                hint: message('settingsExcludedSitesHint'),
                problem: sites.problem,
                stored: without,
              },
            ]}
            onSave={([text = '']) => events.onSaveSites(text)}
          />
          <RememberedList pasts={memory.pasts} settings={settings} events={events} />
        </>
      )}
      <p role="status" className={styles.problem}>
        {problem ?? ''}
      </p>
    </div>
  );
}

const OUTCOMES: Record<PastOutcome, MessageName> = {
  worked: 'settingsPastWorked',
  failed: 'settingsPastFailed',
  unknown: 'settingsPastUnknown',
};

interface RememberedListProps extends Pick<MemoryModel, 'pasts'> {
  settings: MemorySettings;
  events: MemoryEvents;
}

/** The demonstrations and conversations that a model may be shown, each with what it would be shown. */
function RememberedList({ pasts, settings, events }: RememberedListProps) {
  const hasForgotten = settings.forgotten.length > 0 || settings.forgottenUntil > 0;
  const hasPasts = pasts !== null && pasts.length > 0;
  return (
    <section className={styles.pasts} aria-label={message('settingsRemembered')}>
      <h3>{message('settingsRemembered')}</h3>
      {hasPasts ? (
        <ul className={styles.list}>
          {pasts.map((row) => (
            <RememberedRow key={row.id} row={row} events={events} />
          ))}
        </ul>
      ) : (
        <p className={styles.note}>
          {message(pasts === null ? 'settingsRememberedReading' : 'settingsRememberedNone')}
        </p>
      )}
      <p className={styles.choice}>
        {hasPasts && (
          <Button onClick={events.onForgetAll}>{message('settingsForgetEverything')}</Button>
        )}
        {hasForgotten && (
          <Button onClick={events.onRestoreForgotten}>{message('settingsRestoreForgotten')}</Button>
        )}
      </p>
      <p className={styles.note}>{message('settingsForgetNote')}</p>
    </section>
  );
}

function RememberedRow({ row, events }: { row: PastRow; events: MemoryEvents }) {
  const { id, request, sites, startedAt, preview, isConversation } = row;
  return (
    <li className={styles.row}>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && !preview) events.onShow(id);
        }}
      >
        <summary>
          {request}{' '}
          <span className={styles.note}>
            {message(
              isConversation ? 'settingsConversationAt' : 'settingsDemonstrationAt',
              sites.join(', '),
              formatDay(startedAt),
            )}
          </span>
        </summary>
        {preview && (
          <>
            <p>{message(OUTCOMES[preview.outcome])}</p>
            <ol className={styles.steps}>
              {preview.steps.map((step, at) => (
                <li key={`${at} ${step}`}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </details>
      <Button
        aria-label={message('settingsForgetNamed', request)}
        onClick={() => events.onForget(id)}
      >
        {message('settingsForget')}
      </Button>
    </li>
  );
}
