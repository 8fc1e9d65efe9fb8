import type { Past } from '../../../core/navigator/memory/past.ts';

/** What the copilot may remember, as the user has chosen, and what it does remember. */
export interface MemoryModel {
  on: boolean;
  /** How many past demonstrations and conversations a model is told of at most. */
  count: number;
  anySite: boolean;
  /** Site patterns that are left out, as stored; `problem`: why what was entered cannot be used. */
  without: { stored: readonly string[]; problem: string | null; saved: boolean };
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
  told: Past | null;
}

export interface MemoryEvents {
  onChoose: (choice: Partial<Pick<MemoryModel, 'on' | 'count' | 'anySite'>>) => void;
  /** Sites as entered, one pattern per line. */
  onSaveSites: (text: string) => void;
  /** Shows what a model would be told of one. */
  onShow: (id: string) => void;
  onForget: (id: string) => void;
  onForgetAll: () => void;
  onRememberAgain: () => void;
}
