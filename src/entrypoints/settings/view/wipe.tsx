import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { formatBytes } from '../../../ui/format/amount.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import type { ReadySettings } from './view-model.ts';
import type { WipeEvents, WipeModel } from './wipe-model.ts';
import styles from './wipe.module.css';

interface WipeProps {
  wipe: WipeModel;
  storage: ReadySettings['storage'];
  events: WipeEvents;
}

/** Deletes all that is kept, after saying what that is. */
export function Wipe({ wipe, storage, events }: WipeProps) {
  const question = `Delete all demonstrations (${formatBytes(storage.usedBytes)}), the conversations with the copilot, what it remembers and has learned, ranker models and what they have read, the model’s address and key, and all choices in these settings? This cannot be undone. Files you have exported stay where you saved them. The panel and Studio are closed.`;
  return (
    <div className={styles.wipe}>
      {wipe.state !== 'working' && (
        <ConfirmButton
          label="Delete everything Wayscribe keeps"
          question={question}
          keepLabel="Keep everything"
          onConfirm={events.onWipe}
        />
      )}
      <p role="status">{wipe.state === 'working' ? `Deleting: ${wipe.part}…` : ''}</p>
      <Result wipe={wipe} />
    </div>
  );
}

function Result({ wipe }: { wipe: WipeModel }) {
  switch (wipe.state) {
    case 'done':
      return (
        <Notice
          tone="good"
          happened="Everything Wayscribe kept was deleted."
          kept="It is as it was when it was new."
          next={null}
          role="status"
        />
      );
    case 'refused':
      return (
        <Notice
          tone="warning"
          happened={wipe.message}
          kept="Nothing was deleted."
          next={null}
          role="alert"
        />
      );
    case 'partly':
      return (
        <Notice
          tone="error"
          happened={`Not everything could be deleted. Left: ${wipe.left.join(', ')}.`}
          kept="All else is deleted."
          next="Something may still have it open: close other tabs of Wayscribe, then delete again. Removing the extension from the browser deletes all of it."
          role="alert"
        />
      );
    default:
      return null;
  }
}
