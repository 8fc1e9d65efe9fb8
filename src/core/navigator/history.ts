import type { PageAction, Speaker, TabAction } from '../action/action.ts';
import type { Receipt } from '../action/receipt.ts';

/** What was said and done in a conversation, oldest first. */
export type HistoryEntry =
  | { kind: 'said'; speaker: Speaker; text: string }
  /** `receipt` is null when it was not performed; `outcome` says what came of it, in one sentence. */
  | {
      kind: 'acted';
      action: PageAction | TabAction;
      receipt: Receipt | null;
      outcome: string;
      /** The action in words, with the name of what it was done to. */
      description?: string;
    };
