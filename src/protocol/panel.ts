/** Messages to the pages that may host the copilot; each minds only the tab it works on. */
export type Panel = {
  /** The on-page Stop was pressed in the tab the sender is in. */
  'pilot.stopped': (data: null) => true;
  /** The copilot has clicked a link there that opens a new tab. */
  'pilot.openTab': (data: { url: string }) => true;
  /** Of the files that the user picked for this turn, the bytes from `from` on; null when there are none. */
  'pilot.filePart': (data: { turnId: string; index: number; from: number }) => Uint8Array | null;
};
