import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openSuites } from './open-suites.ts';

it.each(['miniwob/html', 'html'])('finds the pages of a MiniWoB++ checkout in %s', async (html) => {
  const checkout = await mkdtemp(path.join(tmpdir(), 'wayscribe-miniwob-'));
  const files = ['core/core.js', 'miniwob/click-test.html', 'miniwob/enter-text.html'];
  for (const file of files) {
    const place = path.join(checkout, html, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '');
  }
  const faults: unknown[] = [];
  const [opened, ...others] = await openSuites([checkout], (line) => faults.push(line));
  expect([faults, others]).toEqual([[], []]);
  expect(opened).toMatchObject({
    folder: path.join(checkout, path.dirname(html)),
    suite: {
      name: 'MiniWoB++',
      pages: 'html',
      tasks: [{ id: 'click-test' }, { id: 'enter-text' }],
    },
  });
  await rm(checkout, { recursive: true });
});
