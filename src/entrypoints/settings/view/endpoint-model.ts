import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import type { Check } from '../../../platform/endpoint/diagnose/check.ts';
import type { KeyKeeping } from '../../../platform/settings.ts';
import type { UnlockModel } from '../../../ui/unlock/unlock-form.tsx';

/** How the key is kept: in plain, sealed and opened with its passphrase, or sealed and not. */
export type SealState = 'none' | 'open' | 'locked';

export interface EndpointModel {
  /** Null when the built-in navigator is used; the key is empty while it is locked. */
  stored: EndpointSettings | null;
  seal: SealState;
  unlock: UnlockModel;
  diagnosis: DiagnosisModel;
  saving: SaveModel;
  /** Chrome has a model of its own here. */
  offersBuiltIn: boolean;
  /** Of the extension: what servers see as the origin of requests. */
  origin: string;
}

export interface DiagnosisModel {
  state: 'none' | 'running' | 'done';
  checks: readonly Check[];
}

export type SaveModel =
  { state: 'none' } | { state: 'saved' } | { state: 'failed'; message: string };

export interface EndpointEvents {
  onDiagnose: (settings: EndpointSettings) => void;
  onCancelDiagnosis: () => void;
  onSave: (settings: EndpointSettings, key: KeyKeeping) => void;
  /** Forget the endpoint and its key: back to the built-in navigator. */
  onForget: () => void;
  onForgetKey: () => void;
  onUnlock: (passphrase: string) => void;
  onLock: () => void;
  /** Have Chrome download its own model; `images`: one that takes pictures. */
  onGetModel: (images: boolean) => void;
  /** Something was edited: what was found or saved before no longer holds. */
  onEdit: () => void;
}
