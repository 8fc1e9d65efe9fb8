/*
 * Collects the words the small encoder learns from, out of npm packages whose licences allow it, into
 * icons.txt and translations.txt beside this file: `npx tsx scripts/model/words/collect.ts`. Needs the
 * registry; run only to take newer versions. README.md here names licences and owners.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createIconWords } from './icon-words.ts';
import { createTranslations, LANGUAGES } from './translations.ts';

const run = promisify(execFile);
const packages = {
  lucide: 'lucide-static@1.62.0',
  tabler: '@tabler/icons@3.51.0',
  mdi: '@mdi/svg@7.4.47',
  phosphor: '@phosphor-icons/core@2.1.1',
  clerk: '@clerk/localizations@4.18.0',
  payload: '@payloadcms/translations@3.90.2',
  element: 'element-plus@2.14.8',
  prime: 'primelocale@2.5.0',
  uppy: '@uppy/locales@5.2.0',
  docusaurus: '@docusaurus/theme-translations@3.10.2',
} as const;
type PackageName = keyof typeof packages;

const work = await mkdtemp(join(tmpdir(), 'wayscribe-words-'));
try {
  for (const name of Object.keys(packages) as PackageName[]) await fetchPackage(name);
  const icons = await collectIcons();
  const translations = await collectTranslations();
  await writeFile(new URL('icons.txt', import.meta.url), icons);
  await writeFile(new URL('translations.txt', import.meta.url), translations);
  console.log(
    `${icons.split('\n').length - 1} icons, ${translations.split('\n').length - 1} texts`,
  );
} finally {
  await rm(work, { recursive: true });
}

async function fetchPackage(name: PackageName): Promise<void> {
  const { stdout } = await run('npm', ['pack', packages[name], '--silent'], { cwd: work });
  const file = stdout.trim().split('\n').at(-1) ?? '';
  await run('mkdir', [name], { cwd: work });
  await run('tar', ['xzf', file, '-C', name, '--strip-components=1'], { cwd: work });
}

async function readJson(...path: string[]): Promise<unknown> {
  return JSON.parse(await readFile(join(work, ...path), 'utf8'));
}

async function load(...path: string[]): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(work, ...path)).href)) as Record<string, unknown>;
}

/** CommonJS, whatever its package says of itself. */
function loadOld(...path: string[]): Record<string, unknown> {
  return createRequire(import.meta.url)(join(work, ...path)) as Record<string, unknown>;
}

async function collectIcons(): Promise<string> {
  const words = createIconWords();
  const lucide = (await readJson('lucide', 'tags.json')) as Record<string, string[]>;
  for (const [name, tags] of Object.entries(lucide)) words.add(name, tags);
  type Icon = { name: string; tags?: unknown[]; aliases?: unknown[] };
  const tabler = (await readJson('tabler', 'icons.json')) as Record<string, Icon>;
  for (const { name, tags } of Object.values(tabler)) words.add(name, tags ?? []);
  for (const { name, aliases } of (await readJson('mdi', 'meta.json')) as Icon[]) {
    words.add(name, aliases ?? []);
  }
  const { icons } = await load('phosphor', 'dist/index.mjs');
  for (const { name, tags } of icons as Icon[]) words.add(name, tags ?? []);
  return words.print();
}

async function collectTranslations(): Promise<string> {
  const texts = createTranslations();
  const english = Object.values((await readJson('prime', 'en.json')) as object)[0] as unknown;
  const elementEnglish = loadOld('element', 'lib/locale/lang/en.js')['default'];
  const clerkEnglish = loadOld('clerk', 'dist/en-US.js')['enUS'];
  const payloadEnglish = Object.values(await load('payload', 'dist/languages/en.js'))[0];
  const uppyEnglish = (await load('uppy', 'lib/en_US.js'))['default'];
  const docsEnglish = await readDocs('base');
  for (const [language, { region, place = region }] of Object.entries(LANGUAGES)) {
    const short = `${language}.js`;
    const prime = await tryTo(
      () => readJson('prime', `${place}.json`),
      () => readJson('prime', `${language}.json`),
    );
    texts.pair(english, prime && Object.values(prime)[0], language);
    const element = await tryTo(
      () => loadOld('element', 'lib/locale/lang', `${place.toLowerCase()}.js`),
      () => loadOld('element', 'lib/locale/lang', short),
    );
    texts.pair(elementEnglish, element?.default, language);
    const clerk = await tryTo(() => loadOld('clerk', 'dist', `${region}.js`));
    texts.pair(clerkEnglish, clerk && Object.values(clerk)[0], language);
    const payload = await tryTo(() => load('payload', 'dist/languages', short));
    texts.pair(payloadEnglish, payload && Object.values(payload)[0], language);
    const uppy = await tryTo(() => load('uppy', 'lib', `${region.replace('-', '_')}.js`));
    texts.pair(uppyEnglish, uppy?.default, language);
    texts.pair(
      docsEnglish,
      await tryTo(
        () => readDocs(place),
        () => readDocs(language),
      ),
      language,
    );
  }
  return texts.print();
}

async function readDocs(folder: string): Promise<Record<string, unknown>> {
  const path = join('docusaurus', 'locales', folder);
  const files = await readdir(join(work, path));
  const parts = await Promise.all(files.map((file) => readJson(path, file)));
  return Object.assign({}, ...parts) as Record<string, unknown>;
}

/** The first that succeeds; null where a package does not have the language. */
async function tryTo(...ways: (() => unknown)[]): Promise<{ default?: unknown } | null> {
  for (const way of ways) {
    try {
      return (await way()) as { default?: unknown };
    } catch {
      continue;
    }
  }
  return null;
}
