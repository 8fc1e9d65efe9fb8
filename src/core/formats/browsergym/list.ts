import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import type { PageSnapshot, Box } from '../../snapshot/snapshot.ts';
import type { ExportFile } from '../export-file.ts';
import { makeLinesFile, makeTextFile, writeAsciiJson } from '../export-file.ts';
import { readTask } from '../mind2web/task.ts';
import { readPicture } from '../picture.ts';
import { foldTurns } from '../steps/fold-turns.ts';
import { startOf } from '../weblinx/metadata.ts';
import { isTabTurn } from '../weblinx/turn.ts';
import { writeActionString } from './action-string.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { parsePage } from '../../snapshot/parse.ts';
import { writeRepr } from '../python/python.ts';

/**
 * The part of BrowserGym's step records that is written (https://github.com/ServiceNow/BrowserGym,
 * browsergym/experiments/src/browsergym/experiments/loop.py, StepInfo; the observation of browsergym/core's env.py).
 * A bid is the element's uid, which the saved page has as `data-webtasks-id`.
 */
export interface StepInfo {
  /** From 0. */
  step: number;
  obs: Observation;
  /** 1 in the last step of a demonstration that its annotator calls a success. */
  reward: number;
  raw_reward: null;
  terminated: boolean;
  truncated: false;
  /** Null in the last step. */
  action: string | null;
  agent_info: { extra_info: Record<string, unknown> };
  stats: null;
  profiling: null;
  task_info: null;
}

interface Observation {
  /** Seconds since 1970. */
  chat_messages: readonly { role: 'user' | 'assistant'; timestamp: number; message: string }[];
  goal: string;
  goal_object: [{ type: 'text'; text: string }];
  open_pages_urls: string[];
  open_pages_titles: string[];
  active_page_index: [number];
  url: string;
  /** A line for each element that can be acted on, as flatten_axtree_to_str writes it; empty without a saved page. */
  axtree_txt: string;
  extra_element_properties: Record<string, ElementProperties>;
  /** Empty where unknown. */
  focused_element_bid: string;
  last_action: string;
  last_action_error: '';
  /** Seconds since the start. */
  elapsed_time: [number];
}

interface ElementProperties {
  /** The share of the box that is in view, 0 to 1. */
  visibility: number;
  /** x, y, width, height: CSS px in the viewport. */
  bbox: [number, number, number, number] | null;
  clickable: true;
  set_of_marks: boolean;
}

type Browser = Pick<
  StepInfo['obs'],
  'open_pages_urls' | 'open_pages_titles' | 'active_page_index' | 'url'
>;

interface PlannedStep {
  turn: Turn;
  /** Its index among all turns. */
  index: number;
  action: string;
  browser: Browser;
}

interface LeftOut {
  turn: number;
  intent: string;
  reason: string;
}

/**
 * Yields a demonstration as BrowserGym's step records: `steps.jsonl` (StepInfo), `screenshot_step_N.png` or `.jpg` beside it as
 * BrowserGym saves them, `page_step_N.html`, and `left-out.json` with the turns that are no step of their own. What the
 * instructor says is in the chat of the next step. The last step has no action: it shows what came of the one before.
 */
export async function* listBrowserGymFiles(
  content: DemonstrationContent,
): AsyncGenerator<ExportFile> {
  const turns = dropLateEffects(content.turns);
  const { steps, left } = planSteps(turns);
  if (steps.length === 0) return;
  const records = describeSteps(steps, { ...content, turns });
  yield makeLinesFile('steps.jsonl', records, writeAsciiJson);
  const endings = { png: 'png', jpeg: 'jpg' };
  for (const [step, { turn }] of steps.entries()) {
    if (turn.kind === 'say') continue;
    const stem = `screenshot_step_${step}`;
    const picture = await readPicture(turn.screenshot, stem, content.read, endings);
    if (picture) yield picture.file;
    const page = await readPageOf(turn, content);
    if (page) yield makeTextFile(`page_step_${step}.html`, inlineFrames(page));
  }
  const last = steps.at(-1)?.turn;
  const after = last?.kind === 'browser' ? last.effect?.screenshot : undefined;
  const shown = await readPicture(after, `screenshot_step_${steps.length}`, content.read, endings);
  if (shown) yield shown.file;
  yield makeTextFile('left-out.json', `${writeAsciiJson(left, 1)}\n`);
}

/** Separates turns that BrowserGym has as steps from the others, and tracks the open tabs. */
function planSteps(turns: readonly Turn[]): { steps: PlannedStep[]; left: LeftOut[] } {
  const parts = new Map(foldTurns(turns).map(({ turn, part }) => [turn.id, part]));
  const tabs = new Map<number, { url: string; title: string }>();
  let active = -1;
  const steps: PlannedStep[] = [];
  const left: LeftOut[] = [];
  for (const [index, turn] of turns.entries()) {
    if (turn.kind === 'browser' && !isTabTurn(turn)) {
      active = turn.metadata.tabId;
      const title = turn.snapshot?.frames[0]?.title ?? tabs.get(active)?.title ?? '';
      tabs.set(active, { url: turn.metadata.url, title });
    }
    const action = writeActionString(turn, [...tabs.keys()]);
    const reason = explainLeftOut(turn, parts.get(turn.id), turns.slice(index + 1, index + 3));
    if (action !== null && reason === null) {
      const pages = [...tabs.values()];
      const browser: Browser = {
        open_pages_urls: pages.map(({ url }) => url),
        open_pages_titles: pages.map(({ title }) => title),
        active_page_index: [Math.max(0, [...tabs.keys()].indexOf(active))],
        url: tabs.get(active)?.url ?? '',
      };
      steps.push({ turn, index, action, browser });
    } else if (turn.kind === 'browser') {
      const { intent } = turn.action;
      left.push({ turn: index, intent, reason: reason ?? 'BrowserGym has no action for it' });
    }
    const { action: done } = turn;
    if (done.intent === 'tabcreate') tabs.set(done.tabId, { url: '', title: '' });
    if (done.intent === 'tabremove') tabs.delete(done.tabId);
    if (done.intent === 'tabcreate' || done.intent === 'tabswitch') active = done.tabId;
  }
  return { steps, left };
}

/** A double click comes after its two clicks. */
function explainLeftOut(
  { action }: Turn,
  part: 'act' | 'lead' | 'effect' | undefined,
  next: readonly Turn[],
): string | null {
  if (part === 'effect') return 'it came of the action before it';
  const isOfDouble =
    action.intent === 'click' &&
    next.some((turn) => turn.action.intent === 'doubleClick' && turn.action.uid === action.uid);
  return isOfDouble ? 'it is a part of the double click after it' : null;
}

async function* describeSteps(
  steps: readonly PlannedStep[],
  content: DemonstrationContent,
): AsyncGenerator<StepInfo> {
  const { demonstration, turns } = content;
  const isDone = demonstration.form.outcome === 'success';
  const common = { raw_reward: null, truncated: false, stats: null, profiling: null } as const;
  for (const [step, planned] of steps.entries()) {
    yield {
      ...{ step, obs: await observe(planned, steps[step - 1], content), reward: 0 },
      ...{ ...common, terminated: false, action: planned.action },
      agent_info: { extra_info: describeTurnInfo(planned) },
      task_info: null,
    };
  }
  const last = steps.at(-1);
  const end = turns.at(-1);
  if (!last || !end) return;
  const final: PlannedStep = { ...last, turn: end, index: turns.length };
  yield {
    ...{ step: steps.length, obs: await observe(final, last, content, false), ...common },
    ...{ reward: isDone ? 1 : 0, terminated: true, action: null },
    ...{ agent_info: { extra_info: {} }, task_info: null },
  };
}

function describeTurnInfo({ turn, index }: PlannedStep): Record<string, unknown> {
  const base = { turn: index, id: turn.id, by: turn.by };
  if (turn.kind === 'say') return base;
  const { screenshot, receipt } = turn;
  return { ...base, proof: screenshot.status === 'kept' ? screenshot.proof : null, receipt };
}

async function observe(
  { turn, index, browser }: PlannedStep,
  before: PlannedStep | undefined,
  content: DemonstrationContent,
  hasPage = true,
): Promise<StepInfo['obs']> {
  const { demonstration, turns } = content;
  const goal = readTask(demonstration, turns) || demonstration.title;
  const page = hasPage ? await readPageOf(turn, content) : null;
  const key = hasPage && turn.action.intent === 'press' ? turn.action.uid : null;
  return {
    chat_messages: turns.slice(0, index).flatMap(({ action, at }) =>
      action.intent === 'say'
        ? {
            role: action.speaker === 'instructor' ? 'user' : 'assistant',
            ...{ timestamp: at / 1000, message: action.utterance },
          }
        : [],
    ),
    ...{ goal, goal_object: [{ type: 'text', text: goal }] },
    ...browser,
    ...describeElements(page),
    // A key goes to what has the focus; of other actions it is unknown.
    focused_element_bid: key ?? '',
    last_action: before?.action ?? '',
    last_action_error: '',
    elapsed_time: [(turn.at - startOf(demonstration)) / 1000],
  };
}

async function readPageOf(
  turn: Turn,
  { read }: DemonstrationContent,
): Promise<PageSnapshot | null> {
  const snapshot: BrowserTurn['snapshot'] = turn.kind === 'browser' ? turn.snapshot : null;
  return snapshot && readPage(read, snapshot);
}

/**
 * Describes the elements that can be acted on. The tree is flat: it has roles, names and states, but no texts and none of
 * the browser's further nodes, since recordings hold the document and not the browser's accessibility tree.
 */
function describeElements(
  page: PageSnapshot | null,
): Pick<StepInfo['obs'], 'axtree_txt' | 'extra_element_properties'> {
  const top = page?.frames[0];
  if (!page || !top) return { axtree_txt: '', extra_element_properties: {} };
  const candidates = listCandidates([parsePage(page)], top.viewport);
  const lines = candidates.map(describeNode);
  return {
    axtree_txt: [`RootWebArea ${writeRepr(top.title)}`, ...lines].join('\n'),
    extra_element_properties: Object.fromEntries(
      candidates.map(({ uid, box }) => [uid, describeProperties(box, top.viewport)]),
    ),
  };
}

function describeNode({ uid, role, fields, disabled, checked }: Candidate): string {
  const states = [
    ...(fields.value === '' ? [] : [`value=${writeRepr(fields.value)}`]),
    ...(checked === null ? [] : [`checked='${String(checked)}'`]),
    ...(disabled ? ['disabled=True'] : []),
  ];
  return [`\t[${uid}] ${role} ${writeRepr(fields.name)}`, ...states].join(', ');
}

function describeProperties(
  box: Box | null,
  { width, height }: { width: number; height: number },
): ElementProperties {
  const isKnown = box && [box.x, box.y, box.width, box.height].every(Number.isFinite);
  if (!isKnown) return { visibility: 0, bbox: null, clickable: true, set_of_marks: false };
  const across = measureOverlap(box.x, box.width, width);
  const down = measureOverlap(box.y, box.height, height);
  const visibility = across * down;
  return {
    visibility,
    bbox: [box.x, box.y, box.width, box.height],
    ...{ clickable: true, set_of_marks: visibility > 0.5 },
  };
}

/** The share of a stretch that lies between 0 and `most`. */
function measureOverlap(from: number, length: number, most: number): number {
  if (length <= 0) return 0;
  return Math.max(0, Math.min(from + length, most) - Math.max(from, 0)) / length;
}
