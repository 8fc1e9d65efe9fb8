import { useState } from 'react';
import { MAX_PASTS } from '../../../core/navigator/memory/memory-settings.ts';
import type { PastOutcome } from '../../../core/navigator/memory/past.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { formatDay } from '../../../ui/format.ts';
import { LinesField, LinesForm } from '../form-fields.tsx';
import type { MemoryEvents, MemoryModel, PastRow } from '../settings-model.ts';
import styles from './memory.module.css';

const COUNT_OPTIONS = Array.from({ length: MAX_PASTS }, (_, at) => at + 1);

/** Whether a model is told of what was done before, of what, and what it could be told. */
export function Memory({ memory, events }: { memory: MemoryModel; events: MemoryEvents }) {
  const { on, count, anySite, problem } = memory;
  return (
    <div className={styles.memory}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => events.onChoose({ on: target.checked })}
        />
        Tell the model of earlier demonstrations and conversations that are like the request
      </label>
      {on && (
        <>
          <label className={styles.choice}>
            At most
            <select
              value={count}
              onChange={({ target }) => events.onChoose({ count: Number(target.value) })}
            >
              {count === 0 && <option value={0}>0</option>}
              {COUNT_OPTIONS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            for one request
          </label>
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={anySite}
              onChange={({ target }) => events.onChoose({ anySite: target.checked })}
            />
            Also of what was done on other sites than the one in the tab
          </label>
          <ExcludedSitesForm excludedSites={memory.excludedSites} onSave={events.onSaveSites} />
          <RememberedList memory={memory} events={events} />
        </>
      )}
      <p role="status" className={styles.problem}>
        {problem ?? ''}
      </p>
    </div>
  );
}

interface ExcludedSitesFormProps {
  excludedSites: MemoryModel['excludedSites'];
  onSave: MemoryEvents['onSaveSites'];
}

function ExcludedSitesForm({ excludedSites: without, onSave }: ExcludedSitesFormProps) {
  const [text, setText] = useState(without.stored.join('\n'));
  const save = () => onSave(text);
  return (
    <LinesForm save="Leave these out" saved={without.saved} onSave={save}>
      <LinesField
        label="Never tell of"
        hint="One site per line: example.com, or *.example.com for it and all below it. Demonstrations and conversations that went there are told of nowhere, and conversations there are not remembered."
        problem={without.problem}
        rows={2}
        value={text}
        onChange={setText}
      />
    </LinesForm>
  );
}

const OUTCOME_LABELS: Record<PastOutcome, string> = {
  worked: 'It worked.',
  failed: 'It failed.',
  unknown: 'Whether it worked is not known.',
};

/** Each demonstration and conversation that a model may be told of, with what it would be told. */
function RememberedList({ memory, events }: { memory: MemoryModel; events: MemoryEvents }) {
  const { pasts, hasForgotten } = memory;
  return (
    <section className={styles.pasts} aria-label="Remembered">
      <h3>Remembered</h3>
      {pasts === null && <p className={styles.note}>What is remembered is being read.</p>}
      {pasts?.length === 0 && (
        <p className={styles.note}>
          Nothing. Demonstrations in which you say what you want, or that have a description, are
          remembered once they are finished, and so is what the copilot does in a conversation that
          is not recorded.
        </p>
      )}
      {pasts !== null && pasts.length > 0 && (
        <ul className={styles.list}>
          {pasts.map((row) => (
            <RememberedRow key={row.id} row={row} events={events} />
          ))}
        </ul>
      )}
      <p className={styles.choice}>
        {pasts !== null && pasts.length > 0 && (
          <Button onClick={events.onForgetAll}>Forget everything</Button>
        )}
        {hasForgotten && (
          <Button onClick={events.onRestoreForgotten}>Remember what was forgotten</Button>
        )}
      </p>
      <p className={styles.note}>
        Forgetting deletes no demonstration. What is remembered of a conversation is deleted, and
        cannot be remembered again.
      </p>
    </section>
  );
}

function RememberedRow({ row, events }: { row: PastRow; events: MemoryEvents }) {
  const { id, request, sites, startedAt, preview: told, isConversation } = row;
  return (
    <li className={styles.row}>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && !told) events.onShow(id);
        }}
      >
        <summary>
          {request}
          <span className={styles.note}>
            {' '}
            {isConversation && 'Conversation · '}
            {sites.join(', ')} · {formatDay(startedAt)}
          </span>
        </summary>
        {told && (
          <>
            <p>{OUTCOME_LABELS[told.outcome]}</p>
            <ol className={styles.steps}>
              {told.steps.map((step, at) => (
                <li key={`${String(at)} ${step}`}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </details>
      <Button aria-label={`Forget: ${request}`} onClick={() => events.onForget(id)}>
        Forget
      </Button>
    </li>
  );
}
