import { nameDemonstration } from '../../demonstration/name.ts';
import type { ActionOf, DialogKind, Intent } from '../../action/action.ts';
import type { Replay } from '../../action/definition.ts';
import { getDefinition, hasTrait, targetOf } from '../../action/action.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { isMasked } from '../../demonstration/secrets/secret-fields.ts';
import type { FoldedTurn } from '../steps/fold-turns.ts';
import { foldTurns } from '../steps/fold-turns.ts';
import { isMadeSegment } from '../../navigator/skill/check-page.ts';
import type { Check } from '../../navigator/skill/skill.ts';
import type { Target } from '../../ranking/page/locate.ts';
import { findTarget } from '../../ranking/page/locate.ts';

/** A secret is not in the recording, so it needs a name. */
export type Typed = { text: string } | { secret: string };

interface Point {
  x: number;
  y: number;
}

type ElementStep = { target: Target; url: string } &
  /** Needs only its element; `replay` is its code. */
  (
    | { kind: 'act'; intent: Intent; replay: Replay }
    | { kind: 'type'; typed: Typed }
    | { kind: 'choose'; labels: string[] }
    | { kind: 'check'; checked: boolean }
    | { kind: 'upload'; names: string[] }
  );

type Step =
  | { kind: 'goto'; url: string }
  /** Waits for the page that an action leads to. */
  | { kind: 'arrive'; url: string }
  | { kind: 'back' | 'forward' | 'reload' | 'close' | 'front' }
  /** Opened by the person, or by the page itself. */
  | { kind: 'open'; byPage: boolean }
  | ElementStep
  | { kind: 'press'; target: Target | null; key: string; url: string }
  | { kind: 'insert'; target: Target | null; text: string; url: string }
  | { kind: 'drag'; target: Target; to: Target | null; x: number; y: number; url: string }
  /** `to` is the page's position afterwards, CSS px; null for a scroller within the page. */
  | ({ kind: 'scroll'; target: Target | null; to: Point | null; at: Point; url: string } & Point)
  /** `missing`: actions that the imported file doesn't have. `note`: an action that tools can't repeat. */
  | { kind: 'missing' | 'note'; text: string }
  /** A condition of a skill; `holds`: what the step's control is. */
  | { kind: 'expect'; check: Check; target: Target | null; holds: 'value' | 'option' | 'text' };

/** A step of a replay. `tab` counts the demonstration's tabs from 0. */
export type PlaybackStep = { tab: number } & Step;
export type TargetStep = { tab: number } & ElementStep;

/**
 * Writes the JavaScript condition that `path`, an expression, is an address's path, where any segment does that the site
 * seems to make for each visit, such as `a5ce9f7c` in `/notes/a5ce9f7c`. Of an invalid URL all is compared.
 */
export function writePathCondition(path: string, url: string): string {
  const isValid = URL.canParse(url);
  const own = isValid ? new URL(url).pathname : url;
  const segments = own.split('/');
  if (!isValid || !segments.some((segment) => isMadeSegment(segment))) {
    return `${path} === ${JSON.stringify(own)}`;
  }
  const parts = segments.map((segment) =>
    isMadeSegment(segment) ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return `/^${parts.join('\\/')}$/.test(${path})`;
}

/** Writes the regular expression for the path of a check, where `*` stands for one segment; see check-page.ts. */
export function writePathPattern(path: string): string {
  const parts = path
    .split('/')
    .map((segment) => (segment === '*' ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return `/^${parts.join('\\/')}\\/?(?:#(?!\\/).*)?$/`;
}

export interface Playback {
  title: string;
  viewport: { width: number; height: number };
  steps: PlaybackStep[];
  /** Answers to dialogs, in order. */
  dialogs: { kind: DialogKind; answer: string | null }[];
}

/** Plans the replay of a demonstration, reading pages one by one. */
export async function planPlayback(content: DemonstrationContent): Promise<Playback> {
  const { demonstration, turns } = content;
  const planner = new Planner(content);
  const folded = foldTurns(turns);
  for (const [index, each] of folded.entries()) {
    await planner.add(each, folded[index + 1]?.turn, folded[index - 1]?.turn);
  }
  const first = turns.find((turn) => turn.kind === 'browser' && turn.metadata.viewportWidth > 0);
  const size = first?.kind === 'browser' ? first.metadata : null;
  return {
    title: nameDemonstration(demonstration, turns) || 'Demonstration',
    viewport: { width: size?.viewportWidth ?? 1280, height: size?.viewportHeight ?? 720 },
    steps: planner.steps,
    dialogs: planner.dialogs,
  };
}

class Planner {
  readonly steps: PlaybackStep[] = [];
  readonly dialogs: Playback['dialogs'] = [];
  private readonly content: DemonstrationContent;
  private readonly tabs = new Map<number, number>();
  /** Visited addresses of each tab, and the current place among them. */
  private readonly trails = new Map<number, { urls: string[]; at: number }>();

  constructor(content: DemonstrationContent) {
    this.content = content;
  }

  async add(
    { turn, part, missing }: FoldedTurn,
    next: BrowserTurn | undefined,
    before: BrowserTurn | undefined,
  ): Promise<void> {
    const { action } = turn;
    if (missing > 0) {
      const tab = this.tabs.get(turn.metadata.tabId) ?? 0;
      this.steps.push({ tab, kind: 'missing', text: describeMissing(missing) });
    }
    if (action.intent === 'dialog') {
      this.dialogs.push({ kind: action.kind, answer: action.answer });
    } else if (action.intent === 'load') this.addLoad(turn, action, part);
    else if (action.intent.startsWith('tab')) this.addTab(turn, before);
    else if (part === 'act' && !isOpeningFiles(turn, next)) await this.addAct(turn);
  }

  private addLoad(turn: BrowserTurn, { url }: ActionOf<'load'>, part: FoldedTurn['part']): void {
    const isKnown = this.tabs.has(turn.metadata.tabId);
    const tab = this.numberTab(turn.metadata.tabId);
    const trail = this.trails.get(tab) ?? { urls: [], at: -1 };
    this.trails.set(tab, trail);
    const qualifiers = turn.properties['transitionQualifiers'];
    const isTravel = Array.isArray(qualifiers) && qualifiers.includes('forward_back');
    if (part === 'effect' && isKnown) this.steps.push({ tab, kind: 'arrive', url });
    else if (isTravel && trail.urls[trail.at - 1] === url) {
      trail.at -= 1;
      this.steps.push({ tab, kind: 'back' }, { tab, kind: 'arrive', url });
      return;
    } else if (isTravel && trail.urls[trail.at + 1] === url) {
      trail.at += 1;
      this.steps.push({ tab, kind: 'forward' }, { tab, kind: 'arrive', url });
      return;
    } else if (turn.properties['transitionType'] === 'reload' && trail.urls[trail.at] === url) {
      this.steps.push({ tab, kind: 'reload' });
      return;
    } else this.steps.push({ tab, kind: 'goto', url });
    trail.urls.splice(trail.at + 1, Infinity, url);
    trail.at += 1;
  }

  private addTab(turn: BrowserTurn, before: BrowserTurn | undefined): void {
    const { action } = turn;
    if (action.intent === 'tabswitch') {
      const isKnown = this.tabs.has(action.tabId);
      const tab = this.numberTab(action.tabId);
      if (!isKnown) this.steps.push({ tab, kind: 'open', byPage: false });
      this.steps.push({ tab, kind: 'front' });
    } else if (action.intent === 'tabremove' && this.tabs.has(action.tabId)) {
      this.steps.push({ tab: this.numberTab(action.tabId), kind: 'close' });
    } else if (action.intent === 'tabcreate' && !this.tabs.has(action.tabId)) {
      const isPressed = before?.action.intent === 'click' && turn.at - before.at < OPENED_MS;
      const tab = this.numberTab(action.tabId);
      this.steps.push({ tab, kind: 'open', byPage: turn.causedBy !== null || isPressed });
    }
  }

  private async addAct(turn: BrowserTurn): Promise<void> {
    const { action, metadata, snapshot } = turn;
    const isKnown = this.tabs.has(metadata.tabId);
    const tab = this.numberTab(metadata.tabId);
    if (!isKnown || !this.trails.has(tab)) {
      // Recorded from the middle of a visit.
      if (this.tabs.size > 1 && !isKnown) this.steps.push({ tab, kind: 'open', byPage: false });
      if (!this.trails.has(tab)) this.steps.push({ tab, kind: 'goto', url: metadata.url });
      this.trails.set(tab, { urls: [metadata.url], at: 0 });
    }
    const page = snapshot && (await readPage(this.content.read, snapshot));
    const find = (uid: string | null, isPressed = false): Target | null =>
      page && uid !== null ? findTarget(page, uid, isPressed) : null;
    const step = describeAct(turn, find);
    if (action.intent === 'doubleClick') this.dropClicks(tab);
    this.steps.push({ ...step, tab });
  }

  /** A double click follows its two clicks. */
  private dropClicks(tab: number): void {
    for (let left = 2; left > 0; left -= 1) {
      const last = this.steps.at(-1);
      if (last?.kind === 'act' && last.intent === 'click' && last.tab === tab) this.steps.pop();
    }
  }

  private numberTab(tabId: number): number {
    const number = this.tabs.get(tabId) ?? this.tabs.size;
    this.tabs.set(tabId, number);
    return number;
  }
}

function describeMissing(count: number): string {
  const [what, it] = count === 1 ? ['1 action is', 'it'] : [`${count} actions are`, 'them'];
  return `${what} missing here: WebLINX has no keys and some other actions. Add ${it}, or export from the Wayscribe archive.`;
}

/** A tab created this soon after a click is its effect. */
const OPENED_MS = 1500;

function isOpeningFiles({ action }: BrowserTurn, next: BrowserTurn | undefined): boolean {
  if (action.intent !== 'click' || next?.action.intent !== 'change') return false;
  return next.element?.attributes['type']?.toLowerCase() === 'file';
}

type Find = (uid: string | null, isPressed?: boolean) => Target | null;
function describeAct(turn: BrowserTurn, find: Find): Step {
  const { action } = turn;
  const { url } = turn.metadata;
  const uid = targetOf(action);
  const isPress = hasTrait(action.intent, 'pointed') || action.intent === 'hover';
  const target = find(uid, isPress);
  switch (action.intent) {
    case 'scroll':
      return describeScroll(turn, action, target);
    case 'press':
      return { kind: 'press', target, key: action.key, url };
    case 'paste':
      return { kind: 'insert', target, text: action.text, url };
    case 'back':
    case 'forward':
      return { kind: action.intent };
    case 'copy':
      return { kind: 'note', text: `Copied: ${action.text}` };
    case 'callTool':
      return { kind: 'note', text: `Called the page’s tool ${action.tool} with ${action.input}` };
    default:
  }
  if (target === null) return { kind: 'note', text: `${action.intent}: its target was not kept` };
  const { replay } = getDefinition(action.intent).formats ?? {};
  if (replay) return { kind: 'act', intent: action.intent, replay, target, url };
  switch (action.intent) {
    case 'textInput':
      return { kind: 'type', target, typed: readTyped(turn, action.text), url };
    case 'change':
      return describeChange(turn, action.value, target);
    case 'drag': {
      const { x, y, toUid } = action;
      return { kind: 'drag', target, to: find(toUid), x, y, url };
    }
    default:
      return { kind: 'note', text: `${action.intent} cannot be repeated` };
  }
}

function describeScroll(
  { metadata, snapshot }: BrowserTurn,
  { x, y, uid }: ActionOf<'scroll'>,
  target: Target | null,
): Step {
  const from = snapshot?.frames[0]?.scroll;
  const to = uid === null && from ? { x: from.x + x, y: from.y + y } : null;
  const at = { x: Math.max(0, metadata.mouseX), y: Math.max(0, metadata.mouseY) };
  return { kind: 'scroll', target, x, y, to, at, url: metadata.url };
}

function describeChange(turn: BrowserTurn, value: string, target: Target): Step {
  const { element, metadata } = turn;
  const { url } = metadata;
  const type = element?.attributes['type']?.toLowerCase();
  if (element?.tagName.toLowerCase() === 'select') {
    return { kind: 'choose', target, labels: target.multiple ? value.split(', ') : [value], url };
  }
  if (type === 'checkbox' || type === 'radio') {
    return { kind: 'check', target, checked: value === 'true', url };
  }
  if (type === 'file') return { kind: 'upload', target, names: value.split(', '), url };
  return { kind: 'type', target, typed: readTyped(turn, value), url };
}

function readTyped({ element }: BrowserTurn, text: string): Typed {
  if (text === '' || !isMasked(text)) return { text };
  const { name, id } = element?.attributes ?? {};
  const named = name || id || element?.name || 'value';
  const words = named.toUpperCase().match(/[A-Z0-9]+/g) ?? ['VALUE'];
  return { secret: `WAYSCRIBE_SECRET_${words.join('_')}` };
}
