import { describe, expect, it } from 'vitest';
import { sealKey, openKey, readSealedKey } from './seal-key.ts';

const KEY = 'sk-secret-of-the-test';

describe('sealing a key', () => {
  it('opens with its passphrase, however that was composed, and with no other', async () => {
    const sealed = await sealKey(KEY, 'caf\u00e9 au lait');
    expect(await openKey(sealed, 'cafe\u0301 au lait')).toBe(KEY);
    expect(await openKey(sealed, 'cafe au lait')).toBeNull();
    expect(await openKey(sealed, '')).toBeNull();
  });

  it('shows neither key nor passphrase, and never the same bytes twice', async () => {
    const [one, two] = await Promise.all([
      sealKey(KEY, 'long enough'),
      sealKey(KEY, 'long enough'),
    ]);
    const stored = JSON.stringify(one);
    for (const secret of [KEY, btoa(KEY), 'long enough']) expect(stored).not.toContain(secret);
    expect(one.iterations).toBeGreaterThanOrEqual(600_000);
    for (const part of ['salt', 'iv', 'data'] as const) expect(one[part]).not.toBe(two[part]);
  });

  it('does not open what was changed', async () => {
    const sealed = await sealKey(KEY, 'long enough');
    const bytes = Array.from(atob(sealed.data), (char) => char.charCodeAt(0));
    const changed = btoa(String.fromCharCode((bytes[0] ?? 0) ^ 1, ...bytes.slice(1)));
    expect(await openKey({ ...sealed, data: changed }, 'long enough')).toBeNull();
  });

  it('knows its own form when it reads it back', async () => {
    const sealed = await sealKey(KEY, 'long enough');
    expect(readSealedKey(JSON.parse(JSON.stringify(sealed)))).toEqual(sealed);
    expect(readSealedKey({ ...sealed, iv: 3 })).toBeNull();
    expect(readSealedKey(undefined)).toBeNull();
  });
});
