/** How deleting everything stands. */
export type WipeModel =
  | { state: 'idle' }
  /** `part` is what is being deleted, in words. */
  | { state: 'working'; part: string }
  | { state: 'done' }
  /** `message`: why nothing was deleted. */
  | { state: 'refused'; message: string }
  /** What could not be deleted, by name. */
  | { state: 'partly'; left: readonly string[] };

export interface WipeEvents {
  onWipe: () => void;
}
