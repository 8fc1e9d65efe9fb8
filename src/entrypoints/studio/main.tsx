import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { exposeAutomation } from '../../app/automation.ts';
import { createCopilot } from '../../app/copilot.ts';
import { readEndpoint } from '../../platform/settings.ts';
import { openLibraryDesk } from './library-desk.ts';
import { StudioView } from './view/studio-view.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());

const { store, events } = openLibraryDesk(closing.signal);
// Studio shows no conversation; scripts may hold one here all the same.
exposeAutomation(
  createCopilot({
    endpoint: readEndpoint,
    onEvent: () => undefined,
    onMessage: () => undefined,
    onRanking: () => undefined,
    signal: closing.signal,
  }),
);

function StudioApp() {
  return <StudioView model={useStore(store)} events={events} />;
}

createRoot(root).render(
  <StrictMode>
    <StudioApp />
  </StrictMode>,
);
