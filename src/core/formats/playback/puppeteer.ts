import { hasTrait } from '../../action/action.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { makeTextFile } from '../export-file.ts';
import type { Playback, PlaybackStep, TargetStep } from './steps.ts';
import { ANY_NUMBER } from '../../navigator/skill/check-page.ts';
import { planPlayback, writePathCondition, writePathPattern } from './steps.ts';
import type { Check } from '../../navigator/skill/skill.ts';
import type { Target, Way } from '../../ranking/page/locate.ts';

/** A flow of Chrome DevTools' Recorder (`@puppeteer/replay`'s UserFlow). */
export interface RecorderFlow {
  title: string;
  timeout: number;
  steps: Record<string, unknown>[];
}

/**
 * Yields a flow for Chrome DevTools' Recorder and `@puppeteer/replay`, and a runner for steps that the format lacks:
 * secrets from the environment, uploads, tabs the person opened, dialogs.
 */
export async function* listPuppeteerFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  const flow = writeRecorderFlow(await planPlayback(content));
  yield makeTextFile('demonstration.json', `${JSON.stringify(flow, null, 2)}\n`);
  yield makeTextFile('replay.mjs', RUNNER);
}

export function writeRecorderFlow({ title, viewport, steps, dialogs }: Playback): RecorderFlow {
  const size = { type: 'setViewport', ...viewport, deviceScaleFactor: 1 };
  const look = { ...size, isMobile: false, hasTouch: false, isLandscape: true };
  const answers = dialogs.map(({ answer }) => answer);
  const answering = answers.length === 0 ? [] : [custom('dialogs', { answers })];
  const written = [look, ...answering, ...steps.flatMap(writeRecorderSteps)];
  return { title, timeout: 15_000, steps: written };
}

const RUNNER = `// Repeats demonstration.json: node replay.mjs
// Needs the packages puppeteer and @puppeteer/replay. PUPPETEER_EXECUTABLE_PATH names another browser.
import { readFile } from 'node:fs/promises';
import puppeteer from 'puppeteer';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';

const text = await readFile(new URL('demonstration.json', import.meta.url), 'utf8');
const flow = parse(
  JSON.parse(text, (_key, value) => {
    const [, name] = /^\\$\\{(WAYSCRIBE_SECRET_\\w+)\\}$/.exec(value) ?? [];
    if (name === undefined) return value;
    if (process.env[name] === undefined) throw new Error(\`Set \${name} to what is to be typed there.\`);
    return process.env[name];
  }),
);

class Extension extends PuppeteerRunnerExtension {
  async runStep(step, flow) {
    if (step.type !== 'customStep') return super.runStep(step, flow);
    const { name, parameters = {} } = step;
    if (name === 'open') {
      const page = await this.browser.newPage();
      if (parameters.url) await page.goto(parameters.url);
    } else if (name === 'dialogs') {
      this.page.on('dialog', async (dialog) => {
        const answer = parameters.answers.shift();
        const isNo = dialog.type() === 'prompt' ? answer === null : answer === 'false';
        await (isNo ? dialog.dismiss() : dialog.accept(answer ?? undefined));
      });
    } else if (name === 'travel') {
      await (parameters.by < 0 ? this.page.goBack() : this.page.goForward());
    } else if (name === 'reload') await this.page.reload();
    else if (name === 'drag') {
      const { from, to } = parameters;
      await this.page.mouse.move(from.x, from.y);
      await this.page.mouse.down();
      await this.page.mouse.move(to.x, to.y, { steps: 8 });
      await this.page.mouse.up();
    } else if (name === 'insert') await this.page.keyboard.sendCharacter(parameters.text);
    else if (name === 'point') await this.page.mouse.click(parameters.x, parameters.y);
    else if (name === 'upload') {
      const folder = process.env['WAYSCRIBE_FILES'];
      if (folder === undefined) return;
      const input = await this.page.waitForSelector(parameters.selector);
      await input.uploadFile(...parameters.names.map((file) => \`\${folder}/\${file}\`));
    } else if (name === 'missing') throw new Error(parameters.what);
    else if (name === 'submit') {
      const form = await this.page.waitForSelector(parameters.selector);
      await form.evaluate((element) => element.requestSubmit());
    }
  }
}

const browser = await puppeteer.launch({
  executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'],
  args: process.env['PUPPETEER_ARGS']?.split(' ') ?? [],
});
try {
  const page = await browser.newPage();
  const runner = await createRunner(flow, new Extension(browser, page, { timeout: flow.timeout }));
  await runner.run();
  console.log(\`Repeated \${flow.steps.length} steps.\`);
} finally {
  await browser.close();
}
`;

type Written = Record<string, unknown>;

/** Tabs except the first are named by their address. */
function writeRecorderSteps(step: PlaybackStep): Written[] {
  const target = step.tab > 0 && 'url' in step ? step.url : 'main';
  switch (step.kind) {
    case 'goto':
      return step.tab === 0
        ? [{ type: 'navigate', url: step.url }]
        : [custom('open', { url: step.url })];
    case 'arrive': {
      const isThere = writePathCondition('location.pathname', step.url);
      const expression = `${isThere} && document.readyState === 'complete'`;
      return [{ type: 'waitForExpression', target, expression }];
    }
    case 'back':
    case 'forward':
      return [custom('travel', { by: step.kind === 'back' ? -1 : 1 })];
    case 'reload':
      return [custom('reload', {})];
    case 'missing':
      return [custom('missing', { what: step.text })];
    // The next step names its tab.
    case 'front':
    case 'open':
    case 'note':
      return [];
    case 'close':
      return step.tab === 0 ? [{ type: 'close', target }] : [];
    case 'press': {
      const keys = step.key === '+' ? ['+'] : step.key.split(/\+(?=.)/);
      return [
        ...keys.map((key) => ({ type: 'keyDown', target, key })),
        ...keys.toReversed().map((key) => ({ type: 'keyUp', target, key })),
      ];
    }
    case 'insert':
      return [custom('insert', { text: step.text })];
    case 'scroll': {
      if (step.target)
        return [{ ...on(step.target, target), type: 'scroll', x: step.x, y: step.y }];
      const { x, y } = step.to ?? { x: step.x, y: step.y };
      return [{ type: 'scroll', target, x: Math.max(0, x), y: Math.max(0, y) }];
    }
    case 'expect':
      return writeExpectation(step.check, target);
    case 'drag': {
      const from = step.target.point ?? { x: 0, y: 0 };
      const to = step.to?.point ?? { x: from.x + step.x, y: from.y + step.y };
      return [custom('drag', { from, to })];
    }
    default:
      return writeOnTarget(step, target);
  }
}

function writeOnTarget(step: TargetStep, target: string): Written[] {
  const { point, isClosed, options } = step.target;
  const isClick = step.kind === 'act' && step.intent === 'click';
  if (isClosed && point && isClick) return [custom('point', point)];
  const place = on(step.target, target);
  // The corner may belong to another control after a change of layout.
  const press = { ...place, offsetX: 3, offsetY: 3 };
  switch (step.kind) {
    case 'act': {
      const { recorder } = step.replay;
      if (recorder === 'submit') return [custom('submit', { selector: firstCss(step.target) })];
      return [{ ...(hasTrait(step.intent, 'pointed') ? press : place), ...recorder }];
    }
    case 'check':
      return [{ ...press, type: 'click' }];
    case 'type': {
      const value = 'secret' in step.typed ? `\${${step.typed.secret}}` : step.typed.text;
      return [{ ...place, type: 'change', value }];
    }
    case 'choose': {
      const [label = ''] = step.labels;
      const value = options.find((option) => option.label === label)?.value ?? label;
      return [{ ...place, type: 'change', value }];
    }
    case 'upload':
      return [custom('upload', { selector: firstCss(step.target), names: step.names })];
  }
}

/** The format has no values of controls, so these aren't checked. */
function writeExpectation(check: Check, target: string): Written[] {
  const isShown = (text: string): string =>
    `${writeTextPattern(text)}.test(document.body.innerText)`;
  const expression = {
    shows: ({ text = '' }) => isShown(text),
    hides: ({ text = '' }) => `!${isShown(text)}`,
    address: ({ path = '' }) => `${writePathPattern(path)}.test(location.pathname + location.hash)`,
    holds: () => null,
    ticked: () => null,
  }[check.kind]({ ...('text' in check ? check : {}), ...('path' in check ? check : {}) });
  return expression === null ? [] : [{ type: 'waitForExpression', target, expression }];
}

/** White space and numbers that may be any vary. */
function writeTextPattern(text: string): string {
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
  return `/${escaped.replaceAll(ANY_NUMBER, '\\d[\\d.,:]*')}/i`;
}

function custom(name: string, parameters: Written): Written {
  return { type: 'customStep', name, parameters };
}

function on({ frames, ways }: Target, target: string): Written {
  const frame = frames.map(({ index }) => index);
  return { target, selectors: ways.map(writeSelector), ...(frame.length > 0 && { frame }) };
}

function writeSelector({ kind, role, name, path }: Way): string[] {
  if (kind === 'role') return [`aria/${name}[role="${role}"]`];
  return kind === 'xpath' ? [`xpath/${path.join('')}`] : [...path];
}

function firstCss({ ways }: Target): string {
  const way = ways.find(({ kind }) => kind === 'css') ?? ways.at(-1);
  return way?.kind === 'xpath'
    ? `::-p-xpath(${way.path.join('')})`
    : (way?.path.join(' >>> ') ?? '');
}
