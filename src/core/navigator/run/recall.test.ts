import { describe, expect, it } from 'vitest';
import { openPage, send } from './run.fixture.ts';
import type { Past } from '../memory/past.ts';

const live = new AbortController().signal;
const PAST: Past = {
  ...{ id: 'd', request: 'send it', sites: ['localhost'], outcome: 'worked' },
  steps: ['click button “Send”'],
};

function play(replies: string[]) {
  const opened = openPage('<button data-t="2d-send">Send</button>', {
    onComplete: () => ({ ok: true, text: replies.shift() ?? 'say(utterance="Over.")' }),
  });
  const asked: [string, string][] = [];
  opened.ports.recall = (text, site) => {
    asked.push([text, site]);
    return Promise.resolve([PAST]);
  };
  return { ...opened, asked };
}

describe('a round with a memory', () => {
  it('recalls once for a site, tells it with every question, and says so', async () => {
    const { ports, prompts, asked } = play(['click(uid="2d-send")', 'say(utterance="Sent.")']);
    const { events } = await send('send it to Ada at once', ports, live);
    expect(asked).toEqual([['send it to Ada at once', 'localhost']]);
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) {
      expect(prompt).toContain('1. “send it” on localhost: it worked\n   - click button “Send”');
    }
    const composed = events.flatMap((event) => (event.type === 'composed' ? [event.pasts] : []));
    const { id, request, sites, outcome } = PAST;
    const name = { id, request, sites, outcome };
    expect(composed).toEqual([[name], [name]]);
  });

  it('looks for what was asked before where the message alone says little', async () => {
    const { ports, asked } = play([]);
    ports.history = () => [
      { kind: 'said', speaker: 'instructor', text: 'send the letter to Ada' },
      { kind: 'said', speaker: 'navigator', text: 'At once, by express delivery?' },
    ];
    await send('yes please', ports, live);
    expect(asked[0]?.[0]).toBe('send the letter to Ada yes please');
  });

  it('asks as ever where there is nothing to recall', async () => {
    const { ports, prompts } = play([]);
    ports.recall = () => Promise.resolve([]);
    const { events } = await send('send it to Ada at once', ports, live);
    expect(prompts[0]).not.toContain('Earlier demonstrations');
    expect(events.find(({ type }) => type === 'composed')).not.toHaveProperty('pasts');
  });
});
