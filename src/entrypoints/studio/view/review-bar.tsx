import { useLayoutEffect, useRef } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton, Segments } from '../../../ui/components/buttons.tsx';
import { CloseIcon, RedoIcon, UndoIcon } from '../../../ui/components/icons.tsx';
import type { SelectedModel, StudioEvents } from '../studio-model.ts';
import { REVIEW_KEYS } from './review-keys.ts';
import styles from './review-bar.module.css';

interface ReviewBarProps {
  timeline: Extract<SelectedModel['timeline'], { state: 'ready' }>;
  events: Pick<StudioEvents, 'onEdit' | 'onVersion'>;
  onHelp: () => void;
}

/** Undo and redo, the edited or the original turns, and what was changed. */
export function ReviewBar({ timeline, events, onHelp }: ReviewBarProps) {
  const { changes, canRedo, version } = timeline;
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
      <Button variant="quiet" title={REVIEW_KEYS.help.keys} onClick={onHelp}>
        {message('studioKeys')}
      </Button>
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
