import type { HopList } from './hop.ts';

/** What the model is shown of the hops. */
export interface ToldHops {
  list: HopList;
  /** What to say of what it claimed last; null when nothing. */
  note: string | null;
}
