import { create } from 'zustand';
import {
  beginInstall,
  cancelInstall,
  clearRemembered,
  discardUnfinished,
  readJob,
  readModels,
  removeInstalled,
} from '../../../app/models.ts';
import { readRankerStatus } from '../../../app/tab/rank-candidates.ts';
import { message } from '../../../messages/message.ts';
import { chooseFiles, describeUrls } from '../../../platform/encoder/models/model-specs.ts';
import type { InstalledModel, ModelJob, ModelOrder, ModelSpec } from '../../../protocol/models.ts';
import type { RankerStatus } from '../../../protocol/ranker-worker.ts';
import { act, wait } from '../act.ts';

/** Ms between requests for the progress of an installation. */
const POLL_INTERVAL_MS = 400;
/** Ms between requests for the state of a loading ranker. */
const RANKER_INTERVAL_MS = 500;

/** The ranker and its models. */
export const useModels = create(() => ({
  isRead: false,
  installed: null as InstalledModel | null,
  unfinished: null as { spec: ModelSpec; loaded: number } | null,
  job: { state: 'none' } as ModelJob,
  /** Texts in the installed model's cache. */
  remembered: 0,
  /** Why what was entered or chosen cannot be used; null when it can. */
  problem: null as string | null,
  /** The ranker that runs; null without one. */
  ranker: null as RankerStatus | null,
}));

let isFollowing = false;

export async function loadModels(): Promise<void> {
  useModels.setState({ ...(await readModels()), isRead: true });
  if (useModels.getState().job.state === 'running' && !isFollowing) void follow();
}

async function follow(): Promise<void> {
  isFollowing = true;
  while (useModels.getState().job.state === 'running') {
    await wait(POLL_INTERVAL_MS);
    useModels.setState({ job: await readJob() });
  }
  isFollowing = false;
  await loadModels();
  void followRanker();
}

/** Shows the state of the ranker until it has loaded. */
export async function followRanker(): Promise<void> {
  for (;;) {
    const ranker = await readRankerStatus();
    useModels.setState({ ranker });
    if (ranker?.state !== 'loading') return;
    await wait(RANKER_INTERVAL_MS);
  }
}

async function begin(order: ModelOrder): Promise<void> {
  useModels.setState({ problem: null });
  if (await beginInstall(order)) await loadModels();
  else useModels.setState({ problem: message('settingsInstallBusy') });
}

export function install(spec: ModelSpec): void {
  act(useModels, begin({ from: 'web', spec }));
}

/** Addresses of the ONNX file and of vocab.txt or tokenizer.json, as entered. */
export function installFromUrls(weights: string, vocabulary: string): void {
  const described = describeUrls(weights, vocabulary);
  if (described.ok) install(described.spec);
  else useModels.setState({ problem: described.reason });
}

export function installFromFiles(files: readonly File[], isDmr: boolean): void {
  const chosen = chooseFiles(files, isDmr ? 'dmr-exact' : 'compact');
  if (chosen.ok) act(useModels, begin(chosen.order));
  else useModels.setState({ problem: chosen.reason });
}

export function cancelInstallation(): void {
  act(useModels, cancelInstall());
}

export function discardInstallation(spec: ModelSpec): void {
  act(useModels, discardUnfinished(spec).then(loadModels));
}

export function clearCache(): void {
  act(useModels, clearRemembered().then(loadModels).then(followRanker));
}

export function removeModel(): void {
  act(useModels, removeInstalled().then(loadModels).then(followRanker));
}
