import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { exposeAutomation } from '../../app/automation.ts';
import { openImages } from '../../app/library/images.ts';
import { lendStreams } from '../../app/tab/lend-stream.ts';
import { followTab } from '../../app/tab/tab-reach.ts';
import { removeLeftExports } from '../../platform/export-files.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import type { ImageSource } from '../../ui/conversation/screenshot-view.tsx';
import { ImageSourceContext } from '../../ui/conversation/screenshot-view.tsx';
import type { CopilotController } from './copilot-controller.ts';
import { openCopilotController } from './copilot-controller.ts';
import { modelPanel } from './panel-model.ts';
import type { PanelStore } from './panel-state.ts';
import { createPanelState } from './panel-state.ts';
import type { RecordingDesk } from './recording-controller.ts';
import { openRecordingDesk } from './recording-controller.ts';
import type { SeatDesk } from './seat-desk.ts';
import { openSeatDesk } from './seat-desk.ts';
import { SidePanelView } from './view/side-panel-view.tsx';
import type { SidePanelEvents } from './view/view-model.ts';

interface PanelAppProps {
  store: PanelStore;
  images: ImageSource;
  events: SidePanelEvents;
}

function PanelApp({ store, images, events }: PanelAppProps) {
  const state = useStore(store);
  const model = useMemo(() => modelPanel(state), [state]);
  return (
    <ImageSourceContext value={images}>
      <SidePanelView model={model} events={events} />
    </ImageSourceContext>
  );
}

/** The user's doings, each handed to the desk it concerns. */
function createPanelEvents(
  store: PanelStore,
  {
    recording,
    copilot,
    seats,
  }: { recording: RecordingDesk; copilot: CopilotController; seats: SeatDesk },
): SidePanelEvents {
  const openFinished = (todo: 'export' | 'review'): void => {
    const id = store.getState().finished?.demonstration.id ?? '';
    openPage(`src/entrypoints/studio/index.html?${todo}=${encodeURIComponent(id)}`);
  };
  return {
    onRecord: recording.start,
    onPause: recording.pause,
    onResume: recording.resume,
    onStop: recording.stop,
    onUndo: recording.undo,
    onRedo: recording.redo,
    onToggleOptions: recording.options.toggle,
    onOptions: recording.options.choose,
    onMasks: recording.options.enterMasks,
    onExport: recording.export,
    onCancelExport: recording.cancelExport,
    onOtherFormats: () => openFinished('export'),
    onReview: () => openFinished('review'),
    onDiscard: recording.discard,
    onCloseFinished: recording.closeFinished,
    onOpenStudio: () => openPage('src/entrypoints/studio/index.html'),
    onOpenSettings: () => void chrome.runtime.openOptionsPage(),
    onRoleChange: (seat) => seats.choose({ seat }),
    onSpeakAs: (speakAs) => seats.choose({ speakAs }),
    onDraft: copilot.prepare,
    onSend: copilot.send,
    onPauseCopilot: copilot.copilot.pause,
    onTakeOver: copilot.copilot.takeOver,
    onReleaseCopilot: copilot.copilot.release,
    onStopCopilot: copilot.stop,
    onUnlock: copilot.unlock,
    onBannerAction: (id) => {
      if (!copilot.endPause(id === 'go-on')) store.setState({ banner: null });
    },
    onDismissBanner: () => {
      if (!copilot.endPause(false)) store.setState({ banner: null });
    },
    onClear: copilot.unfinished.forget,
    onAnswer: (_entryId, option) => copilot.send(option.value),
    onDecide: copilot.decide,
    onRevoke: copilot.takeBack,
    onEditHops: copilot.editHops,
    onCorrect: copilot.correct,
    onPreview: copilot.preview,
    onNoticeAction: (_entryId, actionId) => {
      const tab = store.getState().tab;
      if (actionId === 'settings') void chrome.runtime.openOptionsPage();
      if (actionId === 'retry') copilot.retry();
      if (actionId === 'resume') copilot.unfinished.resume();
      if (actionId === 'discard') copilot.unfinished.discard();
      if (actionId === 'reload' && tab) void chrome.tabs.reload(tab.tabId);
    },
  };
}

function openPage(path: string): void {
  void chrome.tabs.create({ url: chrome.runtime.getURL(path) });
}

/** `?tabId=` is given when this page is opened as an ordinary tab: it then acts on that tab. */
function readFixedTab(): number | null {
  const value = new URLSearchParams(location.search).get('tabId');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

/** As the list of turns shows them (ui/conversation/shot-view.module.css), CSS px. */
const THUMBNAIL_WIDTH = 84;

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());

const store = createPanelState();
const recording = openRecordingDesk(store, closing.signal);
const copilot = openCopilotController(store, closing.signal);
const seats = openSeatDesk(store);
followTab(readFixedTab(), (tab) => store.setState({ tab }), closing.signal);
lendStreams();
closeWhenWiped(closing.signal);
exposeAutomation(copilot.copilot);
void removeLeftExports();

const app = (
  <StrictMode>
    <PanelApp
      store={store}
      images={openImages(closing.signal, THUMBNAIL_WIDTH)}
      events={createPanelEvents(store, { recording, copilot, seats })}
    />
  </StrictMode>
);
const shown = createRoot(root);
// Shown only then, so that nothing is said to one who does not navigate.
void seats.ready.then(() => shown.render(app));
