/** What came of a past request; `unknown` where neither receipts nor the end of its round tell. */
export type PastOutcome = 'worked' | 'failed' | 'unknown';

/** A past demonstration, or round of a conversation, by what tells it from others. */
export interface PastName {
  /** Id of the demonstration, or of the round. */
  id: string;
  /** It was not recorded. */
  isConversation?: true;
  /** In the instructor's words. */
  request: string;
  /** Its host; several, when it may be told what was done on other sites too. */
  sites: readonly string[];
  outcome: PastOutcome;
}

/** A past as a model is told of it: in words, without uids or what was typed privately. */
export interface Past extends PastName {
  /** What was done and said after the request, oldest first. */
  steps: readonly string[];
}
