/**
 * The channel between the script in the page's world, which sees dialogs, and the content script: events on a node
 * that is in no document. The node is handed over once, before the page's first script, so that the page can't
 * dispatch on it. This file imports nothing, because it is bundled into a script that runs among the page's possibly
 * overridden prototypes.
 */

/** Dispatched on the window with the node as `relatedTarget`. */
export const CHANNEL_OFFERED = 'wayscribe-dialogs';

/** Dispatched on the window by the side that starts second, to request the node. */
export const CHANNEL_REQUESTED = 'wayscribe-dialogs-ask';

/** Dispatched on the node to the page's world: restore the original functions. */
export const CHANNEL_ACCEPTED = 'taken';
export const CHANNEL_CLOSED = 'end';

/** Dispatched on the node to our world: a dialog is about to open (`kind:message`), or was answered. */
export const DIALOG_OPENING = 'opens';

export const DIALOG_CLOSED = 'closed';
