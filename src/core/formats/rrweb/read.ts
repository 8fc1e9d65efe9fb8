import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { isToggle } from '../../action/action.ts';
import { isOf, number, objectWith, isObject } from '../../shape.ts';
import type { FrameSnapshot } from '../../snapshot/snapshot.ts';
import { UID_LIMIT } from '../../snapshot/snapshot.ts';
import { describeForeign, ForeignBuilder } from '../foreign/builder.ts';
import type { ForeignElement } from '../foreign/write-page.ts';
import { nameForeign, writeForeignPage } from '../foreign/write-page.ts';
import type { ImportPorts, ImportSource, Members, ReadDemonstration } from '../import-source.ts';
import { ImportFault, readFile, readJson } from '../import-source.ts';
import { FAULTS, FINDINGS } from '../messages.ts';
import type { RrwebNode } from './document.ts';
import { readOptionLabel, RrwebDocument } from './document.ts';

const MOST_BYTES = 128 * 1024 * 1024;
/** Each element of a page is two levels. */
const MOST_DEPTH = 4000;

const LINE_FEED = 0x0a;
const SPACE = 0x20;

const isEvent = isOf<Members>(objectWith({ type: number, timestamp: number }));

/** rrweb's EventType, IncrementalSource and MouseInteractions. */
const EVENT = { fullSnapshot: 2, incremental: 3, meta: 4 };
const SOURCE = { mutation: 0, mouse: 2, scroll: 3, resize: 4, input: 5 };
const MOUSE: Readonly<Record<number, 'click' | 'rightClick' | 'doubleClick'>> = {
  2: 'click',
  3: 'rightClick',
  4: 'doubleClick',
};

type Action = BrowserTurn['action'];

/**
 * Reads the events of an rrweb recording, as a JSON list or a line each (https://github.com/rrweb-io/rrweb,
 * packages/types/src/index.ts): clicks, inputs and scrolls become turns with the page before them. A series of inputs in a field, or
 * of scrolls of an element, is one turn. Fails with ImportFault.
 */
export async function readRrweb(
  source: ImportSource,
  path: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const bytes = await readFile(source, path, MOST_BYTES);
  const findings: string[] = [];
  const events = readEvents(bytes, path, (finding) => void findings.push(finding));
  const [first] = events;
  if (!first) throw new ImportFault(FAULTS.noActions(path));
  const recording = { hash: await ports.hash(bytes), tool: 'rrweb', userAgent: '' };
  const title = events.map(readAddress).find((href) => href !== '') ?? path;
  const builder = new ForeignBuilder(
    { ...recording, title, startedAt: Number(first['timestamp']) },
    { ports, path },
  );
  for (const finding of findings) builder.report(finding);
  const reader = new RrwebReader(builder);
  for (const [at, event] of events.entries()) {
    if (at % 1000 === 0) ports.onProgress?.(at / events.length);
    await reader.read(event);
  }
  await reader.flush();
  if (reader.unknown > 0) builder.report(FINDINGS.unknownNodes(path, reader.unknown));
  builder.report(FINDINGS.rrwebLacks);
  return builder.finish();
}

/** Damaged events cost themselves. */
function readEvents(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  report: (finding: string) => void,
): Members[] {
  const isList = /^\s*\[/.test(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const all = isList ? readList(bytes, path, report) : readEventLines(bytes, path, report);
  const events = all.filter(isEvent);
  const damaged = all.length - events.length;
  if (damaged > 0) report(FINDINGS.damagedLines(damaged));
  return events.toSorted(byTime);
}

function readList(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  report: (finding: string) => void,
): unknown[] {
  const { value } = readJson(bytes, path, { depth: MOST_DEPTH, report });
  return Array.isArray(value) ? value : [];
}

function readEventLines(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  report: (finding: string) => void,
): unknown[] {
  const events: unknown[] = [];
  for (let from = 0, line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, from);
    const part = bytes.slice(from, end < 0 ? bytes.length : end);
    from += part.length + 1;
    if (part.every((byte) => byte <= SPACE)) continue;
    try {
      events.push(readJson(part, `${path}, line ${line}`, { depth: MOST_DEPTH, report }).value);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      events.push(null);
    }
  }
  return events;
}

function byTime(a: Members, b: Members): number {
  return Number(a['timestamp']) - Number(b['timestamp']);
}

function readAddress({ type, data }: Members): string {
  const href = type === EVENT.meta && isObject(data) ? data['href'] : null;
  return typeof href === 'string' ? href : '';
}

/** A turn whose value may still change. */
interface OpenTurn {
  id: number;
  action: Action;
  node: RrwebNode | null;
  at: number;
  page: FrameSnapshot | null;
}

class RrwebReader {
  /** Events about nodes that the events don't have. */
  unknown = 0;
  private readonly builder: ForeignBuilder;
  private readonly document = new RrwebDocument();
  private readonly places = new Map<number, { x: number; y: number }>();
  private page: { of: ForeignElement; frame: FrameSnapshot } | null = null;
  private open: OpenTurn | null = null;
  private url = '';
  /** Ids of nodes begin again with each address. */
  private epoch = 0;
  private viewport = { width: 0, height: 0 };

  constructor(builder: ForeignBuilder) {
    this.builder = builder;
  }

  async read({ type, data, timestamp }: Members): Promise<void> {
    const at = Number(timestamp);
    if (!isObject(data)) return;
    if (type === EVENT.meta) await this.readMeta(data, at);
    else if (type === EVENT.fullSnapshot) {
      await this.flush();
      if (!this.document.load(data['node'])) this.unknown += 1;
    } else if (type === EVENT.incremental) await this.readChange(data, at);
  }

  /** Ends a series of inputs or scrolls. */
  async flush(): Promise<void> {
    const { open } = this;
    this.open = null;
    if (open) await this.add(open);
  }

  private async readMeta(data: Members, at: number): Promise<void> {
    await this.flush();
    const { href, width, height } = data;
    this.resize(width, height);
    // A checkout repeats the address of the page.
    if (typeof href !== 'string' || href === this.url) return;
    this.url = href;
    this.epoch += 1;
    this.places.clear();
    await this.add({ id: -1, action: { intent: 'load', url: href }, node: null, at, page: null });
  }

  private async readChange(data: Members, at: number): Promise<void> {
    switch (data['source']) {
      case SOURCE.mutation:
        // What a page changes while a person types is not the end of typing.
        this.unknown += this.document.mutate(data) > 0 ? 1 : 0;
        return;
      case SOURCE.resize:
        this.resize(data['width'], data['height']);
        return;
      case SOURCE.mouse:
        return this.readPress(data, at);
      case SOURCE.scroll:
        return this.readScroll(data, at);
      case SOURCE.input:
        return this.readInput(data, at);
    }
  }

  private async readPress({ type, id, x, y }: Members, at: number): Promise<void> {
    const intent = typeof type === 'number' ? MOUSE[type] : undefined;
    if (!intent) return;
    await this.flush();
    const node = this.document.findElement(id);
    if (!node) this.unknown += 1;
    else {
      const action = { intent, uid: this.nameOf(node) };
      const isPlaced = typeof x === 'number' && typeof y === 'number';
      const pointer = isPlaced ? { x, y } : undefined;
      await this.add({ id: node.id, action, node, at, page: this.writePage() }, pointer);
    }
  }

  private async readScroll({ id, x, y }: Members, at: number): Promise<void> {
    const node = this.document.findElement(id);
    const isPage = this.document.isDocument(id);
    if (typeof x !== 'number' || typeof y !== 'number') return;
    if (!node && !isPage) {
      this.unknown += 1;
      return;
    }
    const key = isPage ? 0 : (node?.id ?? 0);
    const before = this.places.get(key) ?? { x: 0, y: 0 };
    this.places.set(key, { x, y });
    const by = { x: x - before.x, y: y - before.y };
    const { open } = this;
    if (open?.action.intent === 'scroll' && open.id === key) {
      const { action } = open;
      open.action = { ...action, x: action.x + by.x, y: action.y + by.y };
      return;
    }
    await this.flush();
    const scroller = isPage ? null : node;
    const uid = scroller && this.nameOf(scroller);
    const action = { intent: 'scroll', ...by, uid } as const;
    this.open = { id: key, action, node: scroller, at, page: this.writePage() };
  }

  private async readInput(
    { id, text, isChecked, userTriggered }: Members,
    at: number,
  ): Promise<void> {
    const node = this.document.findElement(id);
    if (!node || typeof text !== 'string') {
      this.unknown += 1;
      return;
    }
    const { open } = this;
    const isSame = open !== null && open.node === node && open.action.intent !== 'scroll';
    if (!isSame) await this.flush();
    const page = isSame ? open.page : this.writePage();
    const begun = isSame ? open.at : at;
    this.document.setInput(node, text, isChecked === true);
    if (userTriggered === false) return;
    const action = this.describeInput(node, text, isChecked === true);
    this.open = { id: node.id, action, node, at: begun, page };
  }

  private describeInput(node: RrwebNode, text: string, isChecked: boolean): Action {
    const uid = this.nameOf(node);
    const { type } = node.attributes;
    if (isToggle(type)) return { intent: 'change', value: String(isChecked), uid };
    if (node.tag === 'select') {
      return { intent: 'change', value: readOptionLabel(node, text), uid };
    }
    return { intent: 'textInput', text, uid };
  }

  private resize(width: unknown, height: unknown): void {
    if (typeof width !== 'number' || typeof height !== 'number') return;
    this.viewport = { width, height };
  }

  private get salt(): number {
    return (this.builder.salt + this.epoch) >>> 0;
  }

  private nameOf(node: RrwebNode): string {
    return nameForeign({ number: node.id % UID_LIMIT }, this.salt);
  }

  private writePage(): FrameSnapshot | null {
    const html = this.document.write();
    if (!html) return null;
    if (this.page?.of !== html) {
      const { url, viewport, salt } = this;
      const frame = writeForeignPage(html, { salt, url, viewport });
      this.page = { of: html, frame };
    }
    return this.page.frame;
  }

  private async add(
    { action, node, at, page }: OpenTurn,
    pointer?: { x: number; y: number },
  ): Promise<void> {
    const element = node && page ? describeForeign(page, this.nameOf(node)) : null;
    await this.builder.add({
      ...{ action, at, page, element, url: this.url, tabId: 1, viewport: this.viewport },
      screenshot: { status: 'missing', reason: 'rrweb events have no pictures' },
      ...(pointer && { pointer }),
    });
  }
}
