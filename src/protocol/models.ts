/** How weights and vocabulary are stored: decides where they run well. */
export type Precision = 'int8' | 'fp16' | 'fp32';
/** What a model reads of an element: our own short text, or the text DMR was fine-tuned on. */
export type TextFormat = 'compact' | 'dmr-exact';

/** A file on the web, and what is known of it beforehand. */
export interface FileSource {
  url: string;
  bytes: number | null;
  /** Hex; null: the hub's listed hash is read, or what comes first is pinned. */
  sha256: string | null;
}

/** A model that can be fetched: a BERT-type sentence encoder as ONNX, and its WordPiece vocabulary. */
export interface ModelSpec {
  /** Names its unfinished files. */
  id: string;
  /** Shown as the ranker's name. */
  name: string;
  licence: string | null;
  /** Of both files together, as announced before a download; null if unknown. */
  roughBytes: number | null;
  weights: FileSource;
  vocabulary: FileSource;
  maxTokens: number;
  /** `Encoder.weight`. */
  weight: number;
  format: TextFormat;
}

/** Where the belief in a file's hash comes from. */
export type Trust =
  /** It is in the extension's own list. */
  | 'known'
  /** The hub lists it. */
  | 'listed'
  /** The first download, or the user's file, is believed; later ones must equal it. */
  | 'first use';

/** The model in use. Its files lie in OPFS under their hashes. */
export interface InstalledModel {
  /** SHA-256 of the weights and of the vocabulary, hex. */
  hash: string;
  vocabularyHash: string;
  name: string;
  /** Host it came from, or null for the user's own files. */
  host: string | null;
  trust: Trust;
  bytes: number;
  dim: number;
  maxTokens: number;
  weight: number;
  precision: Precision;
  format: TextFormat;
  /** Texts and what the model's plain WASM run made of them: every backend must give nearly the same. */
  golden: { texts: string[]; vectors: number[][] };
}

/** What to install: from the web, or files of the user's. */
export type ModelOrder =
  | { from: 'web'; spec: ModelSpec }
  | {
      from: 'files';
      name: string;
      weights: Blob;
      vocabulary: Blob;
      /** config.json of the model, if given. */
      config: Blob | null;
      format: TextFormat;
    };

export interface ModelProgress {
  phase: 'vocabulary' | 'weights' | 'verify' | 'try';
  loaded: number;
  total: number | null;
  bytesPerS: number | null;
  etaS: number | null;
}

/** The installation under way, or how the last one ended. */
export type ModelJob =
  | { state: 'none' }
  | { state: 'running'; name: string; progress: ModelProgress | null }
  | { state: 'done'; name: string }
  /** `reason`: one sentence. */
  | { state: 'failed'; name: string; reason: string };

/** Messages to the offscreen document, which hosts the installer. */
export type Models = {
  /** False when an installation is under way already. */
  'models.install': (data: { order: ModelOrder }) => boolean;
  'models.job': (data: null) => ModelJob;
  /** What came so far is kept. */
  'models.cancel': (data: null) => true;
  /** The installed model was removed, or its memory cleared: the ranker restarts. */
  'models.changed': (data: null) => true;
};

/** Orders to the installer's worker: plain `postMessage`. */
export type ToInstaller = { type: 'install'; order: ModelOrder } | { type: 'cancel' };

export type FromInstaller =
  | { type: 'progress'; progress: ModelProgress }
  | { type: 'done'; model: InstalledModel }
  | { type: 'failed'; reason: string };
