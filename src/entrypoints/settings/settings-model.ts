import type { Past } from '../../core/navigator/memory/past.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { Condition, RuleEffect } from '../../core/navigator/rules/conditions.ts';
import type { Grant } from '../../core/navigator/rules/rule-book.ts';
import type { LearnedRecord } from '../../core/ranking/learning/learned-record.ts';
import type { Check } from '../../platform/endpoint/diagnose/explain-finding.ts';
import type { KeyKeeping } from '../../platform/settings/settings.ts';
import type { LearningJob } from '../../protocol/learning.ts';
import type { InstalledModel, ModelJob, ModelSpec } from '../../protocol/models.ts';
import type { UnlockModel } from '../../ui/components/unlock-form.tsx';

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

/** How the key is kept: in plain, sealed and opened with its passphrase, or sealed and not. */
export type KeyLockState = 'none' | 'open' | 'locked';

export interface EndpointModel {
  /** Null when the built-in navigator is used; the key is empty while it is locked. */
  stored: EndpointSettings | null;
  seal: KeyLockState;
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

/** What the settings show of models to install. */
export interface ModelsModel {
  installed: InstalledModel | null;
  unfinished: { spec: ModelSpec; loaded: number } | null;
  job: ModelJob;
  /** Texts the installed model need not read again. */
  remembered: number;
  /** Models offered by name. */
  offered: readonly ModelSpec[];
  /** Why what was entered or chosen cannot be used; null when it can. */
  problem: string | null;
}

/** Files as chosen for one model. */
export interface ChosenFiles {
  files: readonly File[];
  isDmr: boolean;
}

export interface ModelsEvents {
  onInstall: (spec: ModelSpec) => void;
  /** Addresses as entered: of the ONNX file, and of vocab.txt or tokenizer.json. */
  onFetch: (weights: string, vocabulary: string) => void;
  onImport: (chosen: ChosenFiles) => void;
  onCancel: () => void;
  onDiscard: () => void;
  onRemove: () => void;
  onClear: () => void;
}

/** What a ranker has learned, and whether it uses it. */
export interface LearnedRow {
  record: LearnedRecord;
  isOn: boolean;
}

/** What the settings show of learning. */
export interface LearningModel {
  job: LearningJob;
  /** One for each ranker that has learned something. */
  learned: readonly LearnedRow[];
  /** What came of the last order, in one sentence; null when there is nothing to say. */
  message: string | null;
  /** Why it did not work; null when all is well. */
  problem: string | null;
}

export interface LearningEvents {
  onLearn: () => void;
  onCancel: () => void;
  onSwitch: (row: LearnedRow, isOn: boolean) => void;
  onReset: (row: LearnedRow) => void;
  onExport: (row: LearnedRow) => void;
  onImport: (file: File) => void;
}

/** What the copilot may do, as the user has chosen. */
export interface RulesModel {
  /** In the order they are shown. */
  effects: readonly { condition: Condition; effect: RuleEffect }[];
  /** Given by “Always”, oldest first. */
  grants: readonly Grant[];
  sites: SitesModel;
}

export interface SitesModel {
  /** As stored, one pattern each. */
  allow: readonly string[];
  deny: readonly string[];
  /** Why what was entered cannot be used; null when it can. */
  problems: { allow: string | null; deny: string | null };
  saved: boolean;
}

export interface RulesEvents {
  onEffect: (condition: Condition, effect: RuleEffect) => void;
  onRevoke: (grant: Grant) => void;
  /** Lists as entered, one pattern per line. */
  onSaveSites: (allow: string, deny: string) => void;
}

/** What the copilot may remember, as the user has chosen, and what it does remember. */
export interface MemoryModel {
  on: boolean;
  /** How many past demonstrations and conversations a model is told of at most. */
  count: number;
  anySite: boolean;
  /** Site patterns that are left out, as stored; `problem`: why what was entered cannot be used. */
  excludedSites: { stored: readonly string[]; problem: string | null; saved: boolean };
  /** Newest first; null while they are read. */
  pasts: readonly PastRow[] | null;
  /** Whether some were forgotten that can be remembered again. */
  hasForgotten: boolean;
  /** What could not be done: one sentence; null otherwise. */
  problem: string | null;
}

export interface PastRow {
  id: string;
  /** It was not recorded: forgetting deletes what is remembered of it. */
  isConversation: boolean;
  /** The first request in it. */
  request: string;
  sites: readonly string[];
  /** Epoch ms. */
  startedAt: number;
  /** What a model would be told; null until it is asked for. */
  preview: Past | null;
}

export interface MemoryEvents {
  onChoose: (choice: Partial<Pick<MemoryModel, 'on' | 'count' | 'anySite'>>) => void;
  /** Sites as entered, one pattern per line. */
  onSaveSites: (text: string) => void;
  /** Shows what a model would be told of one. */
  onShow: (id: string) => void;
  onForget: (id: string) => void;
  onForgetAll: () => void;
  onRestoreForgotten: () => void;
}

/** How deleting everything stands. */
export type WipeModel =
  | { state: 'idle' }
  /** `part` is what is being deleted, in words. */
  | { state: 'working'; part: string }
  | { state: 'done' }
  /** `message`: why nothing was deleted. */
  | { state: 'refused'; message: string }
  /** What could not be deleted, by name. */
  | { state: 'partly'; left: readonly string[] };

export interface WipeEvents {
  onWipe: () => void;
}
