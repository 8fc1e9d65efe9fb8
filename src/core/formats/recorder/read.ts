import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { listOf, number, objectWith, orAbsent, text, isObject } from '../../shape.ts';
import { formatUid } from '../../snapshot/snapshot.ts';
import { ForeignBuilder } from '../foreign/builder.ts';
import type { ImportPorts, ImportSource, Members, ReadDemonstration } from '../import-source.ts';
import { checkShape, readFile, readJsonObject } from '../import-source.ts';
import { FINDINGS } from '../messages.ts';
import type { Selector } from './selectors.ts';
import { readSelectors, selectorsShape } from './selectors.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** Between steps, since a flow has no times. */
const STEP_MS = 1000;

const flowShape = objectWith({ title: text, steps: listOf(objectWith({ type: text })) });
const stepShape = objectWith({
  ...{ target: orAbsent(text), selectors: orAbsent(selectorsShape), value: orAbsent(text) },
  ...{ url: orAbsent(text), key: orAbsent(text), button: orAbsent(text), name: orAbsent(text) },
  ...{ x: orAbsent(number), y: orAbsent(number) },
  ...{ width: orAbsent(number), height: orAbsent(number) },
});

/** A step as `@puppeteer/replay` defines it: https://github.com/puppeteer/replay, src/Schema.ts. */
interface Step {
  type: string;
  target?: string;
  selectors?: Selector[];
  value?: string;
  url?: string;
  key?: string;
  button?: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  name?: string;
  parameters?: unknown;
  assertedEvents?: unknown;
}

type Action = BrowserTurn['action'];

/**
 * Reads a flow of Chrome DevTools' Recorder. It has no pages, pictures and times: turns are a second apart, from 1970, and
 * their elements are what the selectors say. Steps that are no action of a person are counted in a finding. Fails with
 * ImportFault.
 */
export async function readRecorderFlow(
  source: ImportSource,
  path: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const bytes = await readFile(source, path, MOST_BYTES);
  const cleaned: string[] = [];
  const report = (finding: string): void => void cleaned.push(finding);
  const { members } = readJsonObject(bytes, path, { report });
  checkShape(flowShape, members, path);
  const { title, steps } = members as unknown as { title: string; steps: Members[] };
  for (const [at, step] of steps.entries()) checkShape(stepShape, step, `${path}, step ${at + 1}`);
  const recording = { hash: await ports.hash(bytes), tool: 'chrome-recorder', title };
  const builder = new ForeignBuilder(
    { ...recording, startedAt: 0, userAgent: '' },
    { ports, path },
  );
  for (const finding of cleaned) builder.report(finding);
  const flow = new FlowReader(builder);
  for (const [at, step] of steps.entries()) {
    ports.onProgress?.(at / steps.length);
    await flow.read(step as unknown as Step);
  }
  for (const [type, count] of flow.skipped)
    builder.report(FINDINGS.skippedSteps(path, type, count));
  builder.report(FINDINGS.flowLacks(path));
  return builder.finish();
}

const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta'];

class FlowReader {
  /** Steps that are no action, by their type. */
  readonly skipped = new Map<string, number>();
  private readonly builder: ForeignBuilder;
  private readonly uids = new Map<string, string>();
  private readonly tabs = ['main'];
  private readonly urls = new Map<string, string>();
  private readonly places = new Map<string, { x: number; y: number }>();
  private held: string[] = [];
  private viewport = { width: 0, height: 0 };
  private tab = 'main';
  private at = 0;
  /** What was used last, which has the focus. */
  private focused: TurnElement | null = null;

  constructor(builder: ForeignBuilder) {
    this.builder = builder;
  }

  async read(step: Step): Promise<void> {
    const read = STEPS[step.type];
    if (!read) {
      this.skip(step.type);
      return;
    }
    if (step.target !== undefined && step.type !== 'setViewport') await this.turnTo(step.target);
    const element = this.findElement(step);
    const action = read.call(this, step, element);
    if (action === 'skip') this.skip(step.name ?? step.type);
    if (action === 'skip' || action === null) return;
    if (action.intent === 'load') this.urls.set(this.tab, action.url);
    const target = action.intent === 'press' ? this.focused : element;
    const id = await this.add(action, target, step);
    if (element) this.focused = element;
    await this.follow(step, id);
  }

  /** Combines keys with the modifiers that are held. */
  pressKey(key: string): Action | null {
    if (MODIFIERS.includes(key)) {
      this.held.push(key);
      return null;
    }
    const keys = [...MODIFIERS.filter((modifier) => this.held.includes(modifier)), key];
    return { intent: 'press', key: keys.join('+'), uid: this.focused?.uid ?? null };
  }

  releaseKey(key: string): null {
    this.held = this.held.filter((held) => held !== key);
    return null;
  }

  /** A flow says where the scroll ended. */
  scrollTo({ x = 0, y = 0 }: Step, element: TurnElement | null): Action {
    const scroller = element?.uid ?? this.tab;
    const before = this.places.get(scroller) ?? { x: 0, y: 0 };
    this.places.set(scroller, { x, y });
    return { intent: 'scroll', x: x - before.x, y: y - before.y, uid: element?.uid ?? null };
  }

  setViewport({ width = 0, height = 0 }: Step): null {
    this.viewport = { width, height };
    return null;
  }

  closeTab(): Action {
    return { intent: 'tabremove', tabId: this.tabId };
  }

  reload(): Action {
    return { intent: 'load', url: this.url };
  }

  private get tabId(): number {
    return this.tabs.indexOf(this.tab) + 1;
  }

  private get url(): string {
    return this.urls.get(this.tab) ?? '';
  }

  private skip(type: string): void {
    this.skipped.set(type, (this.skipped.get(type) ?? 0) + 1);
  }

  /** Targets are named by the address of their page. */
  private async turnTo(target: string): Promise<void> {
    if (target === this.tab) return;
    const from = this.tabId;
    const isNew = !this.tabs.includes(target);
    if (isNew) {
      this.tabs.push(target);
      this.urls.set(target, target);
      await this.add({ intent: 'tabcreate', tabId: this.tabs.length }, null);
    }
    this.tab = target;
    await this.add({ intent: 'tabswitch', fromTabId: from, tabId: this.tabId }, null);
    this.focused = null;
  }

  private findElement({ selectors }: Step): TurnElement | null {
    if (!selectors || selectors.length === 0) return null;
    const key = JSON.stringify(selectors);
    const uid = this.uids.get(key) ?? formatUid(this.builder.salt, this.uids.size);
    this.uids.set(key, uid);
    return readSelectors(selectors, uid);
  }

  private add(
    action: Action,
    element: TurnElement | null,
    step: Step | null = null,
    causedBy: string | null = null,
  ): Promise<string> {
    this.at += STEP_MS;
    const { selectors } = step ?? {};
    return this.builder.add({
      ...{ action, element, at: this.at, url: this.url, tabId: this.tabId, causedBy },
      ...{ viewport: this.viewport, page: null },
      screenshot: { status: 'missing', reason: 'a Recorder flow has no pictures' },
      ...(selectors && { properties: { selectors } }),
    });
  }

  /** Adds the navigation that a step is said to have led to. */
  private async follow({ assertedEvents, type }: Step, causedBy: string): Promise<void> {
    if (type === 'navigate' || !Array.isArray(assertedEvents)) return;
    for (const event of assertedEvents as unknown[]) {
      if (!isObject(event) || event['type'] !== 'navigation') continue;
      const { url } = event;
      if (typeof url !== 'string' || url === this.url || !URL.canParse(url)) continue;
      this.urls.set(this.tab, url);
      await this.add({ intent: 'load', url }, null, null, causedBy);
    }
  }
}

type ReadStep = (
  this: FlowReader,
  step: Step,
  element: TurnElement | null,
) => Action | null | 'skip';

const CHOSEN_ROLES = new Set(['combobox', 'listbox', 'checkbox', 'radio', 'slider', 'switch']);

const STEPS: Readonly<Record<string, ReadStep>> = {
  setViewport(step) {
    return this.setViewport(step);
  },
  navigate: ({ url }) => (url === undefined ? 'skip' : { intent: 'load', url }),
  click(step, element) {
    if (!element) return 'skip';
    return { intent: step.button === 'secondary' ? 'rightClick' : 'click', uid: element.uid };
  },
  doubleClick: (_, element) => (element ? { intent: 'doubleClick', uid: element.uid } : 'skip'),
  hover: (_, element) => (element ? { intent: 'hover', uid: element.uid } : 'skip'),
  change({ value = '' }, element) {
    if (!element) return 'skip';
    const { uid, tagName, role } = element;
    const isChosen = tagName === 'SELECT' || CHOSEN_ROLES.has(role);
    return isChosen ? { intent: 'change', value, uid } : { intent: 'textInput', text: value, uid };
  },
  keyDown({ key }) {
    return key === undefined ? 'skip' : this.pressKey(key);
  },
  keyUp({ key }) {
    return key === undefined ? 'skip' : this.releaseKey(key);
  },
  scroll(step, element) {
    return this.scrollTo(step, element);
  },
  close() {
    return this.closeTab();
  },
  /** Those of our own flows; other tools' are unknown. */
  customStep({ name, parameters }) {
    const by = isObject(parameters) ? parameters['by'] : null;
    if (name === 'travel') return { intent: by === -1 ? 'back' : 'forward' };
    return name === 'reload' ? this.reload() : 'skip';
  },
};
