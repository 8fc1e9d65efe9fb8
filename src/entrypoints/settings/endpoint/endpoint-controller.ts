import { isBuiltIn } from '../../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { fetchBuiltInModel, findBuiltInModel } from '../../../platform/endpoint/built-in-api.ts';
import type { Check } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { diagnoseBuiltIn } from '../../../platform/endpoint/diagnose/diagnose-built-in.ts';
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
  /** Reads what is stored, and follows its changes from then on. */
  load: () => Promise<EndpointModel>;
}

/** The model endpoint's part of the settings page. `show` gets it after every change. */
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

  /** Runs one diagnosis at a time; a later one, or Cancel, ends it. */
  async function look(
    work: (signal: AbortSignal, tell: (checks: readonly Check[]) => void) => Promise<unknown>,
  ): Promise<void> {
    diagnosing?.abort();
    const own = new AbortController();
    diagnosing = own;
    const tell = (checks: readonly Check[]): void => {
      if (diagnosing === own) change({ diagnosis: { state: 'running', checks } });
    };
    tell([]);
    await work(AbortSignal.any([signal, own.signal]), tell);
    if (diagnosing !== own) return;
    diagnosing = null;
    change({ diagnosis: { ...shown.diagnosis, state: 'done' } });
  }

  const save = (work: Promise<void>, saved: Partial<EndpointModel>): void =>
    void work.then(
      () => change(saved),
      (error: unknown) =>
        change({ saving: { state: 'failed', message: `It could not be saved: ${String(error)}` } }),
    );

  const events: EndpointEvents = {
    onDiagnose: (settings) =>
      void look((own, onChecks) =>
        isBuiltIn(settings)
          ? diagnoseBuiltIn(settings, { signal: own, onChecks })
          : diagnose(settings, { signal: own, onChecks, probe: probeAddress }),
      ),
    onCancelDiagnosis: () => diagnosing?.abort(),
    onSave: (settings, key) => save(writeEndpoint(settings, key), { saving: { state: 'saved' } }),
    onForget: () => save(forgetEndpoint(), { saving: { state: 'none' } }),
    onForgetKey: () => save(forgetKey(), { saving: { state: 'none' } }),
    onUnlock(passphrase) {
      change({ unlock: { busy: true, wrong: false } });
      const tell = (opened: boolean): void => change({ unlock: { busy: false, wrong: !opened } });
      unlockEndpoint(passphrase).then(tell, () => tell(false));
    },
    onLock: () => save(lockEndpoint(), {}),
    onGetModel: (images) => void look((own, tell) => downloadBuiltInModel(images, own, tell)),
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

/** Has Chrome fetch its model, and tells how far that is. */
async function downloadBuiltInModel(
  images: EndpointSettings['images'],
  signal: AbortSignal,
  tell: (checks: readonly Check[]) => void,
): Promise<void> {
  const say = (state: Check['state'], message: string): void =>
    tell([{ id: 'model', state, message }]);
  const model = findBuiltInModel();
  if (!model) return;
  say('running', 'Chrome begins to download its model…');
  const report = (share: number): void =>
    say('running', `Chrome downloads its model: ${String(Math.round(share * 100))} %.`);
  await fetchBuiltInModel(model, images, report, signal).then(
    () => say('passed', 'Chrome’s model is on this computer.'),
    (error: unknown) =>
      signal.aborted
        ? say('skipped', 'Cancelled. Chrome may go on by itself.')
        : say('failed', `Chrome could not download its model: ${String(error)}`),
  );
}
