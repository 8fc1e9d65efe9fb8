import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, useStore } from 'zustand';
import { summarizeAll } from '../../app/library/demonstrations.ts';
import { readRankerStatus } from '../../app/tab/rank-candidates.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import { readMaskSelectors, writeMaskSelectors } from '../../platform/settings/mask-selectors.ts';
import { readPersonName, writePersonName } from '../../platform/settings/person-name.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import type { RankerStatus } from '../../protocol/ranker-worker.ts';
import { explainRanker, nameRanker } from '../../ui/describe-ranker.ts';
import { createEndpointController } from './endpoint/endpoint-controller.ts';
import { createMemoryController } from './copilot/memory-controller.ts';
import { createLearningController } from './ranker/learning-controller.ts';
import { createModelsController } from './ranker/models-controller.ts';
import { createRulesController } from './copilot/rules-controller.ts';
import { createWipeController } from './stored-data/wipe-controller.ts';
import { SettingsView } from './settings-view.tsx';
import type { RankerModel, SettingsEvents, SettingsModel } from './settings-model.ts';
import { validateMaskSelectors } from '../../platform/settings/validate-mask-selectors.ts';

/** Ms between requests for the state of a loading ranker. */
const POLL_INTERVAL_MS = 500;

const store = createStore<SettingsModel>(() => ({ state: 'loading' }));

/** Changes the model once it is loaded. */
function change(part: Partial<Extract<SettingsModel, { state: 'ready' }>>): void {
  const before = store.getState();
  if (before.state === 'ready') store.setState({ ...before, ...part }, true);
}

async function load(): Promise<void> {
  try {
    const [endpoint, summaries, ranker, masks, name] = await Promise.all([
      endpointController.load(),
      summarizeAll(),
      readRankerStatus(),
      readMaskSelectors(),
      readPersonName(),
    ]);
    store.setState(
      {
        state: 'ready',
        endpoint,
        name,
        ranker: toRankerModel(ranker, null),
        models: null,
        learning: null,
        rules: null,
        memory: null,
        wipe: { state: 'idle' },
        masks: { stored: masks, problem: null, saved: false },
        storage: {
          usedBytes: summaries.reduce((sum, { bytes }) => sum + bytes, 0),
          demonstrations: summaries.length,
        },
      },
      true,
    );
    rules.load();
    memory.load();
    await models.load();
    void followRanker();
    await learning.load();
  } catch (error) {
    store.setState({ state: 'failed', message: String(error) });
  }
}

/** Shows the state of the ranker until it has loaded. */
async function followRanker(): Promise<void> {
  for (;;) {
    const status = await readRankerStatus();
    const before = store.getState();
    const model = before.state === 'ready' ? before.models?.installed : null;
    change({ ranker: toRankerModel(status, model?.name ?? null) });
    if (status?.state !== 'loading') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());
closeWhenWiped(closing.signal);

const endpointController = createEndpointController(
  (shown) => change({ endpoint: shown }),
  closing.signal,
);

const models = createModelsController(
  (shown) => change({ models: shown }),
  () => void followRanker(),
);

const memory = createMemoryController((shown) => change({ memory: shown }));

const learning = createLearningController((shown) => change({ learning: shown }));

const wipe = createWipeController(
  (shown) => change({ wipe: shown }),
  async () => {
    // Remounts the forms, so that they start from what is stored.
    store.setState({ state: 'loading' }, true);
    await load();
  },
);

const rules = createRulesController((shown) => change({ rules: shown }));

const BACKENDS: Record<NonNullable<RankerStatus['backend']>, MessageName> = {
  'webgpu-fp16': 'settingsBackendGpuHalf',
  'webgpu-fp32': 'settingsBackendGpu',
  'kernel-pool': 'settingsBackendKernelPool',
  kernel: 'settingsBackendKernel',
  'wasm-threads': 'settingsBackendThreads',
  'wasm-pool': 'settingsBackendPool',
  wasm: 'settingsBackendCpu',
};

function toRankerModel(status: RankerStatus | null, installed: string | null): RankerModel {
  // A ranker that has not ranked yet will load the installed model.
  const isAsleep = status === null || status.state === 'loading';
  const name = isAsleep ? installed : status.name;
  const ranker = name === null ? 'lexical + small' : `lexical + small + ${name}`;
  return {
    name: nameRanker(ranker),
    meaning: explainRanker(ranker),
    backend: status?.backend ? message(BACKENDS[status.backend]) : null,
    tokensPerS: status?.tokensPerS ?? null,
    notice: status?.notice ?? null,
  };
}

const events: SettingsEvents = {
  endpoint: endpointController.events,
  onSaveName(name) {
    change({ name });
    void writePersonName(name.trim());
  },
  onSaveMasks(text) {
    const before = store.getState();
    if (before.state !== 'ready') return;
    const fail = (problem: string): void =>
      change({ masks: { ...before.masks, problem, saved: false } });
    const validated = validateMaskSelectors(text);
    if (!validated.ok) {
      fail(validated.reason);
      return;
    }
    const { selectors } = validated;
    writeMaskSelectors(selectors).then(
      () => change({ masks: { stored: selectors, problem: null, saved: true } }),
      (error: unknown) => fail(message('settingsSaveFailed', String(error))),
    );
  },
  models: models.events,
  learning: learning.events,
  rules: rules.events,
  memory: memory.events,
  wipe: wipe.events,
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
