import type { Deed } from './deed.ts';

/** What happened while the person had the page. */
export interface Meanwhile {
  /** Oldest first; may be none. */
  deeds: readonly Deed[];
}

/** The person's hand on a round. */
export interface Hold {
  /**
   * Asked before anything is observed, asked or done. Settles once the round may go on, which is at once
   * while nobody holds it; rejects when it is stopped. Null when nobody has taken over since it was asked
   * last, and otherwise what they did: the page is then another than the one that was read.
   */
  pass(signal: AbortSignal): Promise<Meanwhile | null>;
  /** Settles as soon as the person takes over, or at once where they have. */
  taken?(): Promise<null>;
  /** Hands the page to the person, who has to do something themselves; absent where nobody is there. */
  handOver?(): void;
}
