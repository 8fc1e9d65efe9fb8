/** Bundles the React page of the practice site; the server itself never builds anything. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const practiceFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Writes practice/site/react/dist/app.js.
 *
 * @returns {Promise<void>}
 */
export async function buildReactPage() {
  await build({
    configFile: false,
    root: practiceFolder,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    // Vite leaves NODE_ENV to the consumer in library mode, and a page has none.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: 'site/react/dist',
      emptyOutDir: true,
      lib: { entry: 'react/main.tsx', formats: ['es'], fileName: () => 'app.js' },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildReactPage();
