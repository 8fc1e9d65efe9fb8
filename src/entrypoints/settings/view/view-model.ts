import type { EndpointSettings } from '../../../core/navigator/endpoint-settings.ts';
import type { ModelsEvents, ModelsModel } from './models-model.ts';

/** Everything the settings page shows, as plain data. */
export type SettingsModel =
  { state: 'loading' } | { state: 'failed'; message: string } | ReadySettings;

export interface ReadySettings {
  state: 'ready';
  /** As stored; null when the built-in navigator is used. */
  endpoint: EndpointSettings | null;
  test: TestModel;
  saving: SaveModel;
  ranker: RankerModel;
  /** Null until they are read. */
  models: ModelsModel | null;
  masks: MasksModel;
  storage: { usedBytes: number; demonstrations: number };
}

/** The result of the last test, in plain words. */
export type TestModel =
  | { state: 'none' }
  | { state: 'running' }
  /** `ms` to the first token. */
  | { state: 'works'; message: string; ms: number }
  | { state: 'fails'; message: string };

export type SaveModel =
  { state: 'none' } | { state: 'saved' } | { state: 'failed'; message: string };

export interface RankerModel {
  /** What orders elements: `Words + small encoder`. */
  name: string;
  /** What that means for the user, in plain words. */
  meaning: string;
  /** `graphics card (WebGPU)`, `processor (WASM)`; null while no encoder is loaded. */
  backend: string | null;
  /** How fast it reads there; null while that was not measured. */
  tokensPerS: number | null;
  /** Why the encoder takes no part, when it should; null otherwise. */
  notice: string | null;
}

export interface MasksModel {
  /** CSS selectors of what is masked beside secret fields. */
  stored: readonly string[];
  /** Why what was entered cannot be used; null when it can. */
  problem: string | null;
  saved: boolean;
}

export interface SettingsEvents {
  onTest: (endpoint: EndpointSettings) => void;
  onSave: (endpoint: EndpointSettings) => void;
  /** Forget the endpoint and its key: back to the built-in navigator. */
  onForget: () => void;
  /** Something was edited: results of an earlier test or save no longer hold. */
  onEdit: () => void;
  /** Masks as entered, one per line. */
  onSaveMasks: (text: string) => void;
  models: ModelsEvents;
  onRetry: () => void;
  onOpenStudio: () => void;
}
