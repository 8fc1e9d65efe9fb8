/**
 * How the script in the page's own world, which sees dialogs, talks to the content script: by events on a node that is
 * in no document. The node is handed over once, before the page's first script, so that the page can't dispatch on it.
 *
 * Imports nothing: it is bundled into a script that runs among the page's own, possibly overridden prototypes.
 */

/** On the window: here is the node, as `relatedTarget`. */
export const CHANNEL_OFFERED = 'wayscribe-dialogs';

/** On the window: who comes second asks for it. */
export const CHANNEL_REQUESTED = 'wayscribe-dialogs-ask';

/** On the node, to the page's world: the node was taken; take the wrappers away again. */
export const CHANNEL_ACCEPTED = 'taken';
export const CHANNEL_CLOSED = 'end';

/** On the node, to our world: a dialog is about to be shown (`kind:message`); what was answered. */
export const DIALOG_OPENING = 'opens';

export const DIALOG_CLOSED = 'closed';
