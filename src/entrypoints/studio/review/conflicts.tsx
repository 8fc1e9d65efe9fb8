import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import styles from './conflicts.module.css';
import { edit, reveal } from './run-command.ts';
import type { Timeline } from './timeline.ts';

/** What two reviewers changed differently, side by side. Choosing one side takes the other one back. */
export function Conflicts({ timeline: { conflicts, isEditable } }: { timeline: Timeline }) {
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label={message('studioConflicts')}>
      <h3>{countMessage('studioConflictCount', conflicts.length)}</h3>
      <p>{message('studioConflictHint')}</p>
      <ul>
        {conflicts.map(({ turnId, subject, sides }) => (
          <li key={sides.map(({ id }) => id).join(' ')} className={styles.conflict}>
            {turnId === null ? (
              <p className={styles.subject}>{subject}</p>
            ) : (
              <Button variant="quiet" onClick={() => reveal(turnId)}>
                {subject}
              </Button>
            )}
            <div className={styles.sides}>
              {sides.map(({ id, otherId, by, text, isStanding }) => (
                <div key={id} className={styles.side}>
                  <p className={styles.by}>
                    {by} {isStanding && <span>· {message('studioConflictStands')}</span>}
                  </p>
                  <p>{text}</p>
                  <Button
                    disabled={!isEditable}
                    aria-label={message('studioConflictKeepOf', by, text)}
                    onClick={() => edit({ kind: 'undo', of: otherId })}
                  >
                    {message('studioConflictKeep')}
                  </Button>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
