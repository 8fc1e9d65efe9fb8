import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { exposeAutomation } from '../../app/automation.ts';
import { lendStreams } from '../../app/lend-stream.ts';
import { openImages } from '../../app/images.ts';
import { followTab } from '../../app/tab-reach.ts';
import { removeLeftExports } from '../../platform/export-files.ts';
import { closeWhenWiped } from '../../platform/wipe.ts';
import { openCopilotDesk } from './copilot-desk.ts';
import { makeEvents, PanelApp } from './panel-app.tsx';
import { createPanelState } from './panel-state.ts';
import { openRecordingDesk } from './recording-desk.ts';
import { openSeatDesk } from './seat-desk.ts';

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
const copilot = openCopilotDesk(store, closing.signal);
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
      events={makeEvents(store, { recording, copilot, seats })}
    />
  </StrictMode>
);
const shown = createRoot(root);
// Shown only then, so that nothing is said to one who does not navigate.
void seats.ready.then(() => shown.render(app));
