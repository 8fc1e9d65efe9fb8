/** Why a hop counts as done. `text` is a quotation that was found, on `host`; empty for what is no site. */
export type Evidence =
  { from: 'page' | 'address' | 'receipt'; text: string; host: string } | { from: 'instructor' };

/** A subtask of what was asked, on one site. */
export interface Hop {
  /** Unique in its list, and kept over changes. */
  id: string;
  text: string;
  /** The host that it is on, where its words say so; null otherwise. */
  site: string | null;
  /** Who worded it. */
  by: 'navigator' | 'instructor';
  state: 'open' | 'done';
  /** Null while it is open. */
  evidence: Evidence | null;
}
