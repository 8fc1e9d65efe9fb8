import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../demonstration/recording-options.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { encodeBoxes } from '../../demonstration/content.ts';
import type { BrowserTurn, Screenshot, Turn } from '../../demonstration/demonstration.ts';
import { lintDemonstration } from '../../demonstration/lint/lint.ts';
import { listWeblinxFiles } from './list.ts';

/** A minimal demonstration, which the public library loads without a warning. */
const GOLDEN = join(import.meta.dirname, 'golden');
const START = 1760000000000;

interface GoldenTurn {
  type: 'chat' | 'browser';
  timestamp: number;
  speaker: 'instructor' | 'navigator';
  utterance: string;
  state: { page: string | null };
  action: {
    intent: string;
    event_id: number;
    arguments: {
      metadata: BrowserTurn['metadata'];
      properties: Record<string, unknown>;
      element?: {
        tagName: string;
        attributes: Record<string, string>;
        bbox: { x: number; y: number; width: number; height: number };
        textContent: string;
        xpath: string;
      };
      text?: string;
      scrollX?: number;
      scrollY?: number;
      selected?: string;
      pasted?: string;
    };
  };
}

function readGolden(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(GOLDEN, path)));
}

function readGoldenJson(path: string): unknown {
  return JSON.parse(readFileSync(join(GOLDEN, path), 'utf8'));
}

/** The golden turn as the recorder would have kept it; content is named by its golden file. */
function restoreTurn(golden: GoldenTurn, index: number): Turn {
  const common = {
    id: `turn-${index}`,
    demonstrationId: 'golden',
    at: Math.round(START + golden.timestamp * 1000),
    seq: index,
    by: 'person' as const,
  };
  if (golden.type === 'chat') {
    const { speaker, utterance } = golden;
    return { ...common, kind: 'say', action: { intent: 'say', speaker, utterance } };
  }
  const { element, metadata, properties } = golden.action.arguments;
  const n = golden.action.event_id;
  const kept = golden.state.page !== null;
  const screenshot: Screenshot = kept
    ? {
        status: 'kept',
        image: `screenshots/screenshot-${n}-0.png`,
        width: 1280,
        height: 720,
        proof: { kind: 'unchanged', requestedAt: common.at - 40, doneAt: common.at - 10 },
      }
    : { status: 'missing', reason: 'there was no page yet' };
  return {
    ...common,
    kind: 'browser',
    action: restoreAction(golden.action),
    element: element
      ? {
          uid: element.attributes['data-webtasks-id'] ?? '',
          frameId: 0,
          tagName: element.tagName,
          attributes: element.attributes,
          box: element.bbox,
          textContent: element.textContent,
          xpath: element.xpath,
          name: element.textContent,
          role: 'generic',
        }
      : null,
    metadata,
    properties,
    snapshot: kept ? restoreSnapshot(n, common.at) : null,
    screenshot,
    receipt: null,
    causedBy: null,
  };
}

function restoreAction({ intent, arguments: given }: GoldenTurn['action']): BrowserTurn['action'] {
  const uid = given.element?.attributes['data-webtasks-id'] ?? '';
  switch (intent) {
    case 'textInput':
      return { intent, uid, text: given.text ?? '' };
    case 'load':
      return { intent, url: String(given.properties['url']) };
    case 'scroll':
      return { intent, x: given.scrollX ?? 0, y: given.scrollY ?? 0, uid: null };
    case 'copy':
      return { intent, text: given.selected ?? '', uid };
    case 'paste':
      return { intent, text: given.pasted ?? '', uid };
    case 'tabswitch':
      return {
        intent,
        tabId: Number(given.properties['tabId']),
        fromTabId: Number(given.properties['tabIdOrigin']),
      };
    case 'submit':
    case 'click':
      return { intent, uid };
    default:
      throw new Error(`${intent} is not in the minimal example`);
  }
}

function restoreSnapshot(n: number, at: number): BrowserTurn['snapshot'] {
  const frame = {
    frameId: 0,
    parentFrameId: null,
    ownerUid: null,
    place: null,
    url: 'https://shop.example/',
    title: 'Kettle House',
    html: `pages/page-${n}-0.html`,
    boxes: `bboxes/bboxes-${n}.json`,
    viewport: { width: 1280, height: 720 },
    scroll: { x: 0, y: 0 },
    exact: true,
  };
  return { frames: [frame], devicePixelRatio: 1, takenAt: at, exact: true };
}

function encodeGoldenBoxes(path: string): Uint8Array<ArrayBuffer> {
  return encodeBoxes(readGoldenJson(path) as Parameters<typeof encodeBoxes>[0]);
}

function restoreGolden(): DemonstrationContent {
  const replay = readGoldenJson('replay.json') as { data: GoldenTurn[] };
  const metadata = readGoldenJson('metadata.json') as Record<string, string>;
  return {
    demonstration: {
      id: 'golden',
      version: 1,
      startedAt: START,
      endedAt: START + 33_000,
      state: 'stopped',
      pauses: [],
      title: 'Kettle House',
      userAgent: String(metadata['userAgent']),
      timezoneOffsetMinutes: 0,
      recorder: '1.0.0',
      options: DEFAULT_OPTIONS,
      form: {
        annotator: '1',
        description: 'Found a red kettle and noted its name',
        tasks: ['Shopping'],
        navigatorName: 'Navigator',
        instructorName: 'Instructor',
      },
    },
    turns: replay.data.map(restoreTurn),
    read(name) {
      const isBoxes = name.endsWith('.json');
      return Promise.resolve(isBoxes ? encodeGoldenBoxes(name) : readGolden(name));
    },
  };
}

async function exportGolden(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const upload = { shortcode: 'minimal-demo', uploadedAt: Date.UTC(2025, 9, 9, 9) };
  for await (const file of listWeblinxFiles(restoreGolden(), upload)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) chunks.push(chunk);
    files.set(file.path, Buffer.concat(chunks));
  }
  return files;
}

const exported = await exportGolden();
const goldenPaths = readdirSync(GOLDEN, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(GOLDEN.length + 1))
  .sort();

describe('the minimal example, recorded and exported', () => {
  it('has exactly the files of the golden folder', () => {
    expect([...exported.keys()].sort()).toEqual(goldenPaths);
  });

  it.each(goldenPaths.filter((path) => path.endsWith('.json')))('%s says the same', (path) => {
    const text = new TextDecoder().decode(exported.get(path));
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(JSON.parse(text)).toEqual(readGoldenJson(path));
  });

  it.each(goldenPaths.filter((path) => !path.endsWith('.json')))('%s is the same', (path) => {
    expect(Buffer.from(exported.get(path) ?? []).equals(readGolden(path))).toBe(true);
  });

  it('is free of findings', async () => {
    const findings = [];
    for await (const finding of lintDemonstration(restoreGolden())) findings.push(finding);
    expect(findings).toEqual([]);
  });
});
