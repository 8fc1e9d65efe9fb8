import { describe, expect, it } from 'vitest';
import type { Action } from '../../action/action.ts';
import { makeContent } from '../content.fixture.ts';
import type { Files } from '../import.fixture.ts';
import { collectFiles } from '../import.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { ADD_UID, SHOP } from '../shop.fixture.ts';
import { checkActionString, checkSteps } from './browsergym-schema.fixture.ts';
import type { StepInfo } from './list.ts';
import { listBrowserGymFiles } from './list.ts';

const decode = (files: Files, path: string): string => new TextDecoder().decode(files.get(path));
const parse = (files: Files): StepInfo[] =>
  decode(files, 'steps.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StepInfo);

describe('listBrowserGymFiles', () => {
  it('writes a step for each action and answer, and the state after the last', async () => {
    const files = await collectFiles(listBrowserGymFiles(SHOP));
    const steps = parse(files);
    expect(steps.map(({ action }) => action)).toEqual([
      `click('${ADD_UID}')`,
      "send_msg_to_user('It is in the basket.')",
      null,
    ]);
    expect(steps[0]?.obs).toMatchObject({
      chat_messages: [{ role: 'user', message: 'Add a kettle' }],
      goal: 'Add a kettle',
      url: 'https://shop.example/',
      axtree_txt: `RootWebArea ''\n\t[${ADD_UID}] button 'Add kettle'`,
      extra_element_properties: { [ADD_UID]: { visibility: 1, clickable: true } },
      elapsed_time: [4],
    });
    expect(steps[1]?.obs.last_action).toBe(`click('${ADD_UID}')`);
    expect(steps[2]?.obs.chat_messages).toHaveLength(2);
    expect(decode(files, 'page_step_0.html')).toContain(`data-webtasks-id="${ADD_UID}"`);
    expect([...files.keys()]).toContain('screenshot_step_0.png');
    expect(decode(files, 'left-out.json')).toBe('[]\n');
  });

  it('writes the action set of BrowserGym, and lists what has no action there', async () => {
    const page = keepHtml(
      '<input id="q"><select id="s"><option>Red</select><input id="c" type="checkbox"><input id="f" type="file"><p id="p">x',
    );
    const of = (id: string): string => page.uids[id] ?? '';
    const actions: [Action, string | null][] = [
      [
        { intent: 'textInput', uid: of('q'), text: "it's\nhere" },
        `fill('${of('q')}', "it's\\nhere")`,
      ],
      [{ intent: 'change', uid: of('s'), value: 'Red' }, `select_option('${of('s')}', 'Red')`],
      [{ intent: 'change', uid: of('c'), value: 'true' }, `click('${of('c')}')`],
      [
        { intent: 'change', uid: of('f'), value: 'a.png, b.png' },
        `upload_file('${of('f')}', ['a.png', 'b.png'])`,
      ],
      [{ intent: 'press', uid: of('q'), key: 'Control+a' }, `press('${of('q')}', 'Control+a')`],
      [{ intent: 'scroll', x: 0, y: 120.5, uid: null }, 'scroll(0, 120.5)'],
      [{ intent: 'load', url: 'https://a.example/' }, "goto('https://a.example/')"],
      [{ intent: 'tabcreate', tabId: 7 }, 'new_tab()'],
      [{ intent: 'tabswitch', fromTabId: 1, tabId: 7 }, 'tab_focus(1)'],
      [{ intent: 'copy', uid: null, text: 'x' }, null],
      [{ intent: 'rightClick', uid: of('p') }, `click('${of('p')}', button='right')`],
      [
        { intent: 'drag', uid: of('p'), toUid: of('q'), x: 0, y: 0 },
        `drag_and_drop('${of('p')}', '${of('q')}')`,
      ],
      [{ intent: 'doubleClick', uid: of('p') }, `dblclick('${of('p')}')`],
    ];
    const content = makeContent(actions.map(([action]) => ({ action, page })));
    const files = await collectFiles(listBrowserGymFiles(content));
    const steps = parse(files);
    expect(checkSteps(steps, new Set(files.keys()))).toEqual([]);
    expect(steps.map(({ action }) => action).slice(0, -1)).toEqual(
      actions.flatMap(([, written]) => written ?? []),
    );
    expect(JSON.parse(decode(files, 'left-out.json'))).toEqual([
      { turn: 9, intent: 'copy', reason: 'BrowserGym has no action for it' },
    ]);
  });

  it('has the two clicks of a double click once', async () => {
    const page = keepHtml('<p id="p">x');
    const uid = page.uids['p'] ?? '';
    const click = { action: { intent: 'click', uid }, page } as const;
    const double = { action: { intent: 'doubleClick', uid }, page } as const;
    const files = await collectFiles(listBrowserGymFiles(makeContent([click, click, double])));
    expect(parse(files).map(({ action }) => action)).toEqual([`dblclick('${uid}')`, null]);
  });
});

describe('checkSteps', () => {
  it.each<[string, (steps: StepInfo[]) => unknown]>([
    ['an unknown member', ([first]) => Object.assign(first ?? {}, { surprise: 1 })],
    [
      'an observation without address',
      ([first]) => Reflect.deleteProperty(first?.obs ?? {}, 'url'),
    ],
    ['a gap in the steps', (steps) => steps.splice(1, 1)],
    ['an end in the middle', ([first]) => Object.assign(first ?? {}, { terminated: true })],
    ['a step without action', ([first]) => Object.assign(first ?? {}, { action: null })],
    ['an unknown action', ([first]) => Object.assign(first ?? {}, { action: "tap('a1')" })],
    ['a page that is not open', ([first]) => first?.obs.active_page_index.splice(0, 1, 7)],
    ['a picture without step', (steps) => steps.splice(0)],
  ])('refuses %s', async (_name, edit) => {
    const files = await collectFiles(listBrowserGymFiles(SHOP));
    const paths = new Set(files.keys());
    const steps = parse(files);
    expect(checkSteps(steps, paths)).toEqual([]);
    edit(steps);
    expect(checkSteps(steps, paths).length).toBeGreaterThan(0);
  });
});

describe('checkActionString', () => {
  it.each(['tap("a")', "click('a'", "click('a', 'b')", "fill('a', 3)", "goto('a\nb')"])(
    'refuses %j',
    (action) => {
      expect(checkActionString(action)).not.toBeNull();
    },
  );
});
