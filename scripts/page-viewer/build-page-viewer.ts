import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = new URL('../../src/entrypoints/page-viewer/', import.meta.url);

/** The page around the files of a recording, in order: `head`, the packed style, `before`, the files, `after`. */
export interface PageViewer {
  head: string;
  /** CSS; the packer deflates it, since it is a third of the viewer. */
  style: string;
  before: string;
  after: string;
}

/** Puts the viewer's scripts into its HTML, with a policy that allows these scripts only and loads nothing. */
export async function buildPageViewer(): Promise<PageViewer> {
  const { script, style } = await compile('main.ts');
  const { script: styling } = await compile('style.ts');
  if (style === '') throw new Error('the viewer was built without style');
  const hashes = [styling, script].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    // Saved pages have style attributes and elements.
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = (await readFile(new URL('index.html', ROOT), 'utf8')).replace(/\n\s+/g, '\n');
  const [start = '', rest = ''] = page.split('<title>');
  const [head = '', body = ''] = rest.split('</head>');
  const [shown = ''] = body.split('<script');
  return {
    head: `${start}<meta http-equiv="Content-Security-Policy" content="${policy}">\n<title>${head}`,
    style,
    before: `<script>${styling}</script>\n</head>${shown}`,
    after: `<script>${script}</script>\n</body>\n</html>\n`,
  };
}

async function compile(entry: string): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(ROOT),
    logLevel: 'warn',
    build: {
      write: false,
      target: 'chrome123',
      lib: { entry, formats: ['iife'], name: 'viewer', fileName: 'viewer' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const script = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : [])).join('');
  const style = outputs
    .flatMap((each) =>
      each.type === 'asset' && each.fileName.endsWith('.css') ? [each.source] : [],
    )
    .join('');
  if (script === '') throw new Error(`${entry} was built without a script`);
  if (/<\/script|<!--/i.test(script)) throw new Error('it would end its element');
  return { script, style };
}
