import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, useStore } from 'zustand';
import { summarizeAll } from '../../app/demonstrations.ts';
import type { EndpointSettings as Stored } from '../../core/navigator/endpoint-settings.ts';
import { validateEndpoint } from '../../core/navigator/endpoint-settings.ts';
import { askEndpoint } from '../../platform/endpoint/ask-endpoint.ts';
import { readEndpoint, writeEndpoint } from '../../platform/settings.ts';
import { findPresetByUrl } from './view/presets.ts';
import { SettingsView } from './view/settings-view.tsx';
import type {
  EndpointSettings,
  SettingsEvents,
  SettingsModel,
  TestModel,
} from './view/view-model.ts';

const store = createStore<SettingsModel>(() => ({ state: 'loading' }));

/** Changes what is shown once it is loaded. */
function change(part: Partial<Extract<SettingsModel, { state: 'ready' }>>): void {
  const before = store.getState();
  if (before.state === 'ready') store.setState({ ...before, ...part }, true);
}

async function load(): Promise<void> {
  try {
    const [stored, summaries] = await Promise.all([readEndpoint(), summarizeAll()]);
    store.setState(
      {
        state: 'ready',
        endpoint: stored && { ...stored, preset: findPresetByUrl(stored.baseUrl).id },
        test: { state: 'none' },
        saving: { state: 'none' },
        ranker: { name: 'word ranker + tiny encoder', backend: null, notice: null },
        storage: {
          usedBytes: summaries.reduce((sum, { bytes }) => sum + bytes, 0),
          demonstrations: summaries.length,
        },
      },
      true,
    );
  } catch (error) {
    store.setState({
      state: 'failed',
      message: `The settings could not be read: ${String(error)}`,
    });
  }
}

/** Asks the endpoint for one word, and tells how that went. */
async function test(settings: Stored): Promise<TestModel> {
  const begun = performance.now();
  const first: { ms: number | null } = { ms: null };
  const messages = [{ role: 'user' as const, content: 'Answer with the one word: ready' }];
  const reply = await askEndpoint(settings, messages, {
    onText: () => {
      first.ms ??= performance.now() - begun;
    },
    signal: AbortSignal.timeout(60_000),
  });
  if (!reply.ok) return { state: 'fails', message: reply.message, next: null, models: [] };
  const said = reply.text.trim().slice(0, 60);
  const message = `${settings.model} answered “${said}”.`;
  return {
    state: 'works',
    message,
    ms: Math.round(first.ms ?? performance.now() - begun),
    models: [],
  };
}

/** Runs `work` with what was entered, or tells what is wrong with it. */
function withValid(entered: EndpointSettings, work: (settings: Stored) => void): string | null {
  const validated = validateEndpoint(entered);
  if (!validated.ok) return validated.problems.map(({ message }) => message).join(' ');
  work(validated.settings);
  return null;
}

const events: SettingsEvents = {
  onTest(entered) {
    const problem = withValid(entered, (settings) => {
      change({ test: { state: 'running' } });
      void test(settings).then((result) => change({ test: result }));
    });
    if (problem) change({ test: { state: 'fails', message: problem, next: null, models: [] } });
  },
  onSave(entered) {
    const problem = withValid(entered, (settings) => {
      writeEndpoint(settings).then(
        () => change({ endpoint: entered, saving: { state: 'saved' } }),
        (error: unknown) =>
          change({
            saving: { state: 'failed', message: `It could not be saved: ${String(error)}` },
          }),
      );
    });
    if (problem) change({ saving: { state: 'failed', message: problem } });
  },
  onForget: () =>
    void writeEndpoint(null).then(() => change({ endpoint: null, saving: { state: 'none' } })),
  onEdit: () => change({ test: { state: 'none' }, saving: { state: 'none' } }),
  onRetry: () => void load(),
  onOpenStudio: () =>
    void chrome.tabs.create({ url: chrome.runtime.getURL('src/entrypoints/studio/index.html') }),
};

function SettingsApp() {
  return <SettingsView model={useStore(store)} events={events} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
void load();
createRoot(root).render(
  <StrictMode>
    <SettingsApp />
  </StrictMode>,
);
