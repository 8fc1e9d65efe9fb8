import { order } from '../../../app/connection.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import type { WipePart } from '../../../platform/settings/wipe.ts';
import { wipeEverything } from '../../../platform/settings/wipe.ts';
import type { WipeEvents, WipeModel } from '../settings-model.ts';

const PARTS: Record<WipePart, MessageName> = {
  pages: 'settingsWipePages',
  databases: 'settingsWipeDatabases',
  files: 'settingsWipeFiles',
  settings: 'settingsWipeSettings',
};

/** Deletes all stored data; `onWiped` reloads what the page shows. */
export function createWipeController(
  onShow: (wipe: WipeModel) => void,
  onWiped: () => Promise<void>,
) {
  let isWorking = false;
  const showPart = (part: WipePart): void =>
    onShow({ state: 'working', part: message(PARTS[part]) });

  async function wipe(): Promise<void> {
    showPart('pages');
    const { state } = await order('recording.status', null);
    if (state !== 'idle') {
      onShow({ state: 'refused', message: message('settingsWipeRefused') });
      return;
    }
    // Otherwise the copilot would keep working, and its overlay would stay, after the panel has closed.
    await order('pilot.stop', null);
    const left = await wipeEverything(showPart);
    await onWiped();
    onShow(left.length > 0 ? { state: 'partly', left } : { state: 'done' });
  }

  const events: WipeEvents = {
    onWipe() {
      if (isWorking) return;
      isWorking = true;
      wipe()
        .catch((error: unknown) => onShow({ state: 'partly', left: [String(error)] }))
        .finally(() => {
          isWorking = false;
        });
    },
  };
  return { events };
}
