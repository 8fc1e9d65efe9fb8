import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { exposeAutomation } from '../../app/automation.ts';
import { createCopilot } from '../../app/copilot/copilot.ts';
import { openRunLog } from '../../app/copilot/journal.ts';
import { lendStreams } from '../../app/tab/lend-stream.ts';
import { readEndpoint } from '../../platform/settings/settings.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import { ImageSourceContext } from '../../ui/conversation/screenshot-view.tsx';
import { createLibraryController } from './library-controller.ts';
import { StudioView } from './view/studio-view.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());

const parameters = new URLSearchParams(location.search);
const request = { exportId: parameters.get('export'), reviewId: parameters.get('review') };
// A reload must not repeat the request.
history.replaceState(null, '', location.pathname);
const { store, events, images } = createLibraryController(request, closing.signal);
lendStreams();
closeWhenWiped(closing.signal);
// Studio shows no conversation, but scripts may use the copilot here.
exposeAutomation(
  createCopilot({
    endpoint: readEndpoint,
    log: openRunLog(),
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
