import { describe, expect, it } from 'vitest';
import { checkNode, isInstalled } from './setup.mjs';

describe('checkNode', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.1.0'])('takes %s', (version) => {
    expect(checkNode(version)).toEqual({ ok: true });
  });

  it.each(['18.20.8', '20.18.3', '16.0.0'])('refuses %s and names it', (version) => {
    const checked = checkNode(version);
    expect(checked).toMatchObject({ ok: false });
    expect(checked).toHaveProperty('reason', expect.stringContaining(version));
  });
});

describe('isInstalled', () => {
  const react = { version: '19.3.1', integrity: 'sha512-a' };
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/react': react,
      'node_modules/only-on-mac': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    },
  };

  it('is true when all that this platform needs is there', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/react': react } })).toBe(true);
  });

  it.each([
    ['nothing is there', {}],
    ['another version is there', { ...react, version: '19.3.0' }],
    ['another build of it is there', { ...react, integrity: 'sha512-c' }],
  ])('is false when %s', (_, there) => {
    const packages = Object.keys(there).length ? { 'node_modules/react': there } : {};
    expect(isInstalled(wanted, { packages })).toBe(false);
  });
});
