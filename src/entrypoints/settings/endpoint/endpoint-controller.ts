import { create } from 'zustand';
import { createJob, pageClosing } from '../../../app/page-work.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { message } from '../../../messages/message.ts';
import { fetchBuiltInModel, findBuiltInModel } from '../../../platform/endpoint/built-in-model.ts';
import type { Check } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { diagnose } from '../../../platform/endpoint/diagnose/diagnose.ts';
import { probeAddress } from '../../../platform/endpoint/diagnose/probe-address.ts';
import type { EndpointState, KeyKeeping } from '../../../platform/settings/settings.ts';
import {
  followEndpoint,
  forgetEndpoint,
  forgetKey,
  lockEndpoint,
  readEndpoint,
  unlockEndpoint,
  writeEndpoint,
} from '../../../platform/settings/settings.ts';
import type { KeyLockState } from './endpoint-draft.ts';

export interface DiagnosisModel {
  state: 'none' | 'running' | 'done';
  checks: readonly Check[];
}

export type SaveModel =
  { state: 'none' } | { state: 'saved' } | { state: 'failed'; message: string };

const NOT_DIAGNOSED: DiagnosisModel = { state: 'none', checks: [] };
const NOT_SAVED: SaveModel = { state: 'none' };

export const useEndpoint = create(() => ({
  /** Null for the built-in navigator; the key is empty while it is locked. */
  stored: null as EndpointSettings | null,
  seal: 'none' as KeyLockState,
  unlock: { busy: false, wrong: false },
  diagnosis: NOT_DIAGNOSED,
  saving: NOT_SAVED as SaveModel,
  offersBuiltIn: findBuiltInModel() !== null,
  /** The extension's origin, as servers see it. */
  origin: location.origin,
}));

export type EndpointModel = ReturnType<typeof useEndpoint.getState>;

let isFollowing = false;

/** Reads the stored endpoint and follows its changes. */
export async function loadEndpoint(): Promise<void> {
  show(await readEndpoint());
  if (!isFollowing) followEndpoint(show, pageClosing);
  isFollowing = true;
}

function show(state: EndpointState): void {
  const stored = state.state === 'none' ? null : state.settings;
  const isSealed = state.state === 'ready' && state.isSealed;
  const seal = state.state === 'locked' ? 'locked' : isSealed ? 'open' : 'none';
  useEndpoint.setState({ stored, seal });
}

const job = createJob();

/** Runs one diagnosis at a time; a later one or Cancel ends it. */
async function runDiagnosis(
  work: (signal: AbortSignal, onChecks: (checks: readonly Check[]) => void) => Promise<unknown>,
): Promise<void> {
  const signal = job.start();
  let checks: readonly Check[] = [];
  // A cancelled diagnosis reports its last checks, unless another state is shown by then.
  const showChecks = (state: 'running' | 'done'): void => {
    if (diagnosed === signal) useEndpoint.setState({ diagnosis: { state, checks } });
  };
  diagnosed = signal;
  showChecks('running');
  await work(signal, (next) => {
    checks = next;
    showChecks('running');
  });
  showChecks('done');
}

let diagnosed: AbortSignal | null = null;

function save(work: Promise<void>, saving: SaveModel): void {
  work.then(
    () => useEndpoint.setState({ saving }),
    (error: unknown) => {
      const failed = message('settingsSaveFailed', String(error));
      useEndpoint.setState({ saving: { state: 'failed', message: failed } });
    },
  );
}

export const endpointEvents = {
  onDiagnose: (settings: EndpointSettings): void =>
    void runDiagnosis((signal, onChecks) =>
      diagnose(settings, { signal, onChecks, probe: probeAddress }),
    ),
  onCancelDiagnosis: job.cancel,
  onSave: (settings: EndpointSettings, key: KeyKeeping): void =>
    save(writeEndpoint(settings, key), { state: 'saved' }),
  onForget: (): void => save(forgetEndpoint(), NOT_SAVED),
  onForgetKey: (): void => save(forgetKey(), NOT_SAVED),
  onUnlock(passphrase: string): void {
    useEndpoint.setState({ unlock: { busy: true, wrong: false } });
    const finish = (isOpen: boolean): void =>
      useEndpoint.setState({ unlock: { busy: false, wrong: !isOpen } });
    unlockEndpoint(passphrase).then(finish, () => finish(false));
  },
  onLock: (): void => save(lockEndpoint(), useEndpoint.getState().saving),
  /** Downloads Chrome's model; `images`: one that accepts images. */
  onGetModel: (images: boolean): void =>
    void runDiagnosis((signal, onChecks) => downloadBuiltInModel(images, signal, onChecks)),
  /** The form was edited, so earlier results no longer apply. */
  onEdit(): void {
    job.cancel();
    diagnosed = null;
    useEndpoint.setState({ diagnosis: NOT_DIAGNOSED, saving: NOT_SAVED });
  },
};

export type EndpointEvents = typeof endpointEvents;

async function downloadBuiltInModel(
  images: boolean,
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
