import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { exposeAutomation } from '../../app/automation.ts';
import { createCopilot } from '../../app/copilot.ts';
import { lendStreams } from '../../app/lend-stream.ts';
import { readEndpoint } from '../../platform/settings.ts';
import { closeWhenWiped } from '../../platform/wipe.ts';
import { ImageSourceContext } from '../../ui/images/image-source.tsx';
import { openLibraryDesk } from './library-desk.ts';
import { StudioView } from './view/studio-view.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());

const asked = new URLSearchParams(location.search);
const came = { toExport: asked.get('export'), toReview: asked.get('review') };
// Once is enough: not again when the page is loaded anew.
history.replaceState(null, '', location.pathname);
const { store, events, images } = openLibraryDesk(came, closing.signal);
lendStreams();
closeWhenWiped(closing.signal);
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
  return (
    <ImageSourceContext value={images}>
      <StudioView model={useStore(store)} events={events} />
    </ImageSourceContext>
  );
}

createRoot(root).render(
  <StrictMode>
    <StudioApp />
  </StrictMode>,
);
