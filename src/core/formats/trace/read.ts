import { encodeText } from '../../bytes.ts';
import type { Screenshot } from '../../demonstration/demonstration.ts';
import type { Box, FrameSnapshot } from '../../snapshot/snapshot.ts';
import { formatUid } from '../../snapshot/snapshot.ts';
import { describeForeign, ForeignBuilder } from '../foreign/builder.ts';
import { readImageSize } from '../picture.ts';
import { nameForeign, writeForeignPage } from '../foreign/write-page.ts';
import type { ImportPorts, ImportSource, Members, ReadDemonstration } from '../import-source.ts';
import {
  ImportFault,
  readFile,
  readJson,
  readLines,
  readPieces,
  readMembers,
  readNumber,
} from '../import-source.ts';
import { FAULTS, FINDINGS } from '../messages.ts';
import { readSelectors } from '../recorder/selectors.ts';
import { readCall, readText } from './actions.ts';
import { TraceFrame } from './page.ts';
import { isObject } from '../../shape.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';

/** A trace of hours; all snapshots are in memory together. */
const MOST_BYTES = 512 * 1024 * 1024;
const PIECE_BYTES = 8 * 1024 * 1024;
const MOST_DEPTH = 2000;
const NAME = /^(?:\d+-)?trace\.trace$/;

/**
 * Reads a Playwright trace, as `tracing.stop` and the test runner write it
 * (https://github.com/microsoft/playwright, packages/trace/src/trace.ts, versions 3 to 10): each call that stands for an action of a
 * person becomes a turn with the page and the last screencast frame before it. A damaged line costs itself and is named in a
 * finding. Fails with ImportFault.
 */
export async function readTrace(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const paths = [...source.paths].filter(
    (path) => path.startsWith(folder) && NAME.test(path.slice(folder.length)),
  );
  const [first] = paths.sort();
  if (first === undefined) throw new ImportFault(FAULTS.missing(`${folder}trace.trace`));
  const hash = await hashFile(source, first, ports);
  let reader: TraceReader | null = null;
  const damaged: string[] = [];
  for (const path of paths) {
    let number = 0;
    for await (const line of readLines(source, path)) {
      number += 1;
      const event = readEvent(line, `${path}, line ${number}`, damaged);
      if (!event) continue;
      if (event['type'] === 'context-options') {
        reader ??= new TraceReader(
          makeBuilder(event, hash, { ports, path: first }),
          source,
          folder,
          ports,
        );
        reader.begin(event);
      } else await reader?.read(event);
    }
  }
  if (!reader) throw new ImportFault(FAULTS.damaged(first, 'it has no context-options'));
  return reader.finish(damaged);
}

/** Hashes a file of any size in pieces; fails where it is too large for its events to be in memory. */
async function hashFile(source: ImportSource, path: string, ports: ImportPorts): Promise<string> {
  const hashes: string[] = [];
  let length = 0;
  for await (const piece of readPieces(source, path, PIECE_BYTES)) {
    length += piece.length;
    if (length > MOST_BYTES) throw new ImportFault(FAULTS.tooLarge(path, MOST_BYTES));
    hashes.push(await ports.hash(piece));
  }
  return ports.hash(encodeText(hashes.join(' ')));
}

function makeBuilder(
  event: Members,
  hash: string,
  place: { ports: ImportPorts; path: string },
): ForeignBuilder {
  const { title, wallTime, options } = event;
  const { userAgent } = readMembers(options);
  return new ForeignBuilder(
    {
      ...{ hash, tool: 'playwright-trace', title: readText(title) || 'Playwright trace' },
      ...{ startedAt: readNumber(wallTime), userAgent: readText(userAgent) },
    },
    place,
  );
}

function readEvent(
  line: Uint8Array<ArrayBuffer>,
  place: string,
  damaged: string[],
): Members | null {
  try {
    const { value } = readJson(line, place, { depth: MOST_DEPTH });
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
  }
  damaged.push(place);
  return null;
}

interface Snapshot {
  frame: TraceFrame;
  index: number;
  url: string;
  pageId: string;
  viewport: FrameSnapshot['viewport'];
  /** Taken just before the input, with the target marked; marks in others may be of earlier calls. */
  isMarked: boolean;
}

interface OpenCall {
  event: Members;
  /** Just before the input where the trace has it, else as the call began. */
  snapshot: Snapshot | null;
  isInFrame: boolean;
  box: Box | null;
  point: { x: number; y: number } | null;
  shot: Members | null;
}

const NO_PICTURE: Screenshot = { status: 'missing', reason: 'turns of tabs have no picture' };

const ACTING = new Set(['Frame', 'Page', 'ElementHandle']);

class TraceReader {
  private readonly builder: ForeignBuilder;
  private readonly source: ImportSource;
  private readonly folder: string;
  private readonly ports: ImportPorts;
  private readonly calls = new Map<string, OpenCall>();
  private readonly frames = new Map<string, TraceFrame>();
  private readonly numbers = new Map<object, number>();
  private readonly tabs = new Map<string, number>();
  private readonly urls = new Map<string, string>();
  /** The last screencast frame of each page. */
  private readonly shots = new Map<string, Members>();
  private readonly counts = { unknown: new Map<string, number>(), failed: 0, inFrames: 0 };
  private wallTime = 0;
  private viewport = { width: 0, height: 0 };
  private page = '';

  constructor(builder: ForeignBuilder, source: ImportSource, folder: string, ports: ImportPorts) {
    this.builder = builder;
    this.source = source;
    this.folder = folder;
    this.ports = ports;
  }

  begin({ wallTime, monotonicTime, options }: Members): void {
    this.wallTime = readNumber(wallTime) - readNumber(monotonicTime);
    if (isObject(options)) this.viewport = readSize(options['viewport']) ?? this.viewport;
  }

  async read(event: Members): Promise<void> {
    const callId = readText(event['callId']);
    const call = this.calls.get(callId);
    switch (event['type']) {
      case 'before':
        this.calls.set(callId, {
          ...{ event, snapshot: null, isInFrame: false, box: null, point: null },
          shot: this.shots.get(readText(event['pageId']) || this.page) ?? null,
        });
        return;
      case 'input':
        if (call) call.box = readBox(event['box']);
        if (call) call.point = readPoint(event['point']);
        return;
      case 'frame-snapshot':
        if (isObject(event['snapshot'])) this.takeSnapshot(event['snapshot']);
        return;
      case 'screencast-frame':
        this.shots.set(readText(event['pageId']), event);
        return;
      case 'after':
        this.calls.delete(callId);
        if (call) await this.end(call, event);
    }
  }

  async finish(damaged: readonly string[]): Promise<ReadDemonstration> {
    // The trace was stopped during them.
    for (const call of this.calls.values()) await this.end(call, {});
    for (const place of damaged.slice(0, 20)) this.builder.report(FINDINGS.damagedLine(place));
    if (damaged.length > 20) this.builder.report(FINDINGS.damagedLines(damaged.length - 20));
    for (const [method, count] of this.counts.unknown) {
      this.builder.report(FINDINGS.unknownTarget(method, count));
    }
    if (this.counts.failed > 0) this.builder.report(FINDINGS.failedCalls(this.counts.failed));
    if (this.counts.inFrames > 0) this.builder.report(FINDINGS.innerFrames(this.counts.inFrames));
    this.builder.report(FINDINGS.traceLacks);
    return this.builder.finish();
  }

  private takeSnapshot(snapshot: Members): void {
    const { frameId, html, callId, frameUrl, isMainFrame } = snapshot;
    const id = readText(frameId);
    const frame = this.frames.get(id) ?? new TraceFrame(this.numbers);
    this.frames.set(id, frame);
    const index = frame.push(html);
    // Before version 9 in its name: `before@call@12`.
    const [, named] =
      /^(before|input|action|after)@/.exec(readText(snapshot['snapshotName'])) ?? [];
    const phase = readText(snapshot['phase']) || named;
    const pageId = readText(snapshot['pageId']);
    if (isMainFrame === true) this.urls.set(pageId, readText(frameUrl));
    const call = this.calls.get(readText(callId));
    if (!call || phase === 'after') return;
    if (isMainFrame !== true) {
      call.isInFrame ||= phase !== 'before' && frame.build(index)?.target != null;
      return;
    }
    const viewport = readSize(snapshot['viewport']) ?? this.viewport;
    const isMarked = phase !== 'before';
    call.snapshot = { frame, index, url: readText(frameUrl), pageId, viewport, isMarked };
    call.shot = this.shots.get(pageId) ?? call.shot;
  }

  private async end(call: OpenCall, after: Members): Promise<void> {
    const { event, snapshot } = call;
    const kind = readText(event['class']);
    const method = readText(event['method']);
    const params = readMembers(event['params']);
    const at = this.wallTime + readNumber(event['startTime']);
    const pageId = snapshot?.pageId || readText(event['pageId']) || this.page;
    if (!ACTING.has(kind)) return;
    const page = this.writePage(snapshot);
    const element = this.findElement(call, page, params);
    const url = snapshot?.url ?? this.urls.get(pageId) ?? '';
    const isClosing = kind === 'Page' && method === 'close' && this.tabs.has(pageId);
    const action = isClosing
      ? ({ intent: 'tabremove', tabId: this.tabs.get(pageId) ?? 0 } as const)
      : readCall(method, params, element?.uid ?? null, url);
    if (action === null) return;
    if (isObject(after['error'])) {
      this.counts.failed += 1;
      return;
    }
    if (action === 'unknown') {
      if (call.isInFrame) this.counts.inFrames += 1;
      else this.counts.unknown.set(method, (this.counts.unknown.get(method) ?? 0) + 1);
      return;
    }
    await this.turnTo(pageId, at);
    const shot = await this.keepShot(call.shot, at);
    const viewport = snapshot?.viewport ?? this.viewport;
    const isShown = shot.status === 'kept' && viewport.width > 0;
    await this.builder.add({
      ...{ action, at, tabId: this.tabs.get(pageId) ?? 1, viewport, page: page?.frame ?? null },
      url: action.intent === 'load' ? action.url : url,
      ...{ element: action.intent === 'load' ? null : element, screenshot: shot },
      ...(isShown && { zoom: shot.width / viewport.width }),
      ...(call.point && { pointer: call.point }),
      ...(typeof params['selector'] === 'string' && {
        properties: { selector: params['selector'] },
      }),
    });
    if (action.intent === 'load') this.urls.set(pageId, action.url);
  }

  private writePage(
    snapshot: Snapshot | null,
  ): { frame: FrameSnapshot; target: string | null } | null {
    const built = snapshot?.frame.build(snapshot.index);
    if (!built || !snapshot || snapshot.url === 'about:blank') return null;
    const { url, viewport } = snapshot;
    const { salt } = this.builder;
    const frame = writeForeignPage(built.html, { salt, url, viewport });
    return { frame, target: built.target && nameForeign(built.target, salt) };
  }

  /** A trace without snapshots has only the selector. */
  private findElement(
    { event, box, isInFrame, snapshot }: OpenCall,
    page: { frame: FrameSnapshot; target: string | null } | null,
    { selector }: Members,
  ): TurnElement | null {
    const hasTarget = typeof selector === 'string' || event['class'] === 'ElementHandle';
    if (page?.target && snapshot?.isMarked && hasTarget) {
      return describeForeign(page.frame, page.target, box);
    }
    if (typeof selector !== 'string' || isInFrame || snapshot !== null) return null;
    const uid = formatUid(this.builder.salt, this.numbers.size);
    this.numbers.set({}, this.numbers.size);
    return readSelectors(toSelectors(selector), uid);
  }

  private async turnTo(pageId: string, at: number): Promise<void> {
    const known = this.tabs.get(pageId);
    const tabId = known ?? this.tabs.size + 1;
    this.tabs.set(pageId, tabId);
    const from = this.tabs.get(this.page);
    this.page = pageId;
    if (from === undefined || from === tabId) return;
    const common = {
      ...{ at, url: this.urls.get(pageId) ?? '', tabId, viewport: this.viewport },
      ...{ page: null, element: null, screenshot: NO_PICTURE },
    };
    if (known === undefined)
      await this.builder.add({ ...common, action: { intent: 'tabcreate', tabId } });
    await this.builder.add({
      ...common,
      action: { intent: 'tabswitch', fromTabId: from, tabId },
    });
  }

  private async keepShot(shot: Members | null, at: number): Promise<Screenshot> {
    const named = readText(shot?.['file']) || `resources/${readText(shot?.['sha1'])}`;
    const path = this.folder + named;
    if (!shot || !this.source.paths.has(path)) {
      return { status: 'missing', reason: 'the trace has no screencast frame before it' };
    }
    const bytes = await readFile(this.source, path);
    const size = readImageSize(bytes);
    if (!size) return { status: 'missing', reason: 'its screencast frame is damaged' };
    const ageMs = Math.max(0, Math.round(at - this.wallTime - readNumber(shot['timestamp'])));
    const reason = 'a frame of a trace’s screencast; whether the page changed since is unknown';
    return {
      ...{ status: 'kept', image: await this.ports.keep(bytes), ...size },
      proof: { kind: 'stale', ageMs, reason },
    };
  }
}

/** Playwright's own engines, as the Recorder would write them. */
function toSelectors(selector: string): string[] {
  const last = selector.split(' >> ').at(-1) ?? '';
  const [, role, name] = /^internal:role=(\w+)(?:\[name="((?:[^"\\]|\\.)*)")?/.exec(last) ?? [];
  if (role) return [`aria/${name ?? ''}[role="${role}"]`];
  const [, label] = /^internal:(?:label|text|attr)=.*?"((?:[^"\\]|\\.)*)"/.exec(last) ?? [];
  if (label !== undefined) return [`aria/${label}`];
  return [last.startsWith('xpath=') ? `xpath/${last.slice(6)}` : last.replace(/^css=/, '')];
}

function readSize(value: unknown): { width: number; height: number } | null {
  if (!isObject(value)) return null;
  return { width: readNumber(value['width']), height: readNumber(value['height']) };
}

function readPoint(value: unknown): { x: number; y: number } | null {
  if (!isObject(value)) return null;
  return { x: readNumber(value['x']), y: readNumber(value['y']) };
}

function readBox(value: unknown): Box | null {
  const place = readPoint(value);
  const size = readSize(value);
  return place && size && { ...place, ...size };
}
