import type { PastOutcome } from '../../../core/navigator/memory/past.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatDay } from '../../../ui/format/time.ts';
import type { MemoryEvents, MemoryModel, PastRow } from './memory-model.ts';
import styles from './memory.module.css';

const OUTCOMES: Record<PastOutcome, string> = {
  worked: 'It worked.',
  failed: 'It failed.',
  unknown: 'Whether it worked is not known.',
};

/** Each demonstration and conversation that a model may be told of, with what it would be told. */
export function PastList({ memory, events }: { memory: MemoryModel; events: MemoryEvents }) {
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
            <Row key={row.id} row={row} events={events} />
          ))}
        </ul>
      )}
      <p className={styles.choice}>
        {pasts !== null && pasts.length > 0 && (
          <Button onClick={events.onForgetAll}>Forget everything</Button>
        )}
        {hasForgotten && (
          <Button onClick={events.onRememberAgain}>Remember what was forgotten</Button>
        )}
      </p>
      <p className={styles.note}>
        Forgetting deletes no demonstration. What is remembered of a conversation is deleted, and
        cannot be remembered again.
      </p>
    </section>
  );
}

function Row({ row, events }: { row: PastRow; events: MemoryEvents }) {
  const { id, request, sites, startedAt, told, isConversation } = row;
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
            <p>{OUTCOMES[told.outcome]}</p>
            <ol className={styles.steps}>
              {told.steps.map((step, at) => (
                <li key={`${String(at)} ${step}`}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </details>
      <Button
        aria-label={`Forget: ${request}`}
        onClick={() => {
          events.onForget(id);
        }}
      >
        Forget
      </Button>
    </li>
  );
}
