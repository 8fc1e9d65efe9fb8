import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.mjs';

/** A Linux machine on which exactly these files can be run. */
function describeMachine(files: string[], env: Record<string, string> = {}, bundled?: string) {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin', ...env },
    platform: 'linux' as NodeJS.Platform,
    home: '/home/ann',
    isUsable: (path: string) => files.includes(path),
    findBundled: () => Promise.resolve(bundled),
  };
}

describe('findChromium', () => {
  const everything = [
    '/own/chrome',
    '/cache/playwright/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
  ];

  it.each([
    { chosen: '/own/chrome', found: '/own/chrome', without: [] as string[] },
    { found: '/cache/playwright/chrome', without: ['/own/chrome'] },
    { found: '/usr/lib/chromium/chromium', without: everything.slice(0, 2) },
    { found: '/usr/bin/chromium', without: everything.slice(0, 3) },
    { found: '/usr/bin/chromium-browser', without: everything.slice(0, 4) },
  ])('takes $found before what comes later', async ({ chosen, found, without }) => {
    const machine = describeMachine(
      everything.filter((path) => !without.includes(path)),
      chosen ? { CHROMIUM_PATH: chosen } : {},
      '/cache/playwright/chrome',
    );
    expect(await findChromium(machine)).toEqual({ ok: true, path: found, branded: false });
  });

  it('falls back to branded Chrome and says so', async () => {
    const machine = describeMachine(['/opt/google/chrome/chrome']);
    expect(await findChromium(machine)).toEqual({
      ok: true,
      path: '/opt/google/chrome/chrome',
      branded: true,
    });
  });

  it('refuses a wrong CHROMIUM_PATH instead of quietly taking another browser', async () => {
    const machine = describeMachine(everything, { CHROMIUM_PATH: '/nowhere/chrome' });
    const found = await findChromium(machine);
    expect(found).toMatchObject({ ok: false });
    expect(found).toHaveProperty('reason', expect.stringContaining('/nowhere/chrome'));
  });

  it('says when there is none', async () => {
    expect(await findChromium(describeMachine([]))).toMatchObject({ ok: false });
  });

  it.each([
    {
      platform: 'darwin' as const,
      path: '/Applications/Chromium.app/Contents/MacOS/Chromium',
      branded: false,
    },
    {
      platform: 'darwin' as const,
      path: '/home/ann/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      branded: false,
    },
    {
      platform: 'win32' as const,
      path: 'C:\\Users\\ann\\AppData\\Local\\Chromium\\Application\\chrome.exe',
      branded: false,
    },
    {
      platform: 'win32' as const,
      path: 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      branded: true,
    },
  ])('knows $path on $platform', async ({ platform, path, branded }) => {
    const env = {
      LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local',
      ProgramFiles: 'C:\\Program Files',
    };
    const machine = { ...describeMachine([path], env), platform };
    expect(await findChromium(machine)).toEqual({ ok: true, path, branded });
  });
});

describe('findChromium on real files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'find-chromium-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function writeProgram(name: string, text: string, mode: number) {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  const find = (path: string) => findChromium({ env: { CHROMIUM_PATH: path } });

  it('takes a program', async () => {
    const path = writeProgram('chromium', '#!/bin/sh\nexit 0\n', 0o755);
    expect(await find(path)).toMatchObject({ ok: true, path });
  });

  it('refuses a folder, a missing file, a snap and the script that asks for one', async () => {
    const snap = writeProgram('snap', '#!/bin/sh\n', 0o755);
    symlinkSync(snap, join(folder, 'linked'));
    const stub = writeProgram('stub', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n', 0o755);
    for (const path of [folder, join(folder, 'none'), join(folder, 'linked'), stub]) {
      expect(await find(path), path).toMatchObject({ ok: false });
    }
  });

  it.skipIf(process.platform === 'win32')('refuses a file that may not be run', async () => {
    expect(await find(writeProgram('plain', '', 0o644))).toMatchObject({ ok: false });
  });
});
