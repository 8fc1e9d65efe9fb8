import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { makeTextFile } from '../export-file.ts';
import type { Playback, PlaybackStep, TargetStep, Typed } from './steps.ts';
import { ANY_NUMBER } from '../../navigator/skill/check-page.ts';
import { planPlayback, writePathCondition, writePathPattern } from './steps.ts';
import type { Target, Way } from '../../ranking/page/locate.ts';

/** Yields a Playwright test, which needs only `@playwright/test`. */
export async function* listPlaywrightFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  yield makeTextFile('demonstration.spec.ts', writePlaywrightTest(await planPlayback(content)));
}

/** `parameters`: defaults of a skill's slots, which the environment can replace. */
export function writePlaywrightTest(
  { title, viewport, steps, dialogs }: Playback,
  parameters: Readonly<Record<string, string | null>> = {},
): string {
  const lines = steps.flatMap(writePlaywrightStep).map(fillSlots);
  const given = writeParameters(parameters);
  const uses = (name: string): boolean =>
    [...given, ...lines].some((line) => line.includes(`${name}(`));
  const answers = JSON.stringify(dialogs.map(({ answer }) => answer));
  const listen =
    dialogs.length > 0 ? [`const answers: (string | null)[] = ${answers};`, ...ANSWER] : [];
  const usesContext = dialogs.length > 0 || lines.some((line) => line.includes('context'));
  const helpers = Object.entries(HELPERS).flatMap(([name, text]) => (uses(name) ? [text] : []));
  const types = listTypes(helpers.join(''));
  return [
    `import { ${/expect[(.]/.test([...lines, ...helpers].join('')) ? 'expect, ' : ''}test } from '@playwright/test';`,
    ...(types === '' ? [] : [`import type { ${types} } from '@playwright/test';`]),
    '',
    ...given,
    `test.use({ viewport: { width: ${viewport.width}, height: ${viewport.height} } });`,
    '',
    `test(${JSON.stringify(title)}, async ({ page${usesContext ? ', context' : ''} }) => {`,
    ...[...listen, ...lines].map((line) => `  ${line}`),
    '});',
    '',
    ...helpers,
  ].join('\n');
}

function writeParameters(parameters: Readonly<Record<string, string | null>>): string[] {
  const all = Object.entries(parameters);
  if (all.length === 0) return [];
  const lines = all.map(([name, byDefault]) => {
    const given = `process.env[${quote(`SKILL_${name.toUpperCase()}`)}]`;
    const value = byDefault === null ? `required(${quote(name)})` : quote(byDefault);
    return `  ${name}: ${given} ?? ${value},`;
  });
  return ['const parameters: Record<string, string> = {', ...lines, '};', ''];
}

/** Writes literals with `{{slot}}` as calls of a helper. */
function fillSlots(line: string): string {
  return line.replace(
    /'(?:[^'\\]|\\.)*\{\{\w+\}\}(?:[^'\\]|\\.)*'/g,
    (literal) => `fill(${literal})`,
  );
}

const ANSWER = `context.on('dialog', async (dialog) => {
  const answer = answers.shift();
  if (answer === null && dialog.type() === 'prompt') await dialog.dismiss();
  else if (answer === 'false' && dialog.type() === 'confirm') await dialog.dismiss();
  else await dialog.accept(answer ?? undefined);
});`.split('\n');

function listTypes(text: string): string {
  return ['BrowserContext', 'Locator', 'Page']
    .filter((type) => text.includes(`: ${type}`) || text.includes(`<${type}>`))
    .join(', ');
}

/** Written only if the test uses them. */
const HELPERS: Record<string, string> = {
  fill: `/** Puts the parameters into a text. */
function fill(text: string): string {
  return text.replace(/\\{\\{(\\w+)\\}\\}/g, (_, name) => parameters[name] ?? '');
}
`,
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
  required: `/** Fails where a parameter has no default. */
function required(name: string): string {
  throw new Error(\`Set SKILL_\${name.toUpperCase()}.\`);
}
`,
  pattern: `/** Matches a text in which # stands for any number. */
function pattern(text: string): RegExp {
  const parts = text.split('#').map((part) => part.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&'));
  return new RegExp(parts.join('\\\\d[\\\\d.,:]*').replace(/ /g, '\\\\s+'), 'i');
}
`,
  missing: `/** Fails where the recording lacks actions: add them, and remove the call. */
function missing(what: string): void {
  throw new Error(what);
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

const PAGE_METHODS = {
  ...{ back: 'goBack', forward: 'goForward', reload: 'reload' },
  ...{ front: 'bringToFront', close: 'close' },
};

function writePlaywrightStep(step: PlaybackStep): string[] {
  const page = namePage(step.tab);
  switch (step.kind) {
    case 'goto':
      return [`await ${page}.goto(${quote(step.url)});`];
    case 'arrive': {
      const isThere = writePathCondition('url.pathname', step.url);
      return [`await ${page}.waitForURL((url) => ${isThere});`];
    }
    case 'back':
    case 'forward':
    case 'reload':
    case 'front':
    case 'close':
      return [`await ${page}.${PAGE_METHODS[step.kind]}();`];
    case 'open': {
      const made = step.byPage ? `opened(context, ${step.tab + 1})` : 'context.newPage()';
      return step.tab === 0 ? [] : [`const ${page} = await ${made};`];
    }
    case 'missing':
      return [`// ${step.text}`, `missing(${quote(step.text)});`];
    case 'note':
      return [`// ${step.text.replace(/\s+/g, ' ')}`];
    case 'press':
      return step.target
        ? [`await ${writeFind(page, step.target)}.press(${quote(step.key)});`]
        : [`await ${page}.keyboard.press(${quote(step.key)});`];
    case 'insert': {
      const focus = step.target ? [`await ${writeFind(page, step.target)}.focus();`] : [];
      return [...focus, `await ${page}.keyboard.insertText(${quote(step.text)});`];
    }
    case 'scroll': {
      const move = step.target
        ? `await ${writeFind(page, step.target)}.hover();`
        : `await ${page}.mouse.move(${step.at.x}, ${step.at.y});`;
      return [move, `await ${page}.mouse.wheel(${step.x}, ${step.y});`];
    }
    case 'expect':
      return [writeExpectation(page, step)];
    case 'drag':
      return writeDrag(page, step);
    default:
      return [writeOnTarget(page, step)];
  }
}

function writeOnTarget(page: string, step: TargetStep): string {
  const { target } = step;
  if (target.isClosed && target.point && step.kind === 'act' && step.intent === 'click') {
    // Tools can't see behind a closed shadow root.
    return `await ${page}.mouse.click(${target.point.x}, ${target.point.y});`;
  }
  const found = `await ${writeFind(page, target)}`;
  switch (step.kind) {
    case 'act':
      return `${found}.${step.replay.playwright};`;
    case 'type':
      return `${found}.fill(${writeTyped(step.typed)});`;
    case 'choose': {
      const labels = step.labels.map((label) => `{ label: ${quote(label)} }`);
      return `${found}.selectOption([${labels.join(', ')}]);`;
    }
    case 'check':
      return `${found}.setChecked(${step.checked});`;
    case 'upload':
      return `${found}.setInputFiles(files(${step.names.map(quote).join(', ')}));`;
  }
}

function writeExpectation(page: string, step: Extract<PlaybackStep, { kind: 'expect' }>): string {
  const { check, target, holds } = step;
  const shown = (text: string): string =>
    `toContainText(${writeText(text)}, { useInnerText: true, ignoreCase: true })`;
  const found = target ? writeFind(page, target).slice(1, -1) : `${page}.locator('body')`;
  switch (check.kind) {
    case 'shows':
      return `await expect(${page}.locator('body')).${shown(check.text)};`;
    case 'hides':
      return `await expect(${page}.locator('body')).not.${shown(check.text)};`;
    case 'address':
      return `await ${page}.waitForURL((url) => ${writePathPattern(check.path)}.test(url.pathname + url.hash));`;
    case 'ticked':
      return `await expect(${found}).toBeChecked({ checked: ${check.on} });`;
    case 'holds':
      if (holds === 'text') return `await expect(${found}).${shown(check.text)};`;
      return holds === 'value'
        ? `await expect(${found}).toHaveValue(${quote(check.text)});`
        : `await expect((${found}).locator('option:checked')).toHaveText(${quote(check.text)});`;
  }
}

/** A number that may be any makes a text a pattern. */
function writeText(text: string): string {
  return text.includes(ANY_NUMBER) ? `pattern(${quote(text)})` : quote(text);
}

function writeDrag(page: string, step: Extract<PlaybackStep, { kind: 'drag' }>): string[] {
  const { target, to, x, y } = step;
  if (to) {
    const other = writeFind(page, to).slice(1, -1);
    return [`await ${writeFind(page, target)}.dragTo(${other});`];
  }
  const from = target.point ?? { x: 0, y: 0 };
  return [
    `await ${page}.mouse.move(${from.x}, ${from.y});`,
    `await ${page}.mouse.down();`,
    `await ${page}.mouse.move(${from.x + x}, ${from.y + y}, { steps: 8 });`,
    `await ${page}.mouse.up();`,
  ];
}

function writeFind(page: string, { frames, ways }: Target): string {
  const inside = frames.reduce(
    (at, { ways: [first], index }) =>
      first && first.kind !== 'role'
        ? `${at}.frameLocator(${quote(writeSelector(first))})`
        : `${at}.frameLocator('iframe, frame').nth(${index})`,
    page,
  );
  return `(await find(${ways.map((way) => writeWay(inside, way)).join(', ')}))`;
}

function writeWay(inside: string, way: Way): string {
  if (way.kind !== 'role') return `${inside}.locator(${quote(writeSelector(way))})`;
  // The value of a slot may be in another case than the name.
  const exact = way.name.includes('{{') ? '' : ', exact: true';
  return `${inside}.getByRole(${quote(way.role)}, { name: ${quote(way.name)}${exact} })`;
}

/** Playwright's selectors enter open shadow roots. */
function writeSelector({ kind, path }: Way): string {
  return kind === 'xpath' ? `xpath=${path.join('')}` : path.join(' ');
}

function writeTyped(typed: Typed): string {
  return 'secret' in typed ? `secret(${quote(typed.secret)})` : quote(typed.text);
}

function namePage(tab: number): string {
  return tab === 0 ? 'page' : `page${tab + 1}`;
}

/** Writes a JavaScript string literal. */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
