import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton, Segments } from '../../../ui/components/buttons.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { RedoIcon, UndoIcon } from '../../../ui/components/icons.tsx';
import { ListDetails } from '../../../ui/components/list-details.tsx';
import { STATUSES } from '../library/library-rows.ts';
import styles from './review-bar.module.css';
import { REVIEW_KEYS } from './review-commands.ts';
import { fixAll, setVersion, storeEdit, useReview } from './review-controller.ts';
import { makeSkillOf } from '../skills/skills-controller.ts';
import { edit, reveal, runCommand } from './run-command.ts';
import type { Timeline } from './timeline.ts';

/** What is done with the demonstration as a whole. */
const JUDGEMENTS = ['ready', 'approve', 'reject'] as const;

/** Undo and redo, the edited or the original turns, what was changed, and the review. */
export function ReviewBar({ timeline }: { timeline: Timeline }) {
  const { changes, canRedo, version, review, isEditable, safeFixes } = timeline;
  const selectedId = useReview((open) => open?.selection.id ?? '');
  return (
    <div className={styles.bar}>
      <IconButton
        icon={<UndoIcon />}
        label={message('commonUndo')}
        disabled={changes.length === 0}
        onClick={() => void storeEdit({ kind: 'undo' })}
      />
      <IconButton
        icon={<RedoIcon />}
        label={message('commonRedo')}
        disabled={!canRedo}
        onClick={() => void storeEdit({ kind: 'redo' })}
      />
      <Segments
        size="small"
        label={message('studioVersion')}
        value={version}
        options={[
          { value: 'edited', label: message('studioEdited') },
          { value: 'original', label: message('studioOriginal') },
        ]}
        onChange={setVersion}
      />
      <ListDetails
        className={styles.changes}
        summary={countMessage('studioChanges', changes.length)}
        lines={changes}
      />
      {safeFixes.length > 0 && isEditable && (
        <Button onClick={() => void fixAll(safeFixes)}>
          {countMessage('studioFixAll', safeFixes.length)}
        </Button>
      )}
      <Button onClick={() => void makeSkillOf([selectedId])}>{message('skillsMake')}</Button>
      <Button variant="quiet" title={REVIEW_KEYS.help.keys} onClick={() => runCommand('help')}>
        {message('studioKeys')}
      </Button>
      <div className={styles.review} role="group" aria-label={message('studioReview')}>
        <span className={styles.status} data-status={review.status}>
          {[message(STATUSES[review.status]), review.by].filter((part) => part !== '').join(' · ')}
        </span>
        {JUDGEMENTS.map((command) => (
          <Button
            key={command}
            title={REVIEW_KEYS[command].keys}
            disabled={!isEditable}
            onClick={() => runCommand(command)}
          >
            {message(REVIEW_KEYS[command].label)}
          </Button>
        ))}
      </div>
      {review.comment !== '' && <p className={styles.reason}>{review.comment}</p>}
    </div>
  );
}

export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={message('studioKeys')} onClose={onClose}>
      <dl className={styles.keys}>
        {Object.values(REVIEW_KEYS).map(({ keys, label }) => (
          <div key={label}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{message(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

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
