/** Messages to open side panels. */
export type Panel = {
  /** The on-page Stop was pressed in the tab the sender is in. */
  'pilot.stopped': (data: null) => true;
};
