import { create } from 'zustand';
import { order } from '../../app/connection.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import type { WipePart } from '../../platform/settings/wipe.ts';
import { wipeEverything } from '../../platform/settings/wipe.ts';
import { ConfirmButton } from '../../ui/components/buttons.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { formatBytes } from '../../ui/format.ts';
import { reload } from './settings-controller.ts';
import styles from './settings-view.module.css';

type WipeModel =
  | { state: 'idle' }
  | { state: 'working'; part: string }
  | { state: 'done' }
  | { state: 'refused'; message: string }
  /** Names of what could not be deleted. */
  | { state: 'partly'; left: readonly string[] };

const useWipe = create<WipeModel>(() => ({ state: 'idle' }));

const PARTS: Record<WipePart, MessageName> = {
  pages: 'settingsWipePages',
  databases: 'settingsWipeDatabases',
  files: 'settingsWipeFiles',
  settings: 'settingsWipeSettings',
};

function show(wipe: WipeModel): void {
  useWipe.setState(wipe, true);
}

function showPart(part: WipePart): void {
  show({ state: 'working', part: message(PARTS[part]) });
}

/** Deletes all stored data, and shows what is stored then. */
function wipeAll(): void {
  if (useWipe.getState().state === 'working') return;
  showPart('pages');
  runWipe().then(show, (error: unknown) => show({ state: 'partly', left: [String(error)] }));
}

async function runWipe(): Promise<WipeModel> {
  const { state } = await order('recording.status', null);
  if (state !== 'idle') return { state: 'refused', message: message('settingsWipeRefused') };
  // Otherwise the copilot would keep working, and its overlay would stay, after the panel has closed.
  await order('pilot.stop', null);
  const left = await wipeEverything(showPart);
  await reload();
  return left.length > 0 ? { state: 'partly', left } : { state: 'done' };
}

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
