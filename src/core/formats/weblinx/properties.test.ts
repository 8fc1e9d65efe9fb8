import { describe, expect, it } from 'vitest';
import { makeBrowserTurn } from '../../demonstration/make-turn.fixture.ts';
import { writeProperties } from './turn.ts';

const { metadata } = makeBrowserTurn();

describe('writeProperties', () => {
  it('scales a pointer event to screenshot px, but not its layer and movement', () => {
    const turn = makeBrowserTurn({
      metadata: { ...metadata, zoomLevel: 1.25 },
      properties: { clientX: 400, y: 8, layerX: 4, movementY: 2, button: 0, timeStamp: 9.5 },
    });
    expect(writeProperties(turn)).toEqual({
      ...{ clientX: 500, y: 10, layerX: 4, movementY: 2, button: 0, timeStamp: 9.5 },
    });
  });

  it('writes a point in a frame in coordinates of the top viewport', () => {
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const names = { tagName: 'A', textContent: '', xpath: '', name: '', role: '' };
    const turn = makeBrowserTurn({
      metadata: { ...metadata, mouseX: 300, mouseY: 200, zoomLevel: 2 },
      element: { uid: 'a', frameId: 5, attributes: {}, box, ...names },
      properties: { clientX: 3, clientY: 4, x: 3, y: 4, offsetX: 1 },
    });
    expect(writeProperties(turn)).toEqual({
      ...{ clientX: 600, clientY: 400, x: 600, y: 400, offsetX: 2 },
    });
  });

  it('fills in the required members of a load', () => {
    const turn = makeBrowserTurn({ action: { intent: 'load', url: 'https://a.example/' } });
    expect(writeProperties(turn)).toEqual({
      tabId: 1,
      frameId: 0,
      timeStamp: 1000,
      transitionType: 'link',
      url: 'https://a.example/',
      transitionQualifiers: [],
    });
  });

  it('names tabs', () => {
    const turn = makeBrowserTurn({
      action: { intent: 'tabswitch', tabId: 4, fromTabId: 3 },
      properties: { windowId: 1 },
    });
    expect(writeProperties(turn)).toEqual({ tabId: 4, tabIdOrigin: 3, windowId: 1 });
  });

  it('notes actions of the copilot and late screenshots', () => {
    const proof = { kind: 'stale', ageMs: -20, reason: 'the page had reacted' } as const;
    const turn = makeBrowserTurn({
      by: 'copilot',
      screenshot: { status: 'kept', image: 'i', width: 1, height: 1, proof },
      snapshot: { frames: [], devicePixelRatio: 1, takenAt: 0, exact: false },
    });
    expect(writeProperties(turn)).toEqual({
      wayscribe: { by: 'copilot', proof, pageExact: false },
    });
  });
});
