import { useLayoutEffect, useRef } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton, Segments } from '../../../ui/components/buttons.tsx';
import { CloseIcon, RedoIcon, UndoIcon } from '../../../ui/components/icons.tsx';
import type { SelectedModel, StudioEvents } from '../studio-model.ts';
import { describeStatus } from './describe-outcome.ts';
import type { ReviewCommand } from './review-keys.ts';
import { REVIEW_KEYS } from './review-keys.ts';
import styles from './review-bar.module.css';

interface ReviewBarProps {
  timeline: Extract<SelectedModel['timeline'], { state: 'ready' }>;
  events: Pick<StudioEvents, 'onEdit' | 'onFixAll' | 'onVersion'>;
  onCommand: (command: ReviewCommand) => void;
}

/** What is done with the demonstration as a whole. */
const JUDGEMENTS = ['ready', 'approve', 'reject'] as const;

/** Undo and redo, the edited or the original turns, what was changed, and the review. */
export function ReviewBar({ timeline, events, onCommand }: ReviewBarProps) {
  const { changes, canRedo, version, review, isRecording, safeFixes } = timeline;
  const isEditable = version === 'edited' && !isRecording;
  return (
    <div className={styles.bar}>
      <IconButton
        icon={<UndoIcon />}
        label={message('commonUndo')}
        disabled={changes.length === 0}
        onClick={() => events.onEdit({ kind: 'undo' })}
      />
      <IconButton
        icon={<RedoIcon />}
        label={message('commonRedo')}
        disabled={!canRedo}
        onClick={() => events.onEdit({ kind: 'redo' })}
      />
      <Segments
        size="small"
        label={message('studioVersion')}
        value={version}
        options={[
          { value: 'edited', label: message('studioEdited') },
          { value: 'original', label: message('studioOriginal') },
        ]}
        onChange={events.onVersion}
      />
      {changes.length > 0 && (
        <details className={styles.changes}>
          <summary>{countMessage('studioChanges', changes.length)}</summary>
          <ol>
            {changes.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ol>
        </details>
      )}
      {safeFixes.length > 0 && isEditable && (
        <Button onClick={events.onFixAll}>{countMessage('studioFixAll', safeFixes.length)}</Button>
      )}
      <Button variant="quiet" title={REVIEW_KEYS.help.keys} onClick={() => onCommand('help')}>
        {message('studioKeys')}
      </Button>
      <div className={styles.review} role="group" aria-label={message('studioReview')}>
        <span className={styles.status} data-status={review.status}>
          {[describeStatus(review.status), review.by].filter((part) => part !== '').join(' · ')}
        </span>
        {JUDGEMENTS.map((command) => (
          <Button
            key={command}
            title={REVIEW_KEYS[command].keys}
            disabled={!isEditable}
            onClick={() => onCommand(command)}
          >
            {message(REVIEW_KEYS[command].label)}
          </Button>
        ))}
      </div>
      {review.comment !== '' && <p className={styles.reason}>{review.comment}</p>}
    </div>
  );
}

/** Lists the keys of the review; Esc closes it. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="review-keys" onClose={onClose}>
      <div className={styles.sheetHead}>
        <h2 id="review-keys">{message('studioKeys')}</h2>
        <IconButton
          icon={<CloseIcon />}
          label={message('commonClose')}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <dl>
        {Object.values(REVIEW_KEYS).map(({ keys, label }) => (
          <div key={label}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{message(label)}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
