/** What an imported WebLINX demonstration still gives to other formats, beside the same demonstration's archive. */
import { describe, expect, it } from 'vitest';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { FixtureStep } from '../content.fixture.ts';
import { makeContent } from '../content.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from '../import.fixture.ts';
import { listMind2WebFiles } from '../mind2web/list.ts';
import type { MindAction } from '../mind2web/task.ts';
import { keepHtml } from '../page.fixture.ts';
import { listPlaywrightFiles } from '../playback/playwright.ts';
import { listWeblinxFiles } from './list.ts';
import { readWeblinx } from './read.ts';

const page = keepHtml(`<body>
  <a id="lamp" href="/lamp"><svg><use></use></svg>Walnut lamp</a>
  <label for="query" hidden>Search the shop</label><input id="query" type="search" placeholder="Tea…">
  <p id="far">Below</p></body>`);
const uid = (name: string): string => page.uids[name] ?? '';
const typed = { intent: 'textInput', uid: uid('query'), text: 'tea' } as const;
const enter = { intent: 'press', uid: uid('query'), key: 'Enter' } as const;
const search = { intent: 'load', url: 'https://shop.example/?q=tea' } as const;
const sent = { properties: { transitionType: 'form_submit' } };

const STEPS: FixtureStep[] = [
  { action: { intent: 'load', url: 'https://shop.example/' } },
  { action: { intent: 'click', uid: uid('lamp') }, page },
  { action: typed, page },
  { action: enter, page },
  { action: search, page, over: { ...sent, causedBy: 'turn-3' } },
];

async function throughWeblinx(content: DemonstrationContent) {
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  const files = await collectFiles(listWeblinxFiles(content));
  const read = await readWeblinx(makeSource(files), '', makePorts(store));
  return { content: toContent(read, store), findings: read.findings };
}

async function readTask(content: DemonstrationContent) {
  const files = await collectFiles(listMind2WebFiles(content));
  const [task] = JSON.parse(new TextDecoder().decode(files.get('task.json'))) as {
    action_reprs: string[];
    actions: MindAction[];
  }[];
  if (!task) throw new Error('no task');
  return task;
}

async function readTest(content: DemonstrationContent): Promise<string> {
  const files = await collectFiles(listPlaywrightFiles(content));
  return new TextDecoder().decode(files.get('demonstration.spec.ts'));
}

describe('a demonstration from a WebLINX zip', () => {
  it('gives the actions, roles, names and boxes of its archive to Mind2Web', async () => {
    const archive = makeContent(STEPS);
    const imported = await throughWeblinx(archive);
    const [own, read] = [await readTask(archive), await readTask(imported.content)];
    expect(read.action_reprs).toEqual(own.action_reprs);
    expect(own.action_reprs).toEqual([
      '[link]  Walnut lamp -> CLICK',
      '[searchbox]  Search the shop -> TYPE: tea',
      '[searchbox]  Search the shop -> CLICK',
    ]);
    const boxes = ({ actions }: typeof own) =>
      actions.map(({ pos_candidates: [target] }) => readBox(target?.attributes ?? '{}'));
    // WebLINX doesn't say how far the page was scrolled: 100 px.
    expect(boxes(own)).toEqual(['10,160,100,18', '10,240,100,18', '10,240,100,18']);
    expect(boxes(read)).toEqual(['10,60,100,18', '10,140,100,18', '10,140,100,18']);
  });

  it('tells how many actions WebLINX had no place for', async () => {
    const { findings } = await throughWeblinx(makeContent(STEPS));
    expect(findings).toContainEqual(expect.stringMatching(/^1 action is missing in replay\.json/));
  });

  it('repeats the Enter that sent a form, and fails where other keys are missing', async () => {
    const whole = await throughWeblinx(makeContent(STEPS));
    expect(await readTest(whole.content)).toContain(".press('Enter')");
    expect(await readTest(whole.content)).not.toContain('missing(');
    const key = { ...enter, key: 'ArrowDown' };
    const cut = await throughWeblinx(
      makeContent([...STEPS, { action: key, page }, { action: typed, page }]),
    );
    const test = await readTest(cut.content);
    expect(test).toContain('  // 1 action is missing here: WebLINX has no keys');
    expect(test).toContain("  missing('1 action is missing here");
    expect(test).toContain('function missing(what: string): void {');
  });
});

function readBox(attributes: string): string {
  return (JSON.parse(attributes) as { bounding_box_rect: string }).bounding_box_rect;
}
