import type { EndpointEvents, EndpointModel } from './endpoint-model.ts';
import type { MemoryEvents, MemoryModel } from './memory-model.ts';
import type { LearningEvents, LearningModel } from './learning-model.ts';
import type { ModelsEvents, ModelsModel } from './models-model.ts';
import type { RulesEvents, RulesModel } from './rules-model.ts';
import type { WipeEvents, WipeModel } from './wipe-model.ts';

/** Everything the settings page shows, as plain data. */
export type SettingsModel =
  { state: 'loading' } | { state: 'failed'; message: string } | ReadySettings;

export interface ReadySettings {
  state: 'ready';
  endpoint: EndpointModel;
  ranker: RankerModel;
  /** Null until they are read. */
  models: ModelsModel | null;
  /** Null until it is read. */
  learning: LearningModel | null;
  masks: MasksModel;
  /** Null until they are read. */
  rules: RulesModel | null;
  /** Null until it is read. */
  memory: MemoryModel | null;
  storage: { usedBytes: number; demonstrations: number };
  wipe: WipeModel;
}

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
  endpoint: EndpointEvents;
  /** Masks as entered, one per line. */
  onSaveMasks: (text: string) => void;
  models: ModelsEvents;
  learning: LearningEvents;
  rules: RulesEvents;
  memory: MemoryEvents;
  wipe: WipeEvents;
  onRetry: () => void;
  onOpenStudio: () => void;
}
