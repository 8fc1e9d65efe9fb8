import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, useStore } from 'zustand';
import { summarizeAll } from '../../app/demonstrations.ts';
import { readRankerStatus } from '../../app/rank-candidates.ts';
import { readMaskSelectors, writeMaskSelectors } from '../../platform/mask-selectors.ts';
import { closeWhenWiped } from '../../platform/wipe.ts';
import { validateMaskSelectors } from '../../platform/validate-mask-selectors.ts';
import type { RankerStatus } from '../../protocol/ranker-worker.ts';
import { explainRanker, nameRanker } from '../../ui/format/ranker-name.ts';
import { openEndpointDesk } from './endpoint-desk.ts';
import { openMemoryDesk } from './memory-desk.ts';
import { createLearningDesk } from './learning-desk.ts';
import { createModelsDesk } from './models-desk.ts';
import { openRulesDesk } from './rules-desk.ts';
import { createWipeDesk } from './wipe-desk.ts';
import { SettingsView } from './view/settings-view.tsx';
import type { RankerModel, SettingsEvents, SettingsModel } from './view/view-model.ts';

/** How often a ranker that loads is asked how it stands, ms. */
const ASK_EVERY_MS = 500;

const store = createStore<SettingsModel>(() => ({ state: 'loading' }));

/** Changes what is shown once it is loaded. */
function change(part: Partial<Extract<SettingsModel, { state: 'ready' }>>): void {
  const before = store.getState();
  if (before.state === 'ready') store.setState({ ...before, ...part }, true);
}

async function load(): Promise<void> {
  try {
    const [endpoint, summaries, ranker, masks] = await Promise.all([
      endpointDesk.load(),
      summarizeAll(),
      readRankerStatus(),
      readMaskSelectors(),
    ]);
    store.setState(
      {
        state: 'ready',
        endpoint,
        ranker: modelRanker(ranker, null),
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
    store.setState({
      state: 'failed',
      message: `The settings could not be read: ${String(error)}`,
    });
  }
}

/** Shows how the ranker stands, until it has loaded. */
async function followRanker(): Promise<void> {
  for (;;) {
    const status = await readRankerStatus();
    const before = store.getState();
    const model = before.state === 'ready' ? before.models?.installed : null;
    change({ ranker: modelRanker(status, model?.name ?? null) });
    if (status?.state !== 'loading') return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());
closeWhenWiped(closing.signal);

const endpointDesk = openEndpointDesk((shown) => change({ endpoint: shown }), closing.signal);

const models = createModelsDesk(
  (shown) => change({ models: shown }),
  () => void followRanker(),
);

const memory = openMemoryDesk((shown) => change({ memory: shown }));

const learning = createLearningDesk((shown) => change({ learning: shown }));

const wipe = createWipeDesk(
  (shown) => change({ wipe: shown }),
  async () => {
    // Forms begin anew with what is stored.
    store.setState({ state: 'loading' }, true);
    await load();
  },
);

const rules = openRulesDesk((shown) => change({ rules: shown }));

const BACKENDS = {
  'webgpu-fp16': 'the graphics card (WebGPU, half precision)',
  'webgpu-fp32': 'the graphics card (WebGPU)',
  'kernel-pool': 'the processor, several workers (WASM, own kernel)',
  kernel: 'the processor (WASM, own kernel)',
  'wasm-threads': 'the processor, several threads (WASM)',
  'wasm-pool': 'the processor, several workers (WASM)',
  wasm: 'the processor (WASM)',
};

function modelRanker(status: RankerStatus | null, installed: string | null): RankerModel {
  // One that was not asked for anything yet loads the installed model when it is.
  const isAsleep = status === null || status.state === 'loading';
  const name = isAsleep ? installed : status.name;
  // Words and the small encoder always rank.
  const ranker = name === null ? 'lexical + small' : `lexical + small + ${name}`;
  return {
    name: nameRanker(ranker),
    meaning: explainRanker(ranker),
    backend: status?.backend ? BACKENDS[status.backend] : null,
    tokensPerS: status?.tokensPerS ?? null,
    notice: status?.notice ?? null,
  };
}

const events: SettingsEvents = {
  endpoint: endpointDesk.events,
  onSaveMasks(text) {
    const before = store.getState();
    if (before.state !== 'ready') return;
    const validated = validateMaskSelectors(text);
    if (!validated.ok) {
      change({ masks: { ...before.masks, problem: validated.reason, saved: false } });
      return;
    }
    const { selectors } = validated;
    writeMaskSelectors(selectors).then(
      () => change({ masks: { stored: selectors, problem: null, saved: true } }),
      (error: unknown) =>
        change({
          masks: {
            ...before.masks,
            problem: `It could not be saved: ${String(error)}`,
            saved: false,
          },
        }),
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
