import { message } from '../../../messages/message.ts';
import { ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatBytes } from '../../../ui/format.ts';
import type { ReadySettings, WipeEvents, WipeModel } from '../settings-model.ts';
import styles from './wipe.module.css';

interface WipeProps {
  wipe: WipeModel;
  storage: ReadySettings['storage'];
  events: WipeEvents;
}

/** Deletes all stored data, after confirmation. */
export function Wipe({ wipe, storage, events }: WipeProps) {
  const isWorking = wipe.state === 'working';
  return (
    <div className={styles.wipe}>
      {!isWorking && (
        <ConfirmButton
          label={message('settingsWipe')}
          question={message('settingsWipeQuestion', formatBytes(storage.usedBytes))}
          cancelLabel={message('settingsWipeKeep')}
          onConfirm={events.onWipe}
        />
      )}
      <p role="status">{isWorking ? message('settingsWiping', wipe.part) : ''}</p>
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
          happened={message('settingsWiped')}
          saved={message('settingsWipedSaved')}
          role="status"
        />
      );
    case 'refused':
      return (
        <Notice
          tone="warning"
          happened={wipe.message}
          saved={message('settingsWipeRefusedSaved')}
          role="alert"
        />
      );
    case 'partly':
      return (
        <Notice
          tone="error"
          happened={message('settingsWipePartly', wipe.left.join(', '))}
          saved={message('settingsWipePartlySaved')}
          next={message('settingsWipePartlyNext')}
          role="alert"
        />
      );
    default:
      return null;
  }
}
