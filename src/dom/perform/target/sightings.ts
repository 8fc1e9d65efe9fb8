import type { Uid } from '../../../core/action/action.ts';
import { readFingerprint, startReadings } from './fingerprint.ts';
import type { Sightings, Fingerprint } from '../context.ts';

const CONTROLS =
  'a,area,button,input:not([type="hidden"]),select,option,textarea,label,summary,details,video,audio,canvas,[role],[tabindex],[onclick],[contenteditable],[aria-haspopup],[aria-expanded]';
/** More controls than any page shows at once; the rest is refused when it is gone. */
const MOST = 10_000;

export function createSightings(): Sightings {
  let seen = new Map<Uid, Fingerprint>();
  let address = '';
  return {
    note(roots, uidOf) {
      seen = new Map();
      address = '';
      const readings = startReadings();
      for (const root of roots) {
        if (address === '')
          address = addressOf(root instanceof Document ? root : root.ownerDocument);
        for (const element of listControls(root)) {
          if (seen.size >= MOST) return;
          seen.set(uidOf(element), readFingerprint(element, readings));
        }
      }
    },
    find: (uid) => seen.get(uid) ?? null,
    list: () => seen.values(),
    address: () => address,
  };
}

export function listControls(root: Document | ShadowRoot): Element[] {
  return [...root.querySelectorAll(CONTROLS)];
}

/** The document's address without its fragment. */
export function addressOf(document: Document): string {
  return document.URL.replace(/#.*$/su, '');
}
