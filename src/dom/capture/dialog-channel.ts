/**
 * How the script in the page's own world, which sees dialogs, talks to the one in ours: by events on a
 * node that is in no document. It is handed over once, before the page's first script, so that the page
 * has nothing to dispatch on.
 */

/** On the window: here is the node, as `relatedTarget`. */
export const HELLO = 'wayscribe-dialogs';
/** On the window: who comes second asks for it. */
export const ASK = 'wayscribe-dialogs-ask';

/** On the node, to the page's world: the node was taken; take the wrappers away again. */
export const TAKEN = 'taken';
export const END = 'end';

/** On the node, to our world: a dialog is about to be shown (`kind:message`); what was answered. */
export const OPENS = 'opens';
export const CLOSED = 'closed';
