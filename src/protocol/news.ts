/** Broadcast to extension pages over a BroadcastChannel; having no listener is fine. */
export type News =
  /** Recording began, paused, went on or stopped. */
  | { type: 'recording.changed' }
  /** A turn is in the store, or is there in a fuller form. */
  | { type: 'turn.kept'; demonstrationId: string; turnId: string }
  | { type: 'turn.removed'; demonstrationId: string; turnId: string }
  /** With `id` only what is stored of this demonstration besides its turns; otherwise which there are. */
  | { type: 'demonstrations.changed'; id?: string }
  /**
   * One sentence for the user. About a turn: it, or something of it, could not be kept; with `turnId`, the
   * whole turn, unless it comes again. About the recording: every turn is kept as it should be.
   */
  | { type: 'warning'; about: 'turn' | 'recording'; message: string; turnId?: string };
