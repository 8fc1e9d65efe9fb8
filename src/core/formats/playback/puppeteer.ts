import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { writeRecorderSteps } from './puppeteer-step.ts';
import type { Playback } from './steps.ts';
import { planPlayback } from './steps.ts';

/** A flow of Chrome DevTools' Recorder (`@puppeteer/replay`'s UserFlow). */
export interface RecorderFlow {
  title: string;
  timeout: number;
  steps: Record<string, unknown>[];
}

/**
 * A demonstration for Chrome DevTools' Recorder and `@puppeteer/replay`, and a runner for what the
 * format has no step for: secrets from the environment, uploads, tabs the person opened, dialogs.
 */
export async function* listPuppeteerFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  const flow = writeRecorderFlow(await planPlayback(content));
  yield makeTextFile('demonstration.json', `${JSON.stringify(flow, null, 2)}\n`);
  yield makeTextFile('replay.mjs', RUNNER);
}

function writeRecorderFlow({ title, viewport, steps, dialogs }: Playback): RecorderFlow {
  const size = { type: 'setViewport', ...viewport, deviceScaleFactor: 1 };
  const look = { ...size, isMobile: false, hasTouch: false, isLandscape: true };
  const answers = dialogs.map(({ answer }) => answer);
  const answering =
    answers.length === 0 ? [] : [{ type: 'customStep', name: 'dialogs', parameters: { answers } }];
  return {
    title,
    timeout: 15_000,
    steps: [look, ...answering, ...steps.flatMap(writeRecorderSteps)],
  };
}

function makeTextFile(path: string, text: string): ExportFile {
  return { path, compress: true, read: () => [new TextEncoder().encode(text)] };
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
    } else if (name === 'submit') {
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
