import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = new URL('../../src/entrypoints/page-viewer/', import.meta.url);

/** The page before and after the files of a recording. */
export interface PageViewer {
  before: string;
  after: string;
}

/** Puts the viewer's style and script into its HTML, with a policy that allows this script only and loads nothing. */
export async function buildPageViewer(): Promise<PageViewer> {
  const { script, style } = await compile();
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
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
    before: `${start}<meta http-equiv="Content-Security-Policy" content="${policy}">\n<title>${head}<style>${style}</style>\n</head>${shown}`,
    after: `<script>${script}</script>\n</body>\n</html>\n`,
  };
}

async function compile(): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(ROOT),
    logLevel: 'warn',
    build: {
      write: false,
      target: 'chrome123',
      lib: { entry: 'main.ts', formats: ['iife'], name: 'viewer', fileName: 'viewer' },
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
  if (script === '' || style === '')
    throw new Error('the viewer was built without script or style');
  if (/<\/(script|style)|<!--/i.test(script + style)) throw new Error('it would end its element');
  return { script, style };
}
