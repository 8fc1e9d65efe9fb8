import type { Hash, Proof } from './demonstration.ts';
import { objectWith, text, variants } from './shape.ts';
import type { Shape } from './shape.ts';

/** Something kept of the state before an action, or why not. `proof` as for screenshots. */
export type Extra =
  { status: 'kept'; file: Hash; proof: Proof } | { status: 'missing'; reason: string };

/** The page before an action in further forms. */
export interface TurnExtras {
  /** The whole page with its resources, as `chrome.pageCapture` writes it, secrets masked. */
  mhtml: Extra;
  /** `{uid: {role, name}}` of what was in the viewport, JSON in UTF-8; secrets masked. */
  accessible: Extra;
}

export function extrasShape(proof: Shape): Shape {
  const extra = variants('status', {
    kept: objectWith({ file: text, proof }),
    missing: objectWith({ reason: text }),
  });
  return objectWith({ mhtml: extra, accessible: extra });
}
