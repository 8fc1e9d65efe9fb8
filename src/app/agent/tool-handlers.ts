import { encodeBase64 } from '../../core/bytes.ts';
import type { PageAction, TabAction } from '../../core/action/action.ts';
import { getDefinition } from '../../core/action/action.ts';
import { parseCallName } from '../../core/action/call-names.ts';
import type { ElementNames } from '../../core/agent/look.ts';
import { writeLook, writePassages } from '../../core/agent/look.ts';
import type { AgentAnswer } from '../../core/agent/protocol.ts';
import { PART_BYTES } from '../../core/agent/protocol.ts';
import type { AgentToolName } from '../../core/agent/tools.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import { decide } from '../../core/navigator/reply/decide.ts';
import { interpretCall } from '../../core/navigator/reply/interpret-call.ts';
import type { AgentOutcome } from '../../core/navigator/run/agent-decider.ts';
import type { Observation } from '../../core/navigator/run/observation.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { SkillRequest } from '../../core/navigator/skill/skill-decider.ts';
import { describeStep } from '../../core/navigator/skill/skill-decider.ts';
import type { Skill, SlotValues } from '../../core/navigator/skill/skill.ts';
import {
  addDefaults,
  listActiveSteps,
  listMissingSlots,
  listUsedSlots,
} from '../../core/navigator/skill/skill.ts';
import { readHost } from '../../core/navigator/sites.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import type { Pairing } from '../../platform/agent-link/pairings.ts';
import { addOwnRecording, readOwnRecordings } from '../../platform/agent-link/recordings.ts';
import { findOpenDemonstration, listDemonstrations } from '../../platform/store/read.ts';
import { connectStore, order } from '../connection.ts';
import { hideMarks } from '../copilot/page-marks.ts';
import { pictureTab } from '../copilot/ports.ts';
import { openDemonstration } from '../library/demonstrations.ts';
import { exportDemonstration } from '../library/export.ts';
import { readSkills } from '../skills/stored-skills.ts';
import { rankOffscreen } from '../tab/rank-candidates.ts';
import { showInFront } from '../tab/tab-reach.ts';
import { refuse } from './agent-work.ts';

type Input = Readonly<Record<string, unknown>>;

/** Reads the page in the agent's run, under its rules, and answers. */
export type Reading = (page: Observation, tabId: number) => Promise<AgentAnswer>;

/** What a handler can use. */
export interface ToolContext {
  agent: Pick<Pairing, 'id' | 'name'>;
  /** The tab in front of the panel's window. */
  readTab: () => { tabId: number } | null;
  /** Settles once this tab is the one in front. */
  untilInFront: (tabId: number) => Promise<void>;
  names: ElementNames;
  signal: AbortSignal;
  /** Ends the run in the tab before, so that the next call begins one in the tab in front. */
  changeTab: () => Promise<void>;
  /** Runs a reading in the agent's run. */
  onPage: (read: Reading) => Promise<AgentAnswer>;
  /** Performs an action in the agent's run. */
  perform: (choice: ActionChoice) => Promise<AgentAnswer>;
  mayRead: (address: string) => Promise<boolean>;
  /** Gives the agent's tab to a run of the skill. Returns a sentence for the agent if it can't begin. */
  runSkill: (request: SkillRequest) => Promise<readonly RunEvent[] | string>;
  /** Sends a piece of a file, once those before have left. */
  sendPart: (base64: string) => Promise<void>;
}

export interface ActionChoice {
  needsPage: boolean;
  /** Returns a sentence for the agent if the action isn't possible. */
  choose: (
    page: Observation | null,
  ) => { action: PageAction | TabAction; target: Candidate | null } | string;
  report: (outcome: AgentOutcome) => AgentAnswer;
}

type ToolHandler = (input: Input, context: ToolContext) => Promise<AgentAnswer>;

/** What each tool does. `core/agent/tools.ts` has what an agent reads about them. */
export const TOOL_HANDLERS: Record<AgentToolName, ToolHandler> = {
  tabs: async ({ select }, context) => {
    const tabs = await listTabs(context);
    if (select === undefined) return { text: tabs.map(({ line }) => line).join('\n') };
    const chosen = tabs.find(({ tabId }) => tabId === select);
    if (!chosen)
      return refuse(
        `There is no tab ${JSON.stringify(select)}. The tabs are those that tabs lists.`,
      );
    if (context.readTab()?.tabId !== chosen.tabId) {
      await context.changeTab();
      if (!(await showInFront(chosen.tabId))) return refuse('That tab is closed by now.');
      await context.untilInFront(chosen.tabId);
    }
    return { text: `In front now: ${chosen.line}` };
  },

  look: ({ query, k }, { names, onPage, signal }) =>
    onPage(async (page) => {
      const most = clampCount(k);
      const words = typeof query === 'string' ? query.trim() : '';
      const candidates =
        words === ''
          ? page.candidates.filter(({ inViewport }) => inViewport)
          : await rankBest(page, words, most, signal);
      const fence = crypto.randomUUID();
      return { text: await writeLook({ page, candidates, k: most, names, fence }) };
    }),

  act: ({ action, ...given }, { perform, names }) => {
    const intent = parseCallName(String(action))?.intent;
    if (!intent) return Promise.resolve(refuse(`There is no action “${String(action)}”.`));
    return perform({
      needsPage: getDefinition(intent).performedBy === 'page',
      choose: (page) => chooseAction(String(action), given, page, names),
      report: reportAction,
    });
  },

  read: ({ question }, { onPage }) =>
    onPage((page) =>
      Promise.resolve({ text: writePassages(page, String(question), crypto.randomUUID()) }),
    ),

  screenshot: (_, { onPage, signal }) =>
    onPage(async (_page, tabId) => {
      await hideMarks(tabId);
      const picture = await pictureTab(tabId, [], signal);
      if (!picture.ok) return refuse(`There is no screenshot, since ${picture.reason}.`);
      return { text: 'The visible part of the page.', image: picture.image };
    }),

  skills: async () => {
    const skills = await readSkills();
    return {
      text: skills.length === 0 ? 'There are no skills.' : skills.map(listSkill).join('\n'),
    };
  },

  async run_skill({ skill: name, values = {} }, { onPage, runSkill }) {
    const skill = (await readSkills()).find((each) => isSameText(each.name, String(name)));
    if (!skill) return refuse(`There is no skill “${String(name)}”.`);
    const given = values as SlotValues;
    const missing = listMissingSlots(skill, addDefaults(skill, given)).map((slot) => slot.name);
    if (missing.length > 0) return refuse(`It needs values for: ${missing.join(', ')}.`);
    // The person allows the agent on this site first; a skill of another site asks before it opens that.
    const entered = await onPage(() => Promise.resolve({ text: '' }));
    if (entered.isError) return entered;
    const ran = await runSkill({ skill, values: given });
    return typeof ran === 'string' ? refuse(ran) : describeRun(ran);
  },

  record_start: ({ task }, { agent, onPage }) =>
    onPage(async (_page, tabId) => {
      const started = await order('recording.start', { tabId });
      if (!started.ok) return refuse(started.message);
      await addOwnRecording(await connectStore(), started.demonstrationId, agent.id);
      await order('recording.navigator', { name: agent.name });
      const [turnId, at] = [crypto.randomUUID(), Date.now()];
      const said = { speaker: 'instructor', by: 'person', utterance: String(task) } as const;
      await order('recording.say', { turnId, at, ...said });
      return { text: 'Recording.', data: { demonstration: started.demonstrationId } };
    }),

  record_stop: async (_, { agent }) => {
    const db = await connectStore();
    const demonstration = await findOpenDemonstration(db);
    const own = await readOwnRecordings(db, agent.id);
    if (!demonstration || !own.has(demonstration.id)) {
      return refuse('You are not recording. Only the person can stop their own recording.');
    }
    const stopped = await order('recording.stop', null);
    if (!stopped.ok) return refuse(stopped.message);
    const { demonstrationId } = stopped;
    return { text: `Saved as ${demonstrationId}.`, data: { demonstration: demonstrationId } };
  },

  export: async ({ demonstration: wanted, format = 'archive' }, context) => {
    const db = await connectStore();
    const own = await readOwnRecordings(db, context.agent.id);
    const newestFirst = await listDemonstrations(db);
    const chosen = newestFirst.find(({ id }) => own.has(id) && (wanted ?? id) === id);
    return chosen
      ? exportOwn(chosen.id, format as ExportFormat, context)
      : refuse('You recorded no such demonstration. You can export only what you recorded.');
  },
};

function listSkill(skill: Skill): string {
  const slots = listUsedSlots(skill).map(
    ({ name, byDefault }) => `${name}${byDefault === null ? '' : ` (default ${byDefault})`}`,
  );
  const values = slots.length === 0 ? '' : ` Values: ${slots.join(', ')}.`;
  const steps = listActiveSteps(skill).map(describeStep).join('; ');
  return `“${skill.name}”, starts at ${skill.start}.${values} Steps: ${steps}.`;
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function describeRun(events: readonly RunEvent[]): AgentAnswer {
  const ended = events.at(-1);
  const isDone = ended?.type === 'ended' && ended.outcome === 'done';
  const lines = events.flatMap((event) => {
    if (event.type === 'acted') return [event.description];
    if (event.type === 'refused' || event.type === 'failed') return [event.message];
    return event.type === 'mended' || event.type === 'stuck' ? [event.text] : [];
  });
  return {
    text: [isDone ? 'Done.' : 'Not done.', ...lines].join('\n'),
    ...(!isDone && { isError: true }),
  };
}

async function listTabs({ mayRead }: ToolContext) {
  const tabs = await chrome.tabs.query({ currentWindow: true });
  const listed = tabs.map(async ({ id, title = '', url = '', active }) => {
    if (id === undefined) return [];
    // Of sites that the person has not allowed, an agent learns no more than the host.
    const shown = (await mayRead(url))
      ? `${title} (${url})`
      : readHost(url) || 'a page of the browser';
    return [{ tabId: id, line: `${id}: ${shown}${active ? ' [in front]' : ''}` }];
  });
  return (await Promise.all(listed)).flat();
}

const DEFAULT_COUNT = 20;
const MOST = 100;

function clampCount(k: unknown): number {
  return typeof k === 'number' ? Math.min(MOST, Math.max(1, Math.round(k))) : DEFAULT_COUNT;
}

async function rankBest(
  { candidates }: Observation,
  text: string,
  k: number,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const { ranked } = await rankOffscreen({ text, intent: null }, candidates, k, signal);
  return ranked.map(({ candidate }) => candidate);
}

/** Reads an action as a model's call is read. */
function chooseAction(name: string, given: Input, page: Observation | null, names: ElementNames) {
  const own = Object.entries(given).filter(([key]) => key !== 'task');
  const args = own.map(([key, value]) => {
    const written = String(value);
    return { key, value: key === 'uid' ? (names.find(written) ?? written) : written, quoted: true };
  });
  const written = { name, args, start: 0, end: 0, notes: [] };
  const shown = page?.candidates ?? [];
  const interpreted = interpretCall(written, { shown, numbered: false, byName: false });
  const decision = decide([interpreted], [], []);
  if (decision.kind === 'perform') return { action: decision.action, target: decision.target };
  const why = decision.kind === 'unreadable' ? decision.reason : `${name} is not available.`;
  return `Not done: ${why} Look again for the elements that are there now.`;
}

function reportAction({ result, receipt }: AgentOutcome): AgentAnswer {
  const isDone = result.verdict === 'done';
  const { verdict, message } = result;
  return {
    text: message,
    data: { outcome: verdict, receipt },
    ...(!isDone && { isError: true }),
  };
}

async function exportOwn(
  id: string,
  format: ExportFormat,
  { mayRead, sendPart, signal }: ToolContext,
): Promise<AgentAnswer> {
  const opened = await openDemonstration(id);
  if (!opened.ok) return refuse(opened.message);
  const pages = opened.content.turns.flatMap((turn) =>
    turn.kind === 'browser' ? [turn.metadata.url] : [],
  );
  for (const page of new Set(pages)) {
    if (await mayRead(page)) continue;
    return refuse(
      `It has pages of ${readHost(page)}, which the person has not allowed you in this conversation. They can export it themselves.`,
    );
  }
  const exported = await exportDemonstration(id, format, { signal });
  if (!exported.ok) return refuse(exported.message);
  const { file, fileName, remove } = exported;
  for (let at = 0; at < file.size; at += PART_BYTES) {
    signal.throwIfAborted();
    const bytes = await file.slice(at, at + PART_BYTES).arrayBuffer();
    await sendPart(encodeBase64(new Uint8Array(bytes)));
  }
  const { size } = file;
  await remove();
  return { text: 'Exported.', file: { name: fileName, bytes: size } };
}
