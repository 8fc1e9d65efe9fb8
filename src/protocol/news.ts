/** What extension pages are told over the news channel (a BroadcastChannel; nobody need listen). */
export type News =
  /** Recording began, paused, went on or stopped. */
  | { type: 'recording.changed' }
  /** A turn is in the store, or is there in a fuller form. */
  | { type: 'turn.kept'; demonstrationId: string; turnId: string }
  | { type: 'turn.removed'; demonstrationId: string; turnId: string }
  | { type: 'demonstrations.changed' }
  /** Something could not be kept: one sentence for the user. `turnId`: a whole turn, unless it comes again. */
  | { type: 'warning'; message: string; turnId?: string };
