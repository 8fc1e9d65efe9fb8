import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { writePlaywrightStep } from './playwright-step.ts';
import type { Playback } from './steps.ts';
import { planPlayback } from './steps.ts';

/** A demonstration as a Playwright test: one file, which needs `@playwright/test` and nothing else. */
export async function* listPlaywrightFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  const text = writePlaywrightTest(await planPlayback(content));
  yield {
    path: 'demonstration.spec.ts',
    compress: true,
    read: () => [new TextEncoder().encode(text)],
  };
}

function writePlaywrightTest({ title, viewport, steps, dialogs }: Playback): string {
  const lines = steps.flatMap(writePlaywrightStep);
  const uses = (name: string): boolean => lines.some((line) => line.includes(`${name}(`));
  const answers = dialogs.map(({ answer }) => answer);
  const listen =
    dialogs.length === 0
      ? []
      : [
          `const answers: (string | null)[] = ${JSON.stringify(answers)};`,
          "context.on('dialog', async (dialog) => {",
          '  const answer = answers.shift();',
          "  if (answer === null && dialog.type() === 'prompt') await dialog.dismiss();",
          "  else if (answer === 'false' && dialog.type() === 'confirm') await dialog.dismiss();",
          '  else await dialog.accept(answer ?? undefined);',
          '});',
        ];
  const usesContext = dialogs.length > 0 || lines.some((line) => line.includes('context'));
  const helpers = Object.entries(HELPERS).filter(([name]) => uses(name));
  return [
    `import { ${uses('find') || uses('opened') ? 'expect, ' : ''}test } from '@playwright/test';`,
    ...(helpers.length > 0
      ? [`import type { ${listTypes(helpers)} } from '@playwright/test';`]
      : []),
    '',
    `test.use({ viewport: { width: ${viewport.width}, height: ${viewport.height} } });`,
    '',
    `test(${JSON.stringify(title)}, async ({ page${usesContext ? ', context' : ''} }) => {`,
    ...[...listen, ...lines].map((line) => `  ${line}`),
    '});',
    '',
    ...helpers.map(([, text]) => text),
  ].join('\n');
}

function listTypes(helpers: readonly [string, string][]): string {
  const text = helpers.map(([, body]) => body).join('');
  return ['BrowserContext', 'Locator', 'Page']
    .filter((type) => text.includes(`: ${type}`) || text.includes(`<${type}>`))
    .join(', ');
}

/** Only those a test uses are written. */
const HELPERS: Record<string, string> = {
  find: `/** The element that the first way finds; when that finds none or several, the next ways are tried too. */
async function find(...ways: Locator[]): Promise<Locator> {
  const patience = Date.now() + 3000;
  let found = ways[0] as Locator;
  await expect
    .poll(
      async () => {
        for (const way of Date.now() < patience ? ways.slice(0, 1) : ways) {
          if ((await way.count()) !== 1) continue;
          found = way;
          return true;
        }
        return false;
      },
      { message: \`find \${found}\`, timeout: 15_000 },
    )
    .toBe(true);
  return found;
}
`,
  opened: `/** The tab that the page opens. */
async function opened(context: BrowserContext, count: number): Promise<Page> {
  await expect.poll(() => context.pages().length).toBeGreaterThanOrEqual(count);
  return context.pages()[count - 1] as Page;
}
`,
  secret: `/** What was typed is not in the recording: it comes from the environment. */
function secret(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`Set \${name} to what is to be typed there.\`);
  return value;
}
`,
  files: `/** Files of the folder WAYSCRIBE_FILES by their recorded names; empty ones without it. */
function files(...names: string[]) {
  const folder = process.env['WAYSCRIBE_FILES'];
  if (folder !== undefined) return names.map((name) => \`\${folder}/\${name}\`);
  const mimeType = 'application/octet-stream';
  return names.map((name) => ({ name, mimeType, buffer: Buffer.from('') }));
}
`,
};
