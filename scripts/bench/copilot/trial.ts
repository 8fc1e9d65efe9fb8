/** A page to act on, and what must be true in it afterwards. */
export interface Trial {
  /** The kind of action, for the figures. */
  kind: string;
  /** What the model replies; `$` stands for the uid of the element called `name`. */
  call: string;
  /** Accessible name of the target; empty without one. */
  name: string;
  markup: string;
  /** An expression in the page; true when the action has really happened there. */
  truth: string;
  /** Whether the page takes what is no real mouse or keyboard; success cannot be asked of others. */
  accepts: boolean;
}

/** What the page shows when it was acted on. */
export const SAY = `document.body.append(Object.assign(document.createElement('p'),{textContent:'Done'}))`;

export const CLICK = 'click(uid="$")';
/** Code of a page that counts how often it was acted on, … */
export const COUNT = `window.hits=(window.hits??0)+1;${SAY}`;
/** … and whether that was once. */
export const HIT = 'window.hits === 1';
