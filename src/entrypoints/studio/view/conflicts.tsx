import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import type { ConflictModel } from '../studio-model.ts';
import styles from './conflicts.module.css';

interface ConflictsProps {
  conflicts: readonly ConflictModel[];
  isEditable: boolean;
  onEdit: (command: EditCommand) => void;
  onShow: (turnId: string) => void;
}

/** What two reviewers changed differently, side by side. Choosing one side takes the other one back. */
export function Conflicts({ conflicts, isEditable, onEdit, onShow }: ConflictsProps) {
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
              <Button variant="quiet" onClick={() => onShow(turnId)}>
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
                    onClick={() => onEdit({ kind: 'undo', of: otherId })}
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
