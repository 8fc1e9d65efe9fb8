import type { BrowserTurn, SayTurn } from './demonstration.ts';

/** Makes a click turn; `over` replaces members. */
export function makeBrowserTurn(over: Partial<BrowserTurn> = {}): BrowserTurn {
  return {
    kind: 'browser',
    id: 'turn',
    demonstrationId: 'demo',
    at: 1000,
    seq: 0,
    by: 'person',
    action: { intent: 'click', uid: '22ea1c64-9c82-446a' },
    element: null,
    metadata: {
      mouseX: 0,
      mouseY: 0,
      tabId: 1,
      url: 'https://shop.example/',
      viewportWidth: 1280,
      viewportHeight: 720,
      zoomLevel: 1,
    },
    properties: {},
    snapshot: null,
    screenshot: { status: 'pending' },
    receipt: null,
    causedBy: null,
    ...over,
  };
}

export function makeSayTurn(over: Partial<SayTurn> = {}): SayTurn {
  return {
    kind: 'say',
    id: 'say',
    demonstrationId: 'demo',
    at: 1000,
    seq: 0,
    by: 'person',
    action: { intent: 'say', speaker: 'instructor', utterance: 'Find a red kettle' },
    ...over,
  };
}
