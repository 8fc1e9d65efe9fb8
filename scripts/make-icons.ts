/**
 * Draws public/icons/wayscribe.svg into the PNG sizes that the manifest names.
 * Run it after the drawing changed: `npm run make:icons`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findChromium } from './find-chromium.mjs';

const SIZES = [16, 32, 48, 128];

const found = await findChromium();
if (!found.ok) throw new Error(found.reason);
const folder = new URL('../public/icons/', import.meta.url);
const drawing = await readFile(new URL('wayscribe.svg', folder), 'utf8');
const browser = await chromium.launch({ executablePath: found.path, chromiumSandbox: false });
try {
  const page = await browser.newPage();
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${String(size)}px }</style>${drawing}`,
    );
    const path = fileURLToPath(new URL(`wayscribe-${String(size)}.png`, folder));
    await page.screenshot({ path, omitBackground: true });
    console.log(`wrote ${path}`);
  }
} finally {
  await browser.close();
}
