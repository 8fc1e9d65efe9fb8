/** Bundles the widget pages of the practice site, with one chunk for each library. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const practiceFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Writes practice/site/widgets/dist/app.js, its chunks and style.css.
 *
 * @returns {Promise<void>}
 */
export async function buildWidgetPages() {
  await build({
    configFile: false,
    root: practiceFolder,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: 'site/widgets/dist',
      emptyOutDir: true,
      cssCodeSplit: false,
      lib: {
        entry: 'widgets/main.tsx',
        formats: ['es'],
        fileName: () => 'app.js',
        cssFileName: 'style',
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidgetPages();
