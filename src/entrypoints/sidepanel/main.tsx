import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { exposeAutomation } from '../../app/automation.ts';
import { openImages } from '../../app/library/images.ts';
import { lendStreams } from '../../app/tab/lend-stream.ts';
import { followTab } from '../../app/tab/tab-reach.ts';
import { removeLeftExports } from '../../platform/export-files.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import { ImageSourceContext } from '../../ui/conversation/screenshot-view.tsx';
import { openPanelController } from './panel-controller.ts';
import { modelPanel } from './panel-model.ts';
import { createPanelState } from './panel-state.ts';
import { SidePanelView } from './view/side-panel-view.tsx';

/** CSS px, as in screenshot-view.module.css. */
const THUMBNAIL_WIDTH = 84;

/** `?tabId=` is given when this page is opened as an ordinary tab: it then acts on that tab. */
function readFixedTab(): number | null {
  const value = new URLSearchParams(location.search).get('tabId');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());
const store = createPanelState();
const { copilot, events, ready } = openPanelController(store, closing.signal);
const images = openImages(closing.signal, THUMBNAIL_WIDTH);
const tabKnown = followTab(readFixedTab(), (tab) => store.setState({ tab }), closing.signal);
lendStreams();
closeWhenWiped(closing.signal);
exposeAutomation(copilot);
void removeLeftExports();

function PanelApp() {
  const state = useStore(store);
  const model = useMemo(() => modelPanel(state), [state]);
  return (
    <ImageSourceContext value={images}>
      <SidePanelView model={model} events={events} />
    </ImageSourceContext>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
const app = createRoot(root);
// Rendered once the last role and the tab are known: a message sent earlier could reach the wrong one, or none.
void Promise.allSettled([ready, tabKnown]).then(() =>
  app.render(
    <StrictMode>
      <PanelApp />
    </StrictMode>,
  ),
);
