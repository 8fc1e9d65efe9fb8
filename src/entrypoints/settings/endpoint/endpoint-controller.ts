import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { message } from '../../../messages/message.ts';
import { fetchBuiltInModel, findBuiltInModel } from '../../../platform/endpoint/built-in-model.ts';
import type { Check } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { diagnose } from '../../../platform/endpoint/diagnose/diagnose.ts';
import { probeAddress } from '../../../platform/endpoint/diagnose/probe-address.ts';
import {
  followEndpoint,
  forgetEndpoint,
  forgetKey,
  lockEndpoint,
  readEndpoint,
  unlockEndpoint,
  writeEndpoint,
} from '../../../platform/settings/settings.ts';
import type { EndpointState } from '../../../platform/settings/settings.ts';
import type { EndpointEvents, EndpointModel } from '../settings-model.ts';

export interface EndpointController {
  events: EndpointEvents;
  /** Reads the stored endpoint and follows its changes. */
  load: () => Promise<EndpointModel>;
}

/** Controls the endpoint form; calls `show` after every change. */
export function createEndpointController(
  show: (model: EndpointModel) => void,
  signal: AbortSignal,
): EndpointController {
  let shown: EndpointModel = {
    stored: null,
    seal: 'none',
    unlock: { busy: false, wrong: false },
    diagnosis: { state: 'none', checks: [] },
    saving: { state: 'none' },
    offersBuiltIn: findBuiltInModel() !== null,
    origin: location.origin,
  };
  let diagnosing: AbortController | null = null;
  let following = false;

  const change = (part: Partial<EndpointModel>): void => {
    shown = { ...shown, ...part };
    show(shown);
  };

  /** Runs one diagnosis at a time; a later one or Cancel ends it. */
  async function runDiagnosis(
    work: (signal: AbortSignal, onChecks: (checks: readonly Check[]) => void) => Promise<unknown>,
  ): Promise<void> {
    diagnosing?.abort();
    const own = new AbortController();
    diagnosing = own;
    const onChecks = (checks: readonly Check[]): void => {
      if (diagnosing === own) change({ diagnosis: { state: 'running', checks } });
    };
    onChecks([]);
    await work(AbortSignal.any([signal, own.signal]), onChecks);
    if (diagnosing !== own) return;
    diagnosing = null;
    change({ diagnosis: { ...shown.diagnosis, state: 'done' } });
  }

  const save = (work: Promise<void>, saved: Partial<EndpointModel>): void =>
    void work.then(
      () => change(saved),
      (error: unknown) =>
        change({
          saving: { state: 'failed', message: message('settingsSaveFailed', String(error)) },
        }),
    );

  const events: EndpointEvents = {
    onDiagnose: (settings) =>
      void runDiagnosis((own, onChecks) =>
        diagnose(settings, { signal: own, onChecks, probe: probeAddress }),
      ),
    onCancelDiagnosis: () => diagnosing?.abort(),
    onSave: (settings, key) => save(writeEndpoint(settings, key), { saving: { state: 'saved' } }),
    onForget: () => save(forgetEndpoint(), { saving: { state: 'none' } }),
    onForgetKey: () => save(forgetKey(), { saving: { state: 'none' } }),
    onUnlock(passphrase) {
      change({ unlock: { busy: true, wrong: false } });
      const finish = (opened: boolean): void => change({ unlock: { busy: false, wrong: !opened } });
      unlockEndpoint(passphrase).then(finish, () => finish(false));
    },
    onLock: () => save(lockEndpoint(), {}),
    onGetModel: (images) =>
      void runDiagnosis((own, onChecks) => downloadBuiltInModel(images, own, onChecks)),
    onEdit() {
      diagnosing?.abort();
      diagnosing = null;
      change({ diagnosis: { state: 'none', checks: [] }, saving: { state: 'none' } });
    },
  };

  return {
    events,
    async load() {
      change(toStoredEndpoint(await readEndpoint()));
      if (!following) followEndpoint((state) => change(toStoredEndpoint(state)), signal);
      following = true;
      return shown;
    },
  };
}

function toStoredEndpoint(state: EndpointState): Pick<EndpointModel, 'stored' | 'seal'> {
  if (state.state === 'none') return { stored: null, seal: 'none' };
  if (state.state === 'locked') return { stored: state.settings, seal: 'locked' };
  return { stored: state.settings, seal: state.isSealed ? 'open' : 'none' };
}

/** Makes Chrome download its model, and reports the progress as a check. */
async function downloadBuiltInModel(
  images: EndpointSettings['images'],
  signal: AbortSignal,
  onChecks: (checks: readonly Check[]) => void,
): Promise<void> {
  const report = (state: Check['state'], text: string): void =>
    onChecks([{ id: 'model', state, message: text }]);
  const model = findBuiltInModel();
  if (!model) return;
  report('running', message('settingsDownloadStarting'));
  const onProgress = (share: number): void =>
    report('running', message('settingsDownloading', Math.round(share * 100)));
  await fetchBuiltInModel(model, images, onProgress, signal).then(
    () => report('passed', message('settingsDownloaded')),
    (error: unknown) =>
      signal.aborted
        ? report('skipped', message('settingsDownloadCancelled'))
        : report('failed', message('settingsDownloadFailed', String(error))),
  );
}
