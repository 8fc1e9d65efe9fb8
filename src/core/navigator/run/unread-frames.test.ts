import { expect, it } from 'vitest';
import { buildPage } from '../../ranking/page.fixture.ts';
import { createCompose } from '../../strategies/strategies.ts';
import { openPage, send } from './run.fixture.ts';
import { STRATEGY_NAMES } from '../model/endpoint-settings.ts';
import { listUnreadFrames, describeUnreadFrames } from './observation.ts';

const FRAMES = `<iframe src="blob:https://a.example/1" data-t=blob data-box="0 0 300 200"></iframe>
  <iframe title="Card payment" data-t=pay data-box="0 0 300 200"></iframe>
  <iframe src="https://maps.example/x?key=1" data-t=map data-box="0 0 300 200"></iframe>
  <iframe title="Tracker" data-t=pixel data-box="0 0 1 1"></iframe>
  <embed type="application/pdf" id=paper data-t=paper data-box="0 0 300 200">`;
const PAY =
  '<button data-t=b>Help</button><iframe title="Card payment" data-t=f data-box="0 50 300 200"></iframe>';

it('names frames that were not read, by what they are called or come from', () => {
  const root = buildPage(`<body>${FRAMES}</body>`);
  expect(listUnreadFrames(root)).toEqual(['blob:', 'Card payment', 'maps.example']);
  expect(listUnreadFrames(root, new Set(['blob', 'map']))).toEqual(['Card payment', 'paper']);
  expect(describeUnreadFrames(buildPage('<body><p>Hello</p></body>'))).toBe('');
});

it('says so where something could not be found, and only there', async () => {
  const { signal } = new AbortController();
  const lost = await send('type 4111 in the card number', openPage(PAY).ports, signal);
  expect(lost.words).toContain('What is in the frame “Card payment” of this page I cannot read.');
  const found = await send('click Help', openPage(PAY).ports, signal);
  expect(found.words).not.toContain('cannot read');
});

it.each(STRATEGY_NAMES)('is told to the model, within the fence: %s', async (strategy) => {
  const { ports } = openPage(PAY);
  const { signal } = new AbortController();
  const observed = await ports.observe(signal);
  if (!observed.ok) throw new Error(observed.message);
  const { observation } = observed;
  const compose = createCompose({ strategy, contextTokens: 8192, images: false, tools: false });
  const { candidates } = observation;
  const seen = { observation, candidates, history: [], fence: '0a1b2c3d-4e5f', limit: null };
  const { prompt } = await compose(seen, signal);
  const text = prompt.messages.map(({ content }) => content).join('\n');
  const reply = '(what is in the frame "Card payment" cannot be read or acted on)';
  const tag = 'untrusted-0a1b2c3d4e5f>';
  const at = text.indexOf(reply);
  expect(at).toBeGreaterThan(0);
  expect(text.lastIndexOf(`<${tag}`, at)).toBeGreaterThan(text.lastIndexOf(`</${tag}`, at));
});
