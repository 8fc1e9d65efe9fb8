import { expect, it } from 'vitest';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';
import { startDemonstration } from './recording-state.ts';
import { collectSearchText } from './name.ts';

it('collects talk, typed texts, addresses and the form, each once and folded', () => {
  const start = { id: 'd', at: 0, title: 'Café', userAgent: '', timezoneOffsetMinutes: 0 };
  const started = startDemonstration({ ...start, recorder: '0' });
  const demonstration = { ...started, form: { ...started.form, tags: ['Urgent'] } };
  const typed = { intent: 'textInput', uid: 'u', text: 'Teapot' } as const;
  const turns = [makeSayTurn(), makeBrowserTurn({ action: typed }), makeBrowserTurn()];
  expect(collectSearchText(demonstration, turns).split('\n')).toEqual([
    'cafe',
    'urgent',
    'find a red kettle',
    'teapot',
    'https://shop.example/',
  ]);
});
