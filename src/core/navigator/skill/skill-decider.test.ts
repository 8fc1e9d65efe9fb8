import { describe, expect, it } from 'vitest';
import type { PerformResult } from '../../action/receipt.ts';
import type { Ports } from '../run/ports.ts';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';
import type { RunEvent } from '../run/run-event.ts';
import { startRunState } from '../run/run-state.ts';
import type { Takeover } from '../run/takeover.ts';
import { runSkill } from '../run/run.ts';
import { makeSkillOf, makeStep, recordLeaf, recordTarget } from './skill.fixture.ts';
import type { SkillRequest } from './skill-decider.ts';
import type { Skill, SkillStep } from './skill.ts';

const live = new AbortController().signal;
const SHOP = `
  <label>Search <input data-t="search" id="q"></label>
  <section><h2>Walnut lamp</h2><button data-t="lamp">Add to cart</button></section>
  <section><h2>Cherry kettle</h2><button data-t="kettle">Add to cart</button></section>
  <button data-t="order" id="order">Place order</button>`;

const TYPE: SkillStep = makeStep({
  id: 'type',
  action: { intent: 'textInput', uid: 'recorded', text: '{{item}}' },
  target: recordTarget(SHOP, 'search'),
  checks: [{ kind: 'holds', text: '{{item}}' }],
});
const ADD: SkillStep = makeStep({
  id: 'add',
  target: { ...recordTarget(SHOP, 'lamp'), places: ['{{item}}'] },
  checks: [{ kind: 'shows', text: 'Cart: 1' }],
});
const ORDER: SkillStep = makeStep({
  id: 'order',
  target: recordTarget(SHOP, 'order'),
  final: true,
});
const SKILL = makeSkillOf([TYPE, ADD, ORDER], {
  slots: [{ name: 'item', label: 'Item', type: 'text', byDefault: 'Walnut lamp', options: [] }],
});

/** A shop that counts what is added. */
function openShop(html = SHOP, added = '<p>Cart: 1</p>') {
  return openPage(html, {
    onPerform(action: Done, set): PerformResult {
      if (action.intent === 'textInput')
        return { ok: true, receipt: { verdict: 'changed', changes: [], asAsked: true } };
      set(html + added);
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
  });
}

async function run(ports: Ports, request: Partial<SkillRequest> = {}): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const whole = { skill: SKILL, values: {}, ...request };
  for await (const event of runSkill(whole, startRunState(), ports, live)) events.push(event);
  return events;
}

function listTypes(events: readonly RunEvent[]): string[] {
  return events.map(({ type }) => type).filter((type) => type !== 'observed');
}

describe('running a skill', () => {
  it('does its steps with the values that were given, and checks each', async () => {
    const { ports, done } = openShop();
    const events = await run(ports, { values: { item: 'Cherry kettle' } });
    expect(done).toEqual([
      { intent: 'textInput', uid: 'search', text: 'Cherry kettle' },
      { intent: 'click', uid: 'kettle' },
      { intent: 'click', uid: 'order' },
    ]);
    expect(events.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
  });

  it('opens its page first when another one is in front', async () => {
    const { ports, done } = openShop();
    const start = 'http://localhost/shop';
    await run(ports, { skill: { ...SKILL, start } });
    expect(done[0]).toEqual({ intent: 'load', url: start });
  });

  it('stops where a check fails, and does nothing more', async () => {
    const { ports, done } = openShop(SHOP, '<p>Out of stock</p>');
    const events = await run(ports);
    expect(done.map(({ intent }) => intent)).toEqual(['textInput', 'click']);
    expect(events.at(-2)).toMatchObject({
      type: 'stuck',
      text: expect.stringContaining('the page should show “Cart: 1”, but it doesn’t.') as string,
      canShow: false,
    });
    expect(events.at(-1)).toEqual({ type: 'ended', outcome: 'failed' });
  });

  it('stops where the element is missing, and offers that the person shows it', async () => {
    const { ports, done } = openShop(SHOP.replace('<h2>Walnut lamp</h2>', '<h2>Oak desk</h2>'));
    const events = await run(ports);
    expect(done).toHaveLength(1);
    expect(events.at(-2)).toMatchObject({ type: 'stuck', from: 1, canShow: true });
  });

  it('says how the page has changed when it finds an element all the same', async () => {
    const { ports, done } = openShop(SHOP.replace('>Search <', '>Find <'));
    const events = await run(ports);
    expect(events.find(({ type }) => type === 'mended')).toMatchObject({
      text: 'The page has changed: “Search” is now called “Find”.',
    });
    expect(done).toHaveLength(3);
  });

  it('closes a dialog that was not there, if that agrees to nothing', async () => {
    const dialog = (buttons: string): string =>
      `<main>${SHOP}</main><div role="dialog" aria-modal="true">News! ${buttons}</div>`;
    const answers: [string, string[]][] = [
      ['<button data-t="close">Close</button>', ['click close', 'textInput search']],
      ['<button data-t="yes">Accept all</button>', []],
    ];
    for (const [buttons, expected] of answers) {
      const { ports, done } = openPage(dialog(buttons), {
        onPerform(action: Done, set): PerformResult {
          if (action.intent === 'click') set(`<main>${SHOP}</main>`);
          return { ok: true, receipt: { verdict: 'changed', changes: [], asAsked: true } };
        },
      });
      await run(ports, { skill: { ...SKILL, steps: [TYPE] } });
      expect(done.map((each) => `${each.intent} ${'uid' in each ? each.uid : ''}`)).toEqual(
        expected,
      );
    }
  });

  it('asks which one is meant where two fit, and goes on with the answer', async () => {
    const twice =
      SHOP + '<section><h2>Walnut lamp</h2><button data-t="third">Add to cart</button></section>';
    const { ports, done } = openShop(twice);
    const state = startRunState();
    const skills = { list: () => Promise.resolve([SKILL]), save: () => Promise.resolve() };
    const first = await send('order the usual', { ...ports, skills }, live, state);
    expect(first.outcome).toBe('asked');
    const second = await send('the second', { ...ports, skills }, live, state);
    expect(second.outcome).toBe('done');
    expect(done.map((each) => ('uid' in each ? each.uid : ''))).toEqual([
      'search',
      'third',
      'order',
    ]);
  });

  it('does not press a box again that is ticked already', async () => {
    const page = '<label><input data-t="box" type="checkbox" checked> Gift</label>';
    const step = makeStep({
      target: recordTarget(page, 'box'),
      checks: [{ kind: 'ticked', on: true }],
    });
    const { ports, done } = openShop(page);
    const events = await run(ports, { skill: makeSkillOf([step]) });
    expect(done).toEqual([]);
    expect(events.at(-1)).toMatchObject({ outcome: 'done' });
  });

  it('asks for values that it lacks, and does nothing before', async () => {
    const { ports, done } = openShop();
    const slots = SKILL.slots.map((slot) => ({ ...slot, byDefault: null }));
    const events = await run(ports, { skill: { ...SKILL, slots } });
    expect(listTypes(events)).toEqual(['form', 'ended']);
    expect(done).toEqual([]);
  });

  it('stops a trial before what can’t be taken back', async () => {
    const { ports, done } = openShop();
    const events = await run(ports, { isTrial: true });
    expect(done).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ outcome: 'done' });
  });

  it('knows what is left after each action, without secrets', async () => {
    const { ports } = openShop();
    const slots: Skill['slots'] = [
      { name: 'item', label: 'Item', type: 'secret', byDefault: null, options: [] },
    ];
    const events = await run(ports, {
      skill: { ...SKILL, slots },
      values: { item: 'Walnut lamp' },
    });
    const acting = events.filter((event) => event.type === 'acting');
    expect(acting.map(({ left }) => left?.rest)).toEqual(
      [1, 2, 3].map((from) => [{ kind: 'skill', skillId: 'skill', values: {}, from }]),
    );
  });

  describe('drags', () => {
    const BOARD = `
      <section><h2 data-t="open">Open</h2><ul><li data-t="milk">Buy milk</li><li data-t="rent">Pay rent</li></ul></section>
      <section><h2 data-t="done">Done</h2><ul data-t="list"><li data-t="bob">Call Bob</li></ul></section>`;
    const drag = { intent: 'drag', uid: 'recorded', toUid: 'was', x: 300, y: 0 } as const;
    const target = recordLeaf(BOARD, 'milk');
    const drop = recordLeaf(BOARD, 'done');
    const step = makeStep({ action: drag, target, drop });

    async function runOn(html: string, after: string, only = step) {
      const { ports, done } = openPage(html, {
        onPerform(_action, set): PerformResult {
          set(after);
          return { ok: true, receipt: { verdict: 'changed', changes: [] } };
        },
      });
      const events = await run(ports, { skill: makeSkillOf([only]) });
      return { done, events, stuck: events.find(({ type }) => type === 'stuck') };
    }
    const MILK = '<li data-t="milk">Buy milk</li>';
    const AFTER = BOARD.replace(MILK, '').replace('<li data-t="bob">', `${MILK}<li data-t="bob">`);

    it('onto what bears the recorded name, wherever it is now', async () => {
      const other = BOARD.replace(
        '<section>',
        `<section><h2>Later</h2><ul></ul></section><section>`,
      );
      const { done, events } = await runOn(other, AFTER);
      expect(done).toEqual([{ intent: 'drag', uid: 'milk', toUid: 'bob', x: 0, y: 6 }]);
      expect(events.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
    });

    it('not in place of another thing, which has taken its place', async () => {
      const { done, stuck } = await runOn(BOARD.replace('Buy milk', 'Buy oats'), AFTER);
      expect(done).toEqual([]);
      expect(stuck).toMatchObject({ text: expect.stringContaining('find “Buy milk”') as string });
    });

    it('not where two bear the name', async () => {
      const { done, stuck } = await runOn(BOARD.replace('Pay rent', 'Buy milk'), AFTER);
      expect(done).toEqual([]);
      const text = 'There are several “Buy milk” on this page';
      expect(stuck).toMatchObject({ text: expect.stringContaining(text) as string });
    });

    it('and stops if it is not there afterwards', async () => {
      const { done, stuck } = await runOn(BOARD, `${BOARD}<p>Sorry</p>`);
      expect(done).toHaveLength(1);
      expect(stuck).toMatchObject({
        text: expect.stringContaining('“Buy milk” is not in “Done” now.') as string,
      });
    });

    it('by its distance where nothing calls the place by a name', async () => {
      const { done } = await runOn(BOARD, AFTER, makeStep({ action: drag, target }));
      expect(done).toEqual([{ intent: 'drag', uid: 'milk', toUid: null, x: 300, y: 0 }]);
    });
  });

  it('learns the element of a step that the person shows', async () => {
    const { ports, done } = openShop(SHOP.replace('<h2>Walnut lamp</h2>', '<h2>Oak desk</h2>'));
    const saved: Skill[] = [];
    let takeover: Takeover | null = null;
    const shown = { uid: 'lamp', frameId: 0, tag: 'button', role: 'button', name: 'Add to cart' };
    const target = { ...shown, text: '', placeholder: '', key: '' };
    const action = { intent: 'click', uid: 'lamp' } as const;
    const control: Ports['control'] = {
      waitUntilFree() {
        const taken = takeover;
        takeover = null;
        return Promise.resolve(taken);
      },
      handOver() {
        takeover = { userActions: [{ id: 'u', at: 0, action, target, description: '' }] };
      },
    };
    const skills: Ports['skills'] = {
      list: () => Promise.resolve([SKILL]),
      save: (skill) => Promise.resolve(void saved.push(skill)),
    };
    const page = { ...ports, control, skills };
    const step = { ...ADD, checks: [] };
    const skill = { ...SKILL, steps: [TYPE, step, ORDER] };
    const events = await run(page, { skill, from: 1, showMe: true });
    expect(saved[0]?.steps[1]?.target).toMatchObject({ name: 'Add to cart', places: ['Oak desk'] });
    expect(done).toEqual([{ intent: 'click', uid: 'order' }]);
    expect(events.at(-1)).toMatchObject({ outcome: 'done' });
  });
});
