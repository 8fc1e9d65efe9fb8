import { describe, expect, it } from 'vitest';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { digestSecret } from './digest.ts';
import { redactPage, redactTurn } from './redact.ts';
import { createSecretSearch } from './search.ts';

const search = createSecretSearch(digestSecret('hunter2!', '00112233445566778899aabbccddeeff'));

describe('redactTurn', () => {
  it('takes a value out of addresses and messages, and leaves names of ours', () => {
    const turn = makeBrowserTurn({
      id: 'hunter2!',
      action: { intent: 'load', url: 'https://a.test/?p=hunter2%21&x=1' },
      properties: { list: ['hunter2!', 1], other: null },
    });
    const redacted = redactTurn(turn, search);
    expect(redacted.id).toBe('hunter2!');
    expect(redacted.action).toEqual({ intent: 'load', url: 'https://a.test/?p=******&x=1' });
    expect(redacted.properties).toEqual({ list: ['******', 1], other: null });
    expect(redacted.metadata).toBe(turn.metadata);
    const said = redactTurn(
      makeSayTurn({
        action: { intent: 'say', speaker: 'instructor', utterance: 'type hunter2!, please' },
      }),
      search,
    );
    expect(said.action.utterance).toBe('type ******, please');
  });

  it('takes a value out of what was refused in favour of the turn', () => {
    const refused = [
      { intent: 'textInput', uid: 'hunter2!', text: 'hunter2!' } as const,
      { intent: 'change', uid: 'a', value: 'is hunter2!' } as const,
    ];
    expect(redactTurn(makeBrowserTurn({ refused }), search).refused).toEqual([
      { intent: 'textInput', uid: 'hunter2!', text: '******' },
      { intent: 'change', uid: 'a', value: 'is ******' },
    ]);
  });

  it('gives back the very turn when there is nothing to take out', () => {
    const turn = makeBrowserTurn();
    expect(redactTurn(turn, search)).toBe(turn);
  });
});

describe('redactPage', () => {
  const frame = {
    ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, boxes: {}, exact: true },
    ...{ viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
    ...{ url: 'https://a.test/', title: 'A', html: '<head></head><body>a</body>' },
  };

  it('takes values out of html, address, title and root attributes', () => {
    const leaky = {
      ...frame,
      html: '<p data-a="hunter2!">hunter2!</p>',
      url: 'https://a.test/#hunter2!',
      title: 'hunter2!',
      root: { uid: 'u', attributes: { title: 'hunter2!', lang: 'en' } },
    };
    const page = redactPage({ frames: [frame, leaky], devicePixelRatio: 1, takenAt: 0 }, search);
    expect(page.frames[0]).toBe(frame);
    expect(page.frames[1]).toEqual({
      ...frame,
      html: '<p data-a="******">******</p>',
      url: 'https://a.test/#******',
      title: '******',
      root: { uid: 'u', attributes: { title: '******', lang: 'en' } },
    });
  });

  it('gives back the very page when there is nothing to take out', () => {
    const page = { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
    expect(redactPage(page, search)).toBe(page);
  });
});
