import { defineManifest } from '@crxjs/vite-plugin';
import pkg from './package.json' with { type: 'json' };

/** Keys that crxjs's manifest type does not know yet. */
const untypedKeys: object = {
  // Blobs and typed arrays cross contexts as they are (Chrome 148).
  message_serialization: 'structured_clone',
  // Shared memory for the encoder's threads.
  cross_origin_embedder_policy: { value: 'require-corp' },
  cross_origin_opener_policy: { value: 'same-origin' },
};

export default defineManifest({
  manifest_version: 3,
  name: '__MSG_extensionName__',
  default_locale: 'en',
  version: pkg.version,
  description: '__MSG_extensionDescription__',
  minimum_chrome_version: '148',
  // What is done in private windows is neither seen nor kept.
  incognito: 'not_allowed',
  // Fixes the extension's id; made once for this project, the private half was thrown away.
  key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqhKvLj7lXLxl7W5gaCOR0NP3+atGCwrXA4xGQjyjrTwEN+c9AoUMwEGIdJW1WH1q/yim8JfXYHzOhriowhVTP7WHjRi7muttWYAuoLCUQAP0RekMk881dp7EKBFw+8NUdMLY5gdLS1NjXaMvLtRvFkvpevs9asEroMsf73/p+VQkENrO6fjWRy6FPjNcuWC5172IcOL4c+gITbi7F679GMOVjMywwf+BqYwMOECrcDvs+WeWS6688NRfOZoNhUWWDolhlRk4SGrwl2GWjCvaWnp0Ewz+ak5rJaFxuTfEW3I8NfCXg6u4OGj9c1fEJlxihKYVaRbI1VC155mnfB8JMwIDAQAB',
  icons: {
    16: 'icons/wayscribe-16.png',
    32: 'icons/wayscribe-32.png',
    48: 'icons/wayscribe-48.png',
    128: 'icons/wayscribe-128.png',
  },
  action: { default_title: 'Open Wayscribe' },
  side_panel: { default_path: 'src/entrypoints/sidepanel/index.html' },
  options_ui: { page: 'src/entrypoints/settings/index.html', open_in_tab: true },
  background: { service_worker: 'src/entrypoints/background/background.ts', type: 'module' },
  permissions: [
    'offscreen',
    'pageCapture',
    'scripting',
    'sidePanel',
    'storage',
    'tabCapture',
    'tabs',
    'unlimitedStorage',
    'webNavigation',
    'webRequest',
  ],
  host_permissions: ['<all_urls>'],
  content_security_policy: {
    extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
  },
  ...untypedKeys,
});
