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

/** The state of the settings page as plain data. Parts are null until they are read. */
export type SettingsModel =
  { state: 'loading' } | { state: 'failed'; message: string } | ReadySettings;

export interface ReadySettings {
  state: 'ready';
  endpoint: EndpointModel;
  ranker: RankerModel;
  models: ModelsModel | null;
  learning: LearningModel | null;
  masks: MasksModel;
  /** The user's name; empty while it is not set. */
  name: string;
  rules: RulesModel | null;
  memory: MemoryModel | null;
  storage: { usedBytes: number; demonstrations: number };
  wipe: WipeModel;
}

export interface RankerModel {
  name: string;
  meaning: string;
  /** Null while no encoder is loaded. */
  backend: string | null;
  /** Null until measured. */
  tokensPerS: number | null;
  /** Why the encoder does not take part although it should. */
  notice: string | null;
}

export interface MasksModel {
  /** CSS selectors. */
  stored: readonly string[];
  /** Why the input cannot be used. */
  problem: string | null;
  saved: boolean;
}

export interface SettingsEvents {
  endpoint: EndpointEvents;
  /** Masks as entered, one per line. */
  onSaveMasks: (text: string) => void;
  onSaveName: (name: string) => void;
  models: ModelsEvents;
  learning: LearningEvents;
  rules: RulesEvents;
  memory: MemoryEvents;
  wipe: WipeEvents;
  onRetry: () => void;
  onOpenStudio: () => void;
}

/** Whether the key is stored in plain text, encrypted and unlocked, or encrypted and locked. */
export type KeyLockState = 'none' | 'open' | 'locked';

export interface EndpointModel {
  /** Null for the built-in navigator; the key is empty while it is locked. */
  stored: EndpointSettings | null;
  seal: KeyLockState;
  unlock: UnlockModel;
  diagnosis: DiagnosisModel;
  saving: SaveModel;
  /** Whether this Chrome has a built-in model. */
  offersBuiltIn: boolean;
  /** The extension's origin, as servers see it. */
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
  onForget: () => void;
  onForgetKey: () => void;
  onUnlock: (passphrase: string) => void;
  onLock: () => void;
  /** Downloads Chrome's model; `images`: one that accepts images. */
  onGetModel: (images: boolean) => void;
  /** The form was edited, so earlier results no longer apply. */
  onEdit: () => void;
}

export interface ModelsModel {
  installed: InstalledModel | null;
  unfinished: { spec: ModelSpec; loaded: number } | null;
  job: ModelJob;
  /** Texts in the installed model's cache. */
  remembered: number;
  offered: readonly ModelSpec[];
  /** Why what was entered or chosen cannot be used; null when it can. */
  problem: string | null;
}

export interface ChosenFiles {
  files: readonly File[];
  isDmr: boolean;
}

export interface ModelsEvents {
  onInstall: (spec: ModelSpec) => void;
  /** Addresses of the ONNX file and of vocab.txt or tokenizer.json, as entered. */
  onFetch: (weights: string, vocabulary: string) => void;
  onImport: (chosen: ChosenFiles) => void;
  onCancel: () => void;
  onDiscard: () => void;
  onRemove: () => void;
  onClear: () => void;
}

/** What a ranker has learned, and whether it is in use. */
export interface LearnedRow {
  record: LearnedRecord;
  isOn: boolean;
}

export interface LearningModel {
  job: LearningJob;
  learned: readonly LearnedRow[];
  /** The result of the last import or reset. */
  message: string | null;
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

export interface RulesModel {
  effects: readonly { condition: Condition; effect: RuleEffect }[];
  /** Permissions given with “Always”, oldest first. */
  grants: readonly Grant[];
  sites: SitesModel;
}

export interface SitesModel {
  allow: readonly string[];
  deny: readonly string[];
  /** Why the input cannot be used. */
  problems: { allow: string | null; deny: string | null };
  saved: boolean;
}

export interface RulesEvents {
  onEffect: (condition: Condition, effect: RuleEffect) => void;
  onRevoke: (grant: Grant) => void;
  /** Lists as entered, one pattern per line. */
  onSaveSites: (allow: string, deny: string) => void;
}

export interface MemoryModel {
  on: boolean;
  /** The most past demonstrations and conversations that a model is shown. */
  count: number;
  anySite: boolean;
  excludedSites: { stored: readonly string[]; problem: string | null; saved: boolean };
  /** Newest first; null until read. */
  pasts: readonly PastRow[] | null;
  hasForgotten: boolean;
  problem: string | null;
}

export interface PastRow {
  id: string;
  /** A conversation that was not recorded; forgetting deletes it. */
  isConversation: boolean;
  /** The first request. */
  request: string;
  sites: readonly string[];
  /** Epoch ms. */
  startedAt: number;
  /** What a model would be shown; null until requested. */
  preview: Past | null;
}

export interface MemoryEvents {
  onChoose: (choice: Partial<Pick<MemoryModel, 'on' | 'count' | 'anySite'>>) => void;
  /** Sites as entered, one pattern per line. */
  onSaveSites: (text: string) => void;
  /** Reads what a model would be shown. */
  onShow: (id: string) => void;
  onForget: (id: string) => void;
  onForgetAll: () => void;
  onRestoreForgotten: () => void;
}

export type WipeModel =
  | { state: 'idle' }
  | { state: 'working'; part: string }
  | { state: 'done' }
  | { state: 'refused'; message: string }
  /** Names of what could not be deleted. */
  | { state: 'partly'; left: readonly string[] };

export interface WipeEvents {
  onWipe: () => void;
}
