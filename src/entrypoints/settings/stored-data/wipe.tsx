import { message } from '../../../messages/message.ts';
import { ConfirmButton } from '../../../ui/components/buttons.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { useWipe, wipeAll } from './wipe-controller.ts';
import styles from './wipe.module.css';

/** Deletes all stored data, after confirmation. */
export function Wipe({ usedBytes }: { usedBytes: number }) {
  const wipe = useWipe();
  const isWorking = wipe.state === 'working';
  return (
    <div className={styles.wipe}>
      {!isWorking && (
        <ConfirmButton
          label={message('settingsWipe')}
          question={message('settingsWipeQuestion', formatBytes(usedBytes))}
          cancelLabel={message('settingsWipeKeep')}
          onConfirm={wipeAll}
        />
      )}
      <p role="status">{isWorking ? message('settingsWiping', wipe.part) : ''}</p>
      <WipeResult />
    </div>
  );
}

function WipeResult() {
  const wipe = useWipe();
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
