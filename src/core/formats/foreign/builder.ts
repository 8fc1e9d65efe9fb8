import type { Uid } from '../../action/action.ts';
import { joinContents } from '../../action/action.ts';
import { encodeText } from '../../bytes.ts';
import { encodeBoxes } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  Demonstration,
  Screenshot,
  StoredFrame,
  Turn,
} from '../../demonstration/demonstration.ts';
import { setDemonstrationState, startDemonstration } from '../../demonstration/recording-state.ts';
import type { SecretDigest } from '../../demonstration/secrets/digest.ts';
import { digestSecret } from '../../demonstration/secrets/digest.ts';
import { createSecretSearch, redactText } from '../../demonstration/secrets/search.ts';
import {
  isMasked,
  isSecretField,
  MASK,
  maskAction,
} from '../../demonstration/secrets/secret-fields.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { computeName } from '../../ranking/page/accessible-name.ts';
import { indexPage } from '../../ranking/page/page-index.ts';
import { findRole } from '../../ranking/page/role.ts';
import { xpathOf } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Box, FrameSnapshot } from '../../snapshot/snapshot.ts';
import type { ImportPorts, ReadDemonstration } from '../import-source.ts';
import { ImportFault } from '../import-source.ts';
import { FAULTS } from '../messages.ts';

export interface ForeignRecording {
  /** Of the file's content in hex: the same file gives the same ids. */
  hash: string;
  /** Such as `chrome-recorder`; begins the ids and stands for the recorder's version. */
  tool: string;
  title: string;
  /** Epoch ms. */
  startedAt: number;
  userAgent: string;
}

/** An action as another tool recorded it. */
export interface ForeignTurn {
  action: BrowserTurn['action'];
  /** Epoch ms. */
  at: number;
  url: string;
  tabId: number;
  /** CSS px. */
  viewport: { width: number; height: number };
  page: FrameSnapshot | null;
  element: TurnElement | null;
  screenshot: Screenshot;
  /** Screenshot px per CSS px. */
  zoom?: number;
  /** CSS px in the viewport. */
  pointer?: { x: number; y: number };
  properties?: Record<string, unknown>;
  /** Id of the turn that it followed from. */
  causedBy?: string | null;
}

/** Hides nothing: the digests stay beside their texts, in memory. */
const SALT = '0'.repeat(32);

/** All turns of a demonstration are in memory together. */
const MOST_TURNS = 100_000;

/** Makes a demonstration of what another tool recorded. What was typed into secret fields is masked, there and in what follows. */
export class ForeignBuilder {
  readonly findings: string[] = [];
  /** Begins the uids of its pages. */
  readonly salt: number;
  private readonly demonstration: Demonstration;
  private readonly turns: Turn[] = [];
  private readonly ports: ImportPorts;
  private readonly path: string;
  private readonly digests: SecretDigest[] = [];
  private search = createSecretSearch([]);

  constructor(
    { hash, tool, ...recording }: ForeignRecording,
    { ports, path }: { ports: ImportPorts; path: string },
  ) {
    this.ports = ports;
    this.path = path;
    this.salt = Number.parseInt(hash.slice(0, 8), 16);
    this.demonstration = startDemonstration({
      ...{ id: `${tool}-${hash.slice(0, 20)}`, at: recording.startedAt, title: recording.title },
      ...{ userAgent: recording.userAgent, timezoneOffsetMinutes: 0, recorder: tool },
    });
  }

  /** Adds a turn after the others, and returns its id. */
  async add(turn: ForeignTurn): Promise<string> {
    this.ports.signal?.throwIfAborted();
    if (this.turns.length === MOST_TURNS) {
      throw new ImportFault(FAULTS.tooManyTurns(this.path, MOST_TURNS));
    }
    const { element, url, tabId, viewport, pointer, zoom = 1, properties = {} } = turn;
    const isSecret = element !== null && isSecretElement(element);
    if (isSecret) this.learnSecret(joinContents(turn.action) ?? '');
    const seq = this.turns.length;
    const id = `${this.demonstration.id}-${seq}`;
    const at = Math.max(turn.at, this.turns.at(-1)?.at ?? this.demonstration.startedAt);
    this.turns.push({
      ...{ kind: 'browser', id, demonstrationId: this.demonstration.id, at, seq, by: 'person' },
      action: this.redact(isSecret ? maskAction(turn.action) : turn.action),
      element: this.redact(element),
      metadata: {
        ...{ mouseX: pointer?.x ?? 0, mouseY: pointer?.y ?? 0, tabId, url },
        ...{ viewportWidth: viewport.width, viewportHeight: viewport.height, zoomLevel: zoom },
      },
      properties,
      snapshot: turn.page && (await this.keepPage(turn.page, at)),
      ...{ screenshot: turn.screenshot, receipt: null, causedBy: turn.causedBy ?? null },
    });
    return id;
  }

  report(finding: string): void {
    this.findings.push(finding);
  }

  finish(): ReadDemonstration {
    if (this.turns.length === 0) throw new ImportFault(FAULTS.noActions(this.path));
    const end = this.turns.at(-1)?.at ?? this.demonstration.startedAt;
    const demonstration = setDemonstrationState(this.demonstration, 'stopped', end);
    return { demonstration, turns: this.turns, findings: this.findings };
  }

  /** From here on, pages and turns that repeat the value show its mask. */
  private learnSecret(value: string): void {
    if (isMasked(value)) return;
    this.digests.push(...digestSecret(value, SALT));
    this.search = createSecretSearch(this.digests);
  }

  /** Masks known secrets in a text, or in every text of an object without lists. */
  private redact<T>(value: T): T {
    if (this.search.isEmpty) return value;
    if (typeof value === 'string') return redactText(value, this.search, MASK) as T;
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, each]) => [key, this.redact<unknown>(each)]);
    return Object.fromEntries(members) as T;
  }

  private async keepPage(frame: FrameSnapshot, at: number): Promise<BrowserTurn['snapshot']> {
    const stored: StoredFrame = {
      ...frame,
      html: await this.ports.keep(encodeText(this.redact(frame.html))),
      boxes: await this.ports.keep(encodeBoxes(frame.boxes)),
    };
    return { frames: [stored], devicePixelRatio: 1, takenAt: at, exact: true };
  }
}

/** Of an element that is known by its selectors only, the name says what the attributes would. */
function isSecretElement({ tagName, attributes, name }: TurnElement): boolean {
  if (isSecretField(tagName, attributes)) return true;
  const isText = !['BUTTON', 'A', 'SELECT'].includes(tagName);
  return isText && isSecretField('input', { ...attributes, name });
}

const MOST_NAME = 100;
const MOST_TEXT = 1000;
const NO_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

export function describeForeign(
  frame: FrameSnapshot,
  uid: Uid,
  box: Box | null = null,
): TurnElement | null {
  const page = indexPage([parsePage({ frames: [frame], devicePixelRatio: 1, takenAt: 0 })]);
  const node = page.elements.find((each) => each.uid === uid);
  if (!node) return null;
  const text = node.children.filter((child) => typeof child === 'string').join('');
  return {
    ...{ uid, frameId: 0, tagName: node.tag.toUpperCase(), attributes: { ...node.attributes } },
    ...{ box: box ?? NO_BOX, textContent: text.slice(0, MOST_TEXT), xpath: xpathOf(node) },
    name: cutName(computeName(node, page)),
    role: findRole(node),
  };
}

export function cutName(name: string): string {
  return Array.from(name.trim().replace(/\s+/g, ' ')).slice(0, MOST_NAME).join('');
}
