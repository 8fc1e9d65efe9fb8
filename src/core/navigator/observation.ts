import type { Uid } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import type { ElementNode } from '../snapshot/node.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';

/** A page as the navigator sees it. */
export interface Observation {
  tabId: number;
  url: string;
  title: string;
  candidates: readonly Candidate[];
  /** The element that has the keyboard focus, when it is known. */
  focused?: Uid | null;
  /** Says how large the visible part is and how far it is scrolled. */
  page?: PageSnapshot;
  /** The same as a tree, which nobody may change; it is read from `page` where it is absent. */
  root?: ElementNode;
  /** What style sheets make transparent, where that was read. */
  unseen?: ReadonlySet<Uid>;
}
