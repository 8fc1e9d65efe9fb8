import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Skill, SkillStep, SkillTarget } from '../../navigator/skill/skill.ts';
import { writeWebmcp } from './export-webmcp.ts';

function makeTarget(role: string, tag: string, name: string, css: string): SkillTarget {
  return {
    ...{ role, tag, name, label: name, placeholder: '', title: '', alt: '', key: '', href: null },
    ...{ xpath: '/html[1]/body[1]/p[99]', places: [], hasTwins: false, isListed: false },
    located: {
      ways: [{ kind: 'css', role: '', name: '', path: [css] }],
      ...{ frames: [], isClosed: false, point: null, options: [], multiple: false },
    },
  };
}

function makeStep(
  action: SkillStep['action'],
  target: SkillTarget,
  over: Partial<SkillStep> = {},
): SkillStep {
  return { id: action.intent, action, target, checks: [], picture: null, ...over };
}

function makeSkill(steps: SkillStep[], slots: Skill['slots'], over: Partial<Skill> = {}): Skill {
  return {
    ...{ format: 'wayscribe-skill', version: 1, id: 'skill', language: 'en', madeAt: 1 },
    ...{ name: 'Order <lamps>', asked: '', start: 'https://shop.example/', proofs: [] },
    ...{ demonstrationId: null, slots, steps, ...over },
  };
}

const TASK = makeTarget('textbox', 'input', 'New task', '#task');
const ADD_TASK = makeSkill(
  [
    makeStep({ intent: 'textInput', uid: 'a', text: '{{task}}' }, TASK),
    makeStep({ intent: 'press', uid: 'a', key: 'Enter' }, TASK, {
      checks: [
        { kind: 'shows', text: '{{task}}' },
        { kind: 'shows', text: '# tasks left' },
      ],
    }),
  ],
  [{ name: 'task', label: 'New task', type: 'text', byDefault: 'buy milk', options: [] }],
  { name: 'Add a task', asked: 'Remember to {{task}}' },
);

const SEARCH = makeTarget('searchbox', 'input', 'Search', '#q');
const ADD = { ...makeTarget('button', 'button', 'Add to cart', 'button'), hasTwins: true };
const ORDER = makeSkill(
  [
    makeStep({ intent: 'textInput', uid: 'q', text: '{{product}}' }, SEARCH),
    makeStep(
      { intent: 'change', uid: 'n', value: '{{amount}}' },
      makeTarget('combobox', 'select', 'Amount', '#n'),
      {
        checks: [{ kind: 'holds', text: '{{amount}}' }],
      },
    ),
    makeStep(
      { intent: 'change', uid: 'g', value: 'true' },
      makeTarget('checkbox', 'input', 'Gift wrap', '#gone'),
      {
        checks: [{ kind: 'ticked', on: true }],
      },
    ),
    makeStep(
      { intent: 'click', uid: 'b' },
      { ...ADD, places: ['{{product}}'] },
      {
        checks: [{ kind: 'shows', text: '{{product}} was added' }],
        final: true,
      },
    ),
  ],
  [
    { name: 'product', label: 'Search', type: 'text', byDefault: null, options: [] },
    { name: 'amount', label: 'Amount', type: 'choice', byDefault: '2', options: ['1', '2'] },
  ],
  { asked: 'Order {{amount}} of the lamps' },
);

interface Registered {
  name: string;
  description: string;
  inputSchema: unknown;
  annotations: unknown;
  execute: (input: object, options?: { signal: AbortSignal }) => Promise<unknown>;
}

let registered: Registered[] = [];

beforeEach(() => {
  registered = [];
  const context = { registerTool: (tool: Registered) => registered.push(tool) };
  Object.defineProperty(Document.prototype, 'modelContext', {
    ...{ get: () => context, configurable: true },
  });
});

afterEach(() => {
  Reflect.deleteProperty(Document.prototype, 'modelContext');
});

/** Loads the code as the site's owner would: as a module of the page. */
async function load(skill: Skill): Promise<Registered> {
  const { code = '' } = writeWebmcp(skill) ?? {};
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const script = Object.assign(document.createElement('script'), { type: 'module', src: url });
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
  });
  document.head.append(script);
  await loaded;
  const [tool] = registered;
  if (!tool) throw new Error('nothing was registered');
  return tool;
}

function mountTodo(): void {
  document.body.innerHTML = `<label for="task">New task</label><input id="task">
    <ul><li>walk</li></ul><p id="left">1 task left</p>`;
  const field = document.querySelector('input');
  field?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter' || field.value === '') return;
    const item = document.createElement('li');
    item.textContent = field.value;
    document.querySelector('ul')?.append(item);
    const count = document.querySelectorAll('li').length;
    const left = document.querySelector('#left');
    // Later, as pages that save first do.
    setTimeout(() => left?.replaceChildren(`${String(count)} tasks left`), 200);
    field.value = '';
  });
}

function mountShop(): void {
  document.body.innerHTML = `<label>Search <input id="q" type="search"></label>
    <select id="n" aria-label="Amount"><option>1</option><option>2</option></select>
    <label><input type="checkbox"> Gift wrap</label>
    <section><h2>Walnut lamp</h2><button>Add to cart</button></section>
    <section><h2>Cherry kettle</h2><button>Add to cart</button></section><p role="status"></p>`;
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      const name = button.previousElementSibling?.textContent ?? '';
      document.querySelector('p')?.replaceChildren(`${name} was added`);
    });
  }
}

describe('a skill as a tool of its site', () => {
  it('adds a task to a list, and waits for what the page then says', async () => {
    mountTodo();
    const tool = await load(ADD_TASK);
    expect(tool).toMatchObject({
      name: 'add_a_task',
      inputSchema: {
        properties: { task: { type: 'string', description: 'New task', default: 'buy milk' } },
        required: [],
      },
      annotations: { readOnlyHint: false, consequentialHint: false },
    });
    expect(await tool.execute({ task: 'call Ada' })).toMatch(/^Done: /);
    const items = [...document.querySelectorAll('li')].map((item) => item.textContent);
    expect(items).toEqual(['walk', 'call Ada']);
    await tool.execute({});
    expect(document.querySelector('ul')?.textContent).toContain('buy milk');
  });

  it('fills in fields, and presses the one of several buttons that its words mean', async () => {
    mountShop();
    const tool = await load(ORDER);
    expect(tool.annotations).toEqual({ readOnlyHint: false, consequentialHint: true });
    await tool.execute({ product: 'Cherry kettle' });
    expect(document.querySelector('p')?.textContent).toBe('Cherry kettle was added');
    expect(document.querySelector<HTMLSelectElement>('#n')?.value).toBe('2');
    expect(document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked).toBe(true);
    await expect(tool.execute({})).rejects.toThrow('Missing: product.');
    await expect(tool.execute({ product: 'lamp', amount: '7' })).rejects.toThrow('no option “7”');
  });

  it('says what it did when the page does not do as recorded, and stops when it is aborted', async () => {
    mountTodo();
    const tool = await load(ADD_TASK);
    document.querySelector('#left')?.remove();
    const abort = new AbortController();
    const failed = tool.execute({ task: 'x' }, { signal: abort.signal });
    setTimeout(() => {
      abort.abort(new Error('stopped'));
    }, 300);
    await expect(failed).rejects.toThrow('stopped');
    document.body.innerHTML = '';
    const lost = tool.execute({ task: 'x' }, { signal: AbortSignal.timeout(20_000) });
    await expect(lost).rejects.toThrow(/^Not found: Type “x” in New task. Done before: nothing/);
  });
});

describe('its files', () => {
  it('are markup where only a form is filled in, and none where pages are opened', () => {
    const { form = null } = writeWebmcp(ADD_TASK) ?? {};
    document.body.innerHTML = form ?? '';
    const markup = document.querySelector('form');
    expect(markup?.getAttribute('toolname')).toBe('add_a_task');
    expect(markup?.hasAttribute('toolautosubmit')).toBe(true);
    const field = document.querySelector('input');
    expect(field?.getAttribute('toolparamdescription')).toBe('New task');
    expect([field?.name, field?.value]).toEqual(['task', 'buy milk']);
    expect(writeWebmcp(ORDER)?.form).toBeNull();
    const open = makeStep({ intent: 'load', url: 'https://shop.example/cart' }, TASK);
    expect(writeWebmcp(makeSkill([...ADD_TASK.steps, open], ADD_TASK.slots))).toBeNull();
  });

  it('test with the words of the demonstration, and with other options', () => {
    const cases = JSON.parse(writeWebmcp(ORDER)?.evals ?? '[]') as unknown;
    expect(cases).toMatchObject([
      {
        messages: [{ role: 'user', type: 'message', content: 'Order 2 of the lamps' }],
        expectedCall: [{ functionName: 'order_lamps', arguments: { amount: '2' } }],
      },
      {
        messages: [{ content: 'Order 1 of the lamps' }],
        expectedCall: [{ arguments: { amount: '1' } }],
      },
    ]);
    expect(writeWebmcp(makeSkill(ADD_TASK.steps, ADD_TASK.slots))?.evals).toBeNull();
  });

  it('hold no tag, whatever the skill is called', () => {
    const name = '</script><img src=x onerror=alert(1)>\u2028*/';
    const files = writeWebmcp({ ...ADD_TASK, name });
    expect(files?.code).not.toMatch(/<img|\u2028/);
    document.body.innerHTML = files?.form ?? '';
    expect(document.querySelector('img')).toBeNull();
  });
});
