import { makeContent } from './content.fixture.ts';
import { keepHtml } from './page.fixture.ts';

const page = keepHtml('<h1>Shop</h1><button id="add">Add kettle</button>');
/** The button that SHOP clicks. */
export const ADD_UID = page.uids['add'] ?? '';
const kept = { status: 'kept', image: 'image', width: 1280, height: 720 } as const;
export const SHOP_PROOF = { kind: 'unchanged', requestedAt: 0, doneAt: 1 } as const;

/** A request, a click with pictures before and after it in place of a refused question, and the answer. */
export const SHOP = makeContent([
  { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
  {
    action: { intent: 'click', uid: ADD_UID },
    page,
    over: {
      effect: { screenshot: { ...kept, proof: SHOP_PROOF }, settledAt: 1_760_000_005_000 },
      refused: [{ intent: 'say', speaker: 'navigator', utterance: 'Which kettle?' }],
      receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: '1 in basket' }] },
    },
  },
  { action: { intent: 'say', speaker: 'navigator', utterance: 'It is in the basket.' } },
]);
