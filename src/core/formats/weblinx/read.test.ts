import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../import.fixture.ts';
import { collectFiles, encode, makePorts, makeSource, toContent } from '../import.fixture.ts';
import { listWeblinxFiles } from './list.ts';
import { readWeblinx } from './read.ts';

const GOLDENS = {
  minimal: join(import.meta.dirname, 'golden'),
  sample: join(import.meta.dirname, '..', 'golden', 'weblinx-sample'),
};

function readFolder(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}

async function importFiles(files: Files) {
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  const read = await readWeblinx(makeSource(files), '', makePorts(store));
  return { ...read, store, content: toContent(read, store) };
}

/** JSON by what it says, everything else byte for byte. */
function normalise(files: Files): Record<string, unknown> {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([path, bytes]) => {
      const text = new TextDecoder().decode(bytes);
      return [path, path.endsWith('.json') ? (JSON.parse(text) as unknown) : text];
    }),
  );
}

interface Replay {
  data: {
    type: string;
    timestamp: number;
    state: Record<string, unknown>;
    action: { intent: string; event_id: number; arguments: Record<string, unknown> };
  }[];
}

/** The sample with its replay.json changed. */
function changeReplay(change: (replay: Replay) => unknown): Files {
  const files = readFolder(GOLDENS.sample);
  const replay = JSON.parse(new TextDecoder().decode(files.get('replay.json'))) as Replay;
  change(replay);
  return files.set('replay.json', encode(JSON.stringify(replay)));
}

describe('readWeblinx', () => {
  it.each(Object.entries(GOLDENS))('%s comes out again as it went in', async (_, folder) => {
    const files = readFolder(folder);
    const { content, findings } = await importFiles(files);
    expect(findings).toEqual([]);
    expect(normalise(await collectFiles(listWeblinxFiles(content)))).toEqual(normalise(files));
  });

  it('a realigned screenshot gets the name of its event, and keeps its pixels and its old name', async () => {
    const files = changeReplay(({ data }) =>
      Object.assign(data[4]?.state ?? {}, {
        screenshot: 'screenshot-2-0.png',
        frame_resized: true,
      }),
    );
    const { content, turns } = await importFiles(files);
    const out = await collectFiles(listWeblinxFiles(content));
    expect(out.get('screenshots/screenshot-1-0.png')).toEqual(
      files.get('screenshots/screenshot-2-0.png'),
    );
    expect(turns[4]?.imported?.files).toMatchObject({ screenshot: 'screenshot-2-0.png' });
    const { data } = normalise(out)['replay.json'] as Replay;
    expect(data[4]?.state).toMatchObject({ screenshot: 'screenshot-1-0.png', frame_resized: true });
  });

  it('says which page and boxes are missing, and keeps the turn', async () => {
    const files = readFolder(GOLDENS.sample);
    files.delete('pages/page-1-0.html');
    files.delete('bboxes/bboxes-2.json');
    const { findings, turns, content } = await importFiles(files);
    expect(findings).toEqual([
      'replay.json, turn 5 names pages/page-1-0.html, which is missing; the turn was saved without a page.',
      'pages/page-2-0.html has no box file; the page was saved without boxes.',
    ]);
    expect(turns).toHaveLength(24);
    const out = await collectFiles(listWeblinxFiles(content));
    expect(out.has('pages/page-1-0.html')).toBe(false);
    expect(new TextDecoder().decode(out.get('bboxes/bboxes-2.json'))).toBe('{}');
  });

  it('sets aside a turn of an unknown intent, and keeps files that no turn names', async () => {
    const files = changeReplay(({ data }) => {
      if (data[4]) data[4].action.intent = 'teleport';
    }).set('video.mp4', encode('a film'));
    const { demonstration, findings, content } = await importFiles(files);
    expect(findings[0]).toContain('turn 5 is of a kind that Wayscribe does not know');
    expect(demonstration.imported?.unknownTurns).toMatchObject([{ index: 4 }]);
    const out = await collectFiles(listWeblinxFiles(content));
    expect(new TextDecoder().decode(out.get('video.mp4'))).toBe('a film');
    expect(out.get('pages/page-1-0.html')).toEqual(files.get('pages/page-1-0.html'));
  });
});
