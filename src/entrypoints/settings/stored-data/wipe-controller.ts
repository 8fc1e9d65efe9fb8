import { order } from '../../../app/connection.ts';
import type { WipePart } from '../../../platform/settings/wipe.ts';
import { wipeEverything } from '../../../platform/settings/wipe.ts';
import type { WipeEvents, WipeModel } from '../settings-model.ts';

const PART_LABELS: Record<WipePart, string> = {
  pages: 'closing what is open',
  databases: 'demonstrations, conversations, models and what was learned',
  files: 'files',
  settings: 'keys and settings',
};

/** Deletes everything that is kept; `onWiped` hears when what is shown is no longer so. */
export function createWipeController(
  onShow: (wipe: WipeModel) => void,
  onWiped: () => Promise<void>,
) {
  let isWorking = false;

  async function wipe(): Promise<void> {
    onShow({ state: 'working', part: PART_LABELS.pages });
    const { state } = await order('recording.status', null);
    if (state !== 'idle') {
      const message = 'A recording is not finished. Stop it first, then delete everything.';
      onShow({ state: 'refused', message });
      return;
    }
    // So that no page is worked on, or shows a Stop, without anybody there.
    await order('pilot.stop', null);
    const left = await wipeEverything((part) =>
      onShow({ state: 'working', part: PART_LABELS[part] }),
    );
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
