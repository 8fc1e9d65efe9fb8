import { openAgentsController } from './agents-controller.ts';
import { message } from '../../messages/message.ts';
import type { RoleChoice } from '../../platform/settings/stored-settings.ts';
import { readRoleChoice, writeRoleChoice } from '../../platform/settings/stored-settings.ts';
import { openCopilotController } from './copilot-controller.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { openRecordingController } from './recording-controller.ts';

const STUDIO = 'src/entrypoints/studio/index.html';

/** Opens the controllers and returns what the user can do; `ready` settles once the last role is known. */
export function openPanelController(store: PanelStore, signal: AbortSignal) {
  const { copilot, events } = openCopilotController(store, signal);

  const openStudio = (query = ''): void =>
    void chrome.tabs.create({ url: chrome.runtime.getURL(STUDIO + query) });
  const openFinished = (todo: 'export' | 'review' | 'skill'): void =>
    openStudio(`?${todo}=${encodeURIComponent(store.getState().finished?.demonstration.id ?? '')}`);

  function choose(change: Partial<RoleChoice>): void {
    store.setState(change);
    writeRoleChoice(store.getState()).catch((error: unknown) =>
      showBanner(store, message('panelRoleNotSaved', String(error))),
    );
  }

  return {
    copilot,
    ready: readRoleChoice().then(
      (choice) => store.setState(choice),
      () => undefined,
    ),
    events: {
      ...events,
      ...openRecordingController(store, signal),
      ...openAgentsController(store, copilot, signal),
      onOtherFormats: () => openFinished('export'),
      onReview: () => openFinished('review'),
      onMakeSkill: () => openFinished('skill'),
      onOpenStudio: () => openStudio(),
      onOpenSettings: () => void chrome.runtime.openOptionsPage(),
      onRoleChange: (role: RoleChoice['role']) => choose({ role }),
      onSpeakAs: (speakAs: RoleChoice['speakAs']) => choose({ speakAs }),
    },
  };
}

export type SidePanelEvents = ReturnType<typeof openPanelController>['events'];
