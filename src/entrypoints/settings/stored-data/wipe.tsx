import { ConfirmButton } from '../../../ui/components/buttons.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { Notice } from '../../../ui/components/notice.tsx';
import type { ReadySettings, WipeEvents, WipeModel } from '../settings-model.ts';
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
          cancelLabel="Keep everything"
          onConfirm={events.onWipe}
        />
      )}
      <p role="status">{wipe.state === 'working' ? `Deleting: ${wipe.part}…` : ''}</p>
      <WipeResult wipe={wipe} />
    </div>
  );
}

function WipeResult({ wipe }: { wipe: WipeModel }) {
  switch (wipe.state) {
    case 'done':
      return (
        <Notice
          tone="good"
          happened="Everything Wayscribe kept was deleted."
          saved="It is as it was when it was new."
          next={null}
          role="status"
        />
      );
    case 'refused':
      return (
        <Notice
          tone="warning"
          happened={wipe.message}
          saved="Nothing was deleted."
          next={null}
          role="alert"
        />
      );
    case 'partly':
      return (
        <Notice
          tone="error"
          happened={`Not everything could be deleted. Left: ${wipe.left.join(', ')}.`}
          saved="All else is deleted."
          next="Something may still have it open: close other tabs of Wayscribe, then delete again. Removing the extension from the browser deletes all of it."
          role="alert"
        />
      );
    default:
      return null;
  }
}
