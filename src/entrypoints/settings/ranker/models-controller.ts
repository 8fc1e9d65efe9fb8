import {
  beginInstall,
  cancelInstall,
  clearRemembered,
  discardUnfinished,
  readJob,
  readModels,
  removeInstalled,
} from '../../../app/models.ts';
import { message } from '../../../messages/message.ts';
import { chooseFiles } from '../../../platform/encoder/models/choose-files.ts';
import { describeUrls, MODEL_SPECS } from '../../../platform/encoder/models/model-specs.ts';
import type { ModelOrder } from '../../../protocol/models.ts';
import type { ModelsEvents, ModelsModel } from '../settings-model.ts';

/** Ms between requests for the progress of an installation. */
const POLL_INTERVAL_MS = 400;

export interface ModelsController {
  events: ModelsEvents;
  /** Reads the models and follows a running installation. */
  load: () => Promise<void>;
}

/** Controls the ranker's model; calls `changed` when another model is, or will be, in use. */
export function createModelsController(
  show: (model: ModelsModel) => void,
  changed: () => void,
): ModelsController {
  let shown: ModelsModel = {
    installed: null,
    unfinished: null,
    job: { state: 'none' },
    remembered: 0,
    offered: MODEL_SPECS,
    problem: null,
  };
  let following = false;

  const change = (part: Partial<ModelsModel>): void => {
    shown = { ...shown, ...part };
    show(shown);
  };

  async function load(): Promise<void> {
    change(await readModels());
    if (shown.job.state === 'running' && !following) void follow();
  }

  async function follow(): Promise<void> {
    following = true;
    while (shown.job.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      change({ job: await readJob() });
    }
    following = false;
    await load();
    changed();
  }

  async function install(order: ModelOrder): Promise<void> {
    change({ problem: null });
    if (await beginInstall(order)) await load();
    else change({ problem: message('settingsInstallBusy') });
  }

  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) =>
      change({ problem: message('settingsFailed', String(error)) }),
    );

  return {
    load,
    events: {
      onInstall: (spec) => run(install({ from: 'web', spec })),
      onFetch(weights, vocabulary) {
        const described = describeUrls(weights, vocabulary);
        if (described.ok) run(install({ from: 'web', spec: described.spec }));
        else change({ problem: described.reason });
      },
      onImport({ files, isDmr }) {
        const chosen = chooseFiles(files, isDmr ? 'dmr-exact' : 'compact');
        if (chosen.ok) run(install(chosen.order));
        else change({ problem: chosen.reason });
      },
      onCancel: () => run(cancelInstall()),
      onDiscard() {
        if (shown.unfinished) run(discardUnfinished(shown.unfinished.spec).then(load));
      },
      onClear: () => run(clearRemembered().then(load).then(changed)),
      onRemove: () => run(removeInstalled().then(load).then(changed)),
    },
  };
}
