import type {
  BrowserTurn,
  SayTurn,
  TurnElement,
  TurnMetadata,
} from '../../demonstration/demonstration.ts';

/** What of an action a past is told from: recorded turns have it, and so has a round that was not recorded. */
export type PastAct = Pick<BrowserTurn, 'kind' | 'at' | 'action' | 'receipt' | 'causedBy'> & {
  element: Pick<TurnElement, 'tagName' | 'role' | 'name' | 'textContent'> | null;
  metadata: Pick<TurnMetadata, 'url'>;
};

export type PastTurn = PastAct | Pick<SayTurn, 'kind' | 'action'>;
