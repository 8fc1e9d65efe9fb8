import { crx } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import manifest from './manifest.config.ts';

/** crxjs lists on-demand content scripts as web accessible, which would let pages detect us. */
function hideFromPages(): Plugin {
  return {
    name: 'hide-from-pages',
    enforce: 'post',
    renderCrxManifest(emitted: Record<string, unknown>) {
      delete emitted['web_accessible_resources'];
      return emitted;
    },
  } as Plugin;
}

/** `npm run dev` serves the extension's pages from here; the service worker of the extension fetches them. */
const DEV_PORT = 5173;

export default defineConfig({
  server: {
    port: DEV_PORT,
    strictPort: true,
    cors: { origin: [/^chrome-extension:\/\//] },
    // Without an explicit address each page first tries a socket at chrome-extension://.
    hmr: { host: 'localhost', port: DEV_PORT },
  },
  plugins: [react(), crx({ manifest }), hideFromPages()],
  build: {
    target: 'chrome148',
    rolldownOptions: {
      input: {
        studio: 'src/entrypoints/studio/index.html',
        offscreen: 'src/entrypoints/offscreen/index.html',
      },
    },
  },
  worker: { format: 'es' },
});
