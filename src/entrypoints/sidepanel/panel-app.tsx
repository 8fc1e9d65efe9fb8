import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { ImageSource } from '../../ui/images/image-source.tsx';
import { ImageSourceContext } from '../../ui/images/image-source.tsx';
import type { CopilotDesk } from './copilot-desk.ts';
import { modelPanel } from './panel-model.ts';
import type { PanelStore } from './panel-state.ts';
import type { RecordingDesk } from './recording-desk.ts';
import type { SeatDesk } from './seat-desk.ts';
import { SidePanelView } from './view/side-panel-view.tsx';
import type { SidePanelEvents } from './view/view-model.ts';

interface PanelAppProps {
  store: PanelStore;
  images: ImageSource;
  events: SidePanelEvents;
}

export function PanelApp({ store, images, events }: PanelAppProps) {
  const state = useStore(store);
  const model = useMemo(() => modelPanel(state), [state]);
  return (
    <ImageSourceContext value={images}>
      <SidePanelView model={model} events={events} />
    </ImageSourceContext>
  );
}

/** The user's doings, each handed to the desk it concerns. */
export function makeEvents(
  store: PanelStore,
  {
    recording,
    copilot,
    seats,
  }: { recording: RecordingDesk; copilot: CopilotDesk; seats: SeatDesk },
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
    onSeat: (seat) => seats.choose({ seat }),
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
    onTakeBack: copilot.takeBack,
    onEditHops: copilot.editHops,
    onCorrect: copilot.correct,
    onPreview: copilot.preview,
    onNoticeAction: (_entryId, actionId) => {
      const tab = store.getState().tab;
      if (actionId === 'settings') void chrome.runtime.openOptionsPage();
      if (actionId === 'retry') copilot.retry();
      if (actionId === 'resume') copilot.unfinished.goOn();
      if (actionId === 'discard') copilot.unfinished.discard();
      if (actionId === 'reload' && tab) void chrome.tabs.reload(tab.tabId);
    },
  };
}

function openPage(path: string): void {
  void chrome.tabs.create({ url: chrome.runtime.getURL(path) });
}
