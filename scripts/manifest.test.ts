import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifestConfig from '../manifest.config.ts';
import { computeExtensionId } from './profile.mjs';

const manifest = manifestConfig as {
  key: string;
  permissions: string[];
  host_permissions: string[];
};
const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

describe('the manifest', () => {
  it('asks for exactly these permissions', () => {
    expect(manifest.permissions).toEqual([
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
    ]);
    expect(manifest.host_permissions).toEqual(['<all_urls>']);
    expect(Object.keys(manifest)).not.toContain('optional_permissions');
    expect(Object.keys(manifest)).not.toContain('externally_connectable');
    expect(Object.keys(manifest)).not.toContain('content_scripts');
  });

  it('asks for nothing that docs/privacy.md does not justify, and the reverse', () => {
    const [, table = ''] = read('../docs/privacy.md').split('## Permissions');
    const justified = Array.from(table.matchAll(/^\| `([^`]+)`\s*\| (\S.*\S)\s*\|$/gm));
    expect(justified.map(([, permission]) => permission).sort()).toEqual(
      [...manifest.permissions, ...manifest.host_permissions].sort(),
    );
    for (const [, , why] of justified) expect(why?.length).toBeGreaterThan(5);
  });

  it('has the key that fixes the id', () => {
    expect(computeExtensionId(manifest.key)).toBe('mkmhbljkhglbokfamlfdemefhodegidf');
    expect(read('../docs/automation.md')).toContain(computeExtensionId(manifest.key));
  });
});
