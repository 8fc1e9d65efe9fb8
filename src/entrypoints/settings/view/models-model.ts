import type { InstalledModel, ModelJob, ModelSpec } from '../../../protocol/models.ts';

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
