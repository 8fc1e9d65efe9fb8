import { afterEach, describe, expect, it } from 'vitest';
import { find, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';
import { Sightings } from './target/fingerprint.ts';

afterEach(() => {
  mount('');
});

interface Dial {
  role: 'slider' | 'spinbutton';
  now?: number;
  min: number;
  max: number;
  /** By how much each key changes the value; a key that is missing does nothing. */
  keys: Record<string, number | 'min' | 'max'>;
  /** Past an end it begins again at the other, as the parts of a date do. */
  wraps?: true;
}

const ARROWS = { ArrowUp: 1, ArrowDown: -1 };

/** Draws a control as libraries do: nothing but a role, states and keys. */
function draw({ role, now, min, max, keys, wraps }: Dial): HTMLElement {
  mount(
    `<div id=d role=${role} tabindex=0 aria-label=Volume aria-valuemin=${min} aria-valuemax=${max} style="width:40px;height:20px"></div>`,
  );
  const dial = find('#d');
  if (now !== undefined) dial.setAttribute('aria-valuenow', String(now));
  dial.addEventListener('keydown', ({ key }) => {
    const step = keys[key];
    if (step === undefined) return;
    const from = Number(dial.getAttribute('aria-valuenow') ?? min);
    const to = step === 'min' ? min : step === 'max' ? max : from + step;
    const passed = to > max ? min : to < min ? max : to;
    const next = wraps ? passed : Math.min(max, Math.max(min, to));
    dial.setAttribute('aria-valuenow', String(next));
  });
  return dial;
}

function set(value: string) {
  const ctx = makeContext();
  return performAction({ intent: 'change', uid: ctx.uid('#d'), value }, ctx);
}

describe('sliders and spin buttons that a page draws', () => {
  it.each<[string, Dial, string]>([
    ['by single steps', { role: 'slider', now: 50, min: 0, max: 100, keys: ARROWS }, '80'],
    [
      'by larger steps first',
      { role: 'slider', now: 0, min: 0, max: 1000, keys: { ...ARROWS, PageUp: 100 } },
      '903',
    ],
    [
      'to its end by one key',
      { role: 'slider', now: 10, min: 0, max: 5000, keys: { ...ARROWS, End: 'max' } },
      '5000',
    ],
    ['downwards', { role: 'spinbutton', now: 9, min: 0, max: 20, keys: ARROWS }, '3'],
    ['from no value', { role: 'spinbutton', min: 1, max: 31, keys: ARROWS }, '30'],
    [
      'where large steps begin again at the other end',
      {
        role: 'spinbutton',
        ...{ now: 1, min: 1, max: 31, wraps: true },
        keys: { ...ARROWS, PageUp: 7 },
      },
      '30',
    ],
  ])('are brought to the value %s', async (_, dial, value) => {
    const drawn = draw(dial);
    const done = await set(value);
    expect(drawn.getAttribute('aria-valuenow')).toBe(value);
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('are not said to hold a value that their steps miss', async () => {
    const drawn = draw({
      ...{ role: 'slider', now: 0, min: 0, max: 100 },
      keys: { ArrowUp: 10, ArrowDown: -10 },
    });
    const done = await set('34');
    expect(drawn.getAttribute('aria-valuenow')).toBe('30');
    expect(receiptOf(done)).toMatchObject({ asAsked: false });
  });

  it('are followed where the page draws them again with every step', async () => {
    let now = 5;
    const redraw = (): void => {
      mount(
        `<h3>Sound</h3><b>${now}</b><div id=d role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=100 aria-valuenow=${now} style="width:40px;height:20px"></div>`,
      );
    };
    redraw();
    const stop = new AbortController();
    const turn = ({ key, target }: KeyboardEvent): void => {
      if (!(target instanceof Element) || !target.matches('[role=slider]')) return;
      now += { ArrowUp: 1, PageUp: 10 }[key] ?? 0;
      redraw();
    };
    document.addEventListener('keydown', turn, { signal: stop.signal });
    const sightings = new Sightings();
    const ctx = makeContext({ sightings });
    sightings.note([document], ctx.uidOf);
    const done = await performAction({ intent: 'change', uid: ctx.uid('#d'), value: '47' }, ctx);
    stop.abort();
    expect(now).toBe(47);
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('are left alone where the value is outside or no number', async () => {
    const drawn = draw({ role: 'slider', now: 5, min: 0, max: 10, keys: ARROWS });
    expect(await set('11')).toMatchObject({ ok: false, reason: 'invalid' });
    expect(await set('loud')).toMatchObject({ ok: false, reason: 'invalid' });
    expect(drawn.getAttribute('aria-valuenow')).toBe('5');
  });

  it('say that no key moves them', async () => {
    draw({ role: 'slider', now: 5, min: 0, max: 10, keys: {} });
    expect(receiptOf(await set('7'))).toMatchObject({ asAsked: false });
  });
});

const RATING =
  'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0 0 0 0)';

describe('a radio button that is hidden to a pixel', () => {
  it('is pressed by its label, though another label lies over it', async () => {
    mount(
      `<span style="position:relative;display:inline-flex">${[1, 2, 3]
        .map(
          (at) =>
            `<label for=r${at} style="display:inline-block;width:24px;height:24px">★</label><input id=r${at} type=radio name=r aria-label="${at} stars" style="${RATING};left:0;top:0">`,
        )
        .join('')}</span>`,
    );
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#r3') }, ctx);
    expect(receiptOf(done).verdict).toBe('changed');
    expect(find<HTMLInputElement>('#r3').checked).toBe(true);
  });
});

describe('a field that takes its value when it is left', () => {
  it.each([true, undefined] as const)(
    'is left after typing where that is asked (%s)',
    async (leaves) => {
      mount('<input id=f aria-label=Colour>');
      const field = find<HTMLInputElement>('#f');
      const taken: string[] = [];
      field.addEventListener('blur', () => taken.push(field.value));
      const ctx = makeContext({ leaves });
      await performAction({ intent: 'textInput', uid: ctx.uid('#f'), text: '#336699' }, ctx);
      expect(taken).toEqual(leaves ? ['#336699'] : []);
    },
  );
});

describe('a state that only a data attribute shows', () => {
  it.each([
    ['data-selected', 'changed'],
    ['data-focused', 'unchanged'],
  ])('%s', async (name, verdict) => {
    mount('<button id=b>9 March</button>');
    find('#b').addEventListener('click', () => find('#b').setAttribute(name, 'true'));
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(receiptOf(done).verdict).toBe(verdict);
  });
});
