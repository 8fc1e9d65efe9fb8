import { describe, expect, it } from 'vitest';
import type { Receipt, ReceiptChange } from '../../action/receipt.ts';
import { readSkill } from '../../navigator/skill/skill.ts';
import type { Skill } from '../../navigator/skill/skill.ts';
import type { FixtureStep } from '../content.fixture.ts';
import { makeContent } from '../content.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { listSkillFiles } from './export-skill.ts';
import { mergeSkills } from './find-slots.ts';
import { makeSkill } from './make-skill.ts';

const HTML = `<body>
  <label>Search the shop <input id="q" type="search" name="q"></label>
  <section><h2>Walnut lamp</h2><button class="b" id="b1">Add to cart</button></section>
  <section><h2>Cherry kettle</h2><button class="b" id="b2">Add to cart</button></section>
  <label><input type="checkbox" id="gift"> Gift wrap</label>
  <label>Password <input id="pw" type="password"></label>
  <select id="n" aria-label="Amount"><option>1</option><option>2</option></select>
  <button id="order">Place order</button></body>`;
const page = keepHtml(HTML);
const uid = (name: string): string => page.uids[name] ?? '';

const say = (utterance: string): FixtureStep => ({
  action: { intent: 'say', speaker: 'instructor', utterance },
});
const receive = (...changes: ReceiptChange[]): { receipt: Receipt } => ({
  receipt: { verdict: 'changed', changes },
});
const type = (text: string, field = 'q'): FixtureStep => ({
  action: { intent: 'textInput', uid: uid(field), text },
  page,
});

const ORDER: FixtureStep[] = [
  { action: { intent: 'load', url: 'https://shop.example/' } },
  say('Find the walnut lamp and order two.'),
  { action: { intent: 'scroll', x: 0, y: 300, uid: null }, page },
  type('lam'),
  type('walnut lamp'),
  {
    action: { intent: 'click', uid: uid('b1') },
    page,
    over: receive({ kind: 'appeared', text: 'Walnut lamp was added' }),
  },
  {
    action: { intent: 'click', uid: uid('gift') },
    page,
    over: receive({ kind: 'checked', uid: uid('gift'), to: true }),
  },
  {
    action: { intent: 'click', uid: uid('gift') },
    page,
    over: receive({ kind: 'checked', uid: uid('gift'), to: false }),
  },
  { action: { intent: 'change', uid: uid('n'), value: '2' }, page },
  type('••••••', 'pw'),
  { action: { intent: 'copy', text: 'x', uid: null }, page },
  {
    action: { intent: 'click', uid: uid('order') },
    page,
    over: receive(
      { kind: 'url', from: 'https://shop.example/', to: 'https://shop.example/orders/4711' },
      { kind: 'appeared', text: 'Thank you' },
      { kind: 'appeared', text: 'Ordered at 10:31' },
    ),
  },
];

async function make(steps: readonly FixtureStep[]): Promise<{ skill: Skill; omitted: string[] }> {
  const made = await makeSkill(makeContent(steps), { id: 'skill', at: 1 });
  if (!made.ok) throw new Error(made.reason);
  return made;
}

async function write(
  skill: Skill,
  format: 'playwright' | 'recorder' | 'skill-md',
): Promise<string> {
  let written = '';
  for await (const file of listSkillFiles(skill, format)) {
    for await (const bytes of file.read()) written += new TextDecoder().decode(bytes);
  }
  return written;
}

describe('a skill made from a demonstration', () => {
  it('keeps what mattered, and says why it drops the rest', async () => {
    const { skill, omitted } = await make(ORDER);
    expect(skill).toMatchObject({ start: 'https://shop.example/', language: '' });
    expect(skill.steps.map(({ action, dropped }) => [action.intent, dropped ?? ''])).toEqual([
      ['scroll', 'Elements are found without scrolling.'],
      ['textInput', 'The next step replaces the value.'],
      ['textInput', ''],
      ['click', ''],
      ['click', 'The next step takes it back.'],
      ['click', 'It takes the step before back.'],
      ['change', ''],
      ['textInput', ''],
      ['click', ''],
    ]);
    expect(omitted).toEqual(['Copying is not repeated.']);
  });

  it('clicks twice where a double click was recorded after its two clicks', async () => {
    const on = (intent: 'click' | 'doubleClick') =>
      ({ action: { intent, uid: uid('b1') }, page }) as const;
    const steps = [...ORDER.slice(0, 1), on('click'), on('click'), on('doubleClick')];
    const { skill } = await make(steps);
    expect(skill.steps.map(({ action, dropped }) => [action.intent, dropped ?? ''])).toEqual([
      ['click', 'It is part of the double click after it.'],
      ['click', 'It is part of the double click after it.'],
      ['doubleClick', ''],
    ]);
    expect(await write(skill, 'playwright')).toContain('.dblclick()');
  });

  it('makes slots of what was said and of secrets, and writes them into later steps', async () => {
    const { skill } = await make(ORDER);
    expect(skill.asked).toBe('Find the {{search_the_shop}} and order {{amount}}.');
    expect(skill.slots).toEqual([
      {
        name: 'search_the_shop',
        label: 'Search the shop',
        type: 'text',
        byDefault: 'walnut lamp',
        options: [],
      },
      { name: 'amount', label: 'Amount', type: 'choice', byDefault: '2', options: ['1', '2'] },
      { name: 'password', label: 'Password', type: 'secret', byDefault: null, options: [] },
    ]);
    const [, , typed, added, , , , secret] = skill.steps;
    expect(typed?.action).toMatchObject({ text: '{{search_the_shop}}' });
    expect(added?.target).toMatchObject({
      name: 'Add to cart',
      hasTwins: true,
      places: ['{{search_the_shop}}'],
    });
    expect(added?.checks).toEqual([{ kind: 'shows', text: '{{search_the_shop}} was added' }]);
    expect(secret).toMatchObject({ action: { text: '{{password}}' }, checks: [] });
  });

  it('turns receipts into checks that hold on another day, and marks what is final', async () => {
    const { skill } = await make(ORDER);
    const last = skill.steps.at(-1);
    expect(last?.checks).toEqual([
      { kind: 'address', path: '/orders/*' },
      { kind: 'shows', text: 'Thank you' },
    ]);
    expect(skill.steps.filter(({ final }) => final).map(({ id }) => id)).toEqual([last?.id]);
  });

  it('expects neither that some number is shown nor that none is', async () => {
    const changes = ['appeared', 'vanished'].flatMap((kind) =>
      ['7', '7 items'].map((text) => ({ kind, text }) as ReceiptChange),
    );
    const click: FixtureStep = { action: { intent: 'click', uid: uid('b1') }, page };
    const numbers = await make([
      ...ORDER.slice(0, 1),
      { ...click, over: receive(...changes.slice(0, 2)) },
    ]);
    expect(numbers.skill.steps[0]?.checks).toEqual([{ kind: 'shows', text: '# items' }]);
    const gone = await make([
      ...ORDER.slice(0, 1),
      { ...click, over: receive(...changes.slice(2)) },
    ]);
    expect(gone.skill.steps[0]?.checks).toEqual([]);
  });

  it('comes back from its JSON, and refuses what is none', async () => {
    const { skill } = await make(ORDER);
    expect(readSkill(JSON.stringify(skill))).toEqual({ ok: true, skill });
    const wrong = [
      ['{', 'The file is not valid JSON.'],
      ['{}', 'The file is not a skill: format should be wayscribe-skill.'],
      [JSON.stringify({ ...skill, start: 'javascript:alert(1)' }), /start should be a web address/],
      [
        JSON.stringify({
          ...skill,
          steps: [{ ...skill.steps[0], action: { intent: 'load', url: 'file:///etc/passwd' } }],
        }),
        /“load” can’t be run/,
      ],
    ] as const;
    for (const [json, reason] of wrong) {
      const read = readSkill(json);
      expect(read.ok ? '' : read.reason).toMatch(reason);
    }
  });

  it('is not made of a demonstration without actions', async () => {
    const made = await makeSkill(makeContent([say('Hello')]), { id: 'skill', at: 1 });
    expect(made).toMatchObject({ ok: false });
  });

  it('learns from a second demonstration which values differ', async () => {
    const steps = (name: string): FixtureStep[] => [
      { action: { intent: 'load', url: 'https://shop.example/' } },
      type(name),
      {
        action: { intent: 'click', uid: uid('order') },
        page,
        over: receive({ kind: 'appeared', text: 'Thank you' }),
      },
    ];
    const [{ skill: one }, { skill: other }] = [await make(steps('Ada')), await make(steps('Bob'))];
    const merged = mergeSkills(one, other);
    expect(merged?.slots).toMatchObject([{ name: 'search_the_shop', byDefault: 'Ada' }]);
    expect(merged?.steps[0]?.action).toMatchObject({ text: '{{search_the_shop}}' });
    expect(mergeSkills(one, { ...other, steps: other.steps.slice(1) })).toBeNull();
  });
});

describe('a skill made from drags', () => {
  const BOARD = keepHtml(`<body>
    <section><h2>Open</h2><ul id="open"><li id="milk" draggable="true">Buy milk</li><li id="rent" draggable="true">Pay rent</li></ul></section>
    <section><h2>Done</h2><ul id="done"><li id="bob" draggable="true">Call Bob</li></ul></section>
    <div id="thumb"></div><div id="track"></div></body>`);
  const at = (id: string): string => BOARD.uids[id] ?? '';
  const drag = (from: string, to: string | null): FixtureStep => ({
    action: { intent: 'drag', uid: at(from), toUid: to && at(to), x: 40, y: 0 },
    page: BOARD,
  });
  const open: FixtureStep = { action: { intent: 'load', url: 'https://board.example/' } };

  it('remembers what calls the place by a name', async () => {
    const to = ['done', 'bob', 'rent', 'track', 'open', null];
    const { skill, omitted } = await make([open, ...to.map((each) => drag('milk', each))]);
    const named = skill.steps.map(({ target, drop }) => [target?.name, drop?.name]);
    expect(named).toEqual([
      ['Buy milk', 'Done'],
      ['Buy milk', 'Done'],
      ['Buy milk', 'Pay rent'],
      ['Buy milk', undefined],
      ['Buy milk', undefined],
      ['Buy milk', undefined],
    ]);
    expect(omitted).toEqual([]);
  });

  it('knows on which side of an item it came to stand', async () => {
    const sorted = drag('milk', 'rent');
    const moved = { kind: 'moved', uid: at('milk'), after: at('rent'), before: null } as const;
    const { skill } = await make([open, { ...sorted, over: receive(moved) }, sorted]);
    expect(skill.steps.map(({ side }) => side)).toEqual(['after', undefined]);
  });

  it('makes slots of what was dragged, and where to, if it was said', async () => {
    const { skill } = await make([open, say('Move “Buy milk” to Done.'), drag('milk', 'done')]);
    expect(skill.asked).toBe('Move “{{item}}” to {{place}}.');
    expect(skill.steps[0]).toMatchObject({
      target: { name: '{{item}}' },
      drop: { name: '{{place}}' },
    });
    expect(readSkill(JSON.stringify(skill))).toEqual({ ok: true, skill });
    expect(await write(skill, 'playwright')).toMatch(/dragTo\(.*done/);
    expect(await write(skill, 'skill-md')).toContain('1. Drag {{item}} onto {{place}}.');
  });

  it('means the card, not the board that can be clicked', async () => {
    const cards =
      keepHtml(`<body><div role="button" tabindex="0"><ul><li id="milk"><a href="/m">Buy milk</a> 2 l</li>
      <li id="rent"><a href="/r">Pay rent</a></li></ul></div></body>`);
    const [uid, toUid] = [cards.uids['milk'] ?? '', cards.uids['rent'] ?? ''];
    const pressed: FixtureStep = {
      action: { intent: 'drag', uid, toUid, x: 0, y: 9 },
      page: cards,
    };
    const { skill } = await make([open, pressed]);
    expect(skill.steps[0]?.target?.name).toBe('Buy milk');
  });

  it('leaves out files that were dropped', async () => {
    const { omitted, skill } = await make([open, drag('milk', 'done'), drag('done', 'done')]);
    expect(skill.steps).toHaveLength(1);
    expect(omitted).toEqual(['Files that were dropped into the page are not repeated.']);
  });
});

describe('exports of a skill', () => {
  it('writes a Playwright test that checks each step and takes the slots from the environment', async () => {
    const { skill } = await make(ORDER);
    const written = await write(skill, 'playwright');
    expect(written).toContain("  amount: process.env['SKILL_AMOUNT'] ?? '2',");
    expect(written).toContain("  password: process.env['SKILL_PASSWORD'] ?? required('password'),");
    expect(written).toContain(".fill(fill('{{password}}'));");
    expect(written).toContain("toContainText(fill('{{search_the_shop}} was added')");
    expect(written).toContain('waitForURL((url) => /^\\/orders\\/[^/]+');
    expect(written).toContain("import { expect, test } from '@playwright/test';");
  });

  it('writes a Recorder flow with conditions', async () => {
    const { skill } = await make(ORDER);
    const { steps } = JSON.parse(await write(skill, 'recorder')) as {
      steps: { expression?: string }[];
    };
    const expressions = steps.flatMap(({ expression }) => expression ?? []);
    expect(expressions).toEqual([
      '/walnut\\s+lamp\\s+was\\s+added/i.test(document.body.innerText)',
      expect.stringContaining('/^\\/orders\\/[^/]+'),
      '/Thank\\s+you/i.test(document.body.innerText)',
    ]);
  });

  it('writes instructions for agents', async () => {
    const { skill } = await make(ORDER);
    const written = await write(skill, 'skill-md');
    expect(written).toMatch(/^---\nname: find-the-walnut-lamp-and-order-two\ndescription: "/);
    expect(written).toContain('- `{{amount}}` (choice): Amount; default: 2; one of 1, 2');
    expect(written).toContain('2. Click Add to cart (beside “{{search_the_shop}}”).');
    expect(written).toContain('   - The page should show “Thank you”.');
  });
});
