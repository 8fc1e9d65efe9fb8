import type { FormChange } from '../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../core/demonstration/recording-options.ts';
import type { PermissionDecision } from '../core/navigator/rules/conditions.ts';
import type { EditCommand } from '../core/demonstration/edits/edit.ts';
import type { Box } from '../core/snapshot/snapshot.ts';
import type { Outcome } from '../protocol/background.ts';
import { order } from './connection.ts';
import type { Copilot } from './copilot/copilot.ts';
import { lintStored, openDemonstration, summarizeAll } from './library/demonstrations.ts';
import type { ExportFormat } from '../core/formats/export-formats.ts';
import { exportDemonstration } from './library/export.ts';
import type { Approvals } from './copilot/gatekeeper.ts';
import { importFrom, takeFile } from './library/import-demonstration.ts';
import { learnFromAll } from './learning.ts';
import { pageClosing } from './page-work.ts';
import { makeStoredSkill } from './skills/make-stored-skill.ts';
import { proveSkill } from './skills/prove-skill.ts';
import { readSkills, removeSkill, saveSkill } from './skills/stored-skills.ts';
import { listUnmet } from '../core/navigator/skill/check-end.ts';
import { observeTab } from './tab/observe-tab.ts';
import type { Skill, SlotValues } from '../core/navigator/skill/skill.ts';
import { readSkill } from '../core/navigator/skill/skill.ts';
import { leaveDone } from '../core/ranking/query/read-steps.ts';
import { rankOffscreen } from './tab/rank-candidates.ts';

/** An element as the ranker sees it; see docs/automation.md. */
export interface RankedElement {
  uid: string;
  score: number;
  frameId: number;
  /** Of the element in its own document or shadow root. */
  xpath: string;
  /** xpaths of the shadow hosts from the document down; absent outside shadow roots. */
  shadowPath?: string[];
  name: string;
  tag: string;
  /** CSS px in the top viewport. */
  box: Box | null;
}

interface RankRequest {
  tabId: number;
  query: string;
  /** What has been done of a longer request, in sentences. */
  history?: readonly string[];
  k?: number;
}

/**
 * `globalThis.wayscribe` in every page of the extension, for scripts that drive it (docs/automation.md): the same functions
 * the buttons call. What a button shows as a message is thrown here.
 */
export type Automation = ReturnType<typeof makeAutomation>;

declare global {
  var wayscribe: Automation | undefined;
}

export function exposeAutomation(copilot: Copilot): void {
  globalThis.wayscribe = makeAutomation(copilot);
}

function makeAutomation(copilot: Copilot) {
  return {
    recording: {
      start: async ({ tabId, options }: StartChoices = {}): Promise<string> => {
        const data = { tabId: tabId ?? null, ...(options && { options }) };
        return demand(await order('recording.start', data)).demonstrationId;
      },
      pause: async () => void demand(await order('recording.pause', null)),
      resume: async () => void demand(await order('recording.resume', null)),
      stop: async (): Promise<string> =>
        demand(await order('recording.stop', null)).demonstrationId,
      /** Takes the last turn back, or puts back what was taken back last; gives its id. */
      undo: async (): Promise<string> => demand(await order('recording.undo', null)).turnId,
      redo: async (): Promise<string> => demand(await order('recording.redo', null)).turnId,
    },
    demonstrations: {
      list: summarizeAll,
      get: async (id: string) => {
        const { content } = demand(await openDemonstration(id));
        return { ...content.demonstration, turns: [...content.turns] };
      },
      lint: lintStored,
      /** A file on disk; it can be read until the page is closed. */
      export: async (id: string, format: ExportFormat): Promise<Blob> =>
        demand(await exportDemonstration(id, format)).file,
      /** A zip in WebLINX's layout or of our archive; `ids` are those that are in the library now. */
      import: async (zip: Blob) => {
        const name = zip instanceof File ? zip.name : 'The file';
        const { ids, message, findings } = demand(
          await importFrom(takeFile(name, () => Promise.resolve(zip))),
        );
        return { ids, message, findings };
      },
      /** Changes what the annotator says of it: `description` is its name. */
      describe: async (id: string, form: FormChange) =>
        void demand(await order('demonstration.describe', { id, form })),
      edit: async (id: string, command: EditCommand) =>
        void demand(await order('demonstration.edit', { id, command })),
      delete: async (id: string) => void demand(await order('demonstration.delete', { id })),
    },
    skills: {
      list: readSkills,
      /** Makes a skill of demonstrations of the same task, and stores it. */
      make: async (...ids: string[]) => {
        const { skill, notes } = demand(await makeStoredSkill(ids));
        return { skill, notes };
      },
      /** Adds a skill, or replaces the one with its id. */
      save: (skill: unknown) => saveSkill(demandSkill(skill)),
      delete: removeSkill,
      /** Runs a skill like `copilot.send`. */
      run: async (id: string, { tabId, values = {}, approvals }: RunChoices) => {
        const run = copilot.runSkill({ skill: await findSkill(id), values }, tabId, {
          ...(approvals && { approvals }),
        });
        return [...(await run)];
      },
      /** Which conditions of the last step don't hold in a tab. */
      check: async (skill: unknown, { tabId, values = {} }: Omit<RunChoices, 'approvals'>) => {
        const observed = await observeTab(tabId);
        if (!observed.ok) throw new Error(observed.message);
        return listUnmet(demandSkill(skill), values, observed.observation);
      },
      /** Runs it in fresh tabs, up to the first step that can’t be taken back. */
      prove: async (id: string, runs = 3, values: SlotValues = {}) =>
        proveSkill(await findSkill(id), { values, runs, signal: pageClosing }),
    },
    ranker: {
      rank: rankElements,
      /** Learns from all demonstrations. What was learned is used only if the ranker gets better by it. */
      learn: learnFromAll,
    },
    copilot: {
      /** `approvals` answers what the user would be asked: `ask` (the default) waits for `decide`. */
      send: (text: string, { tabId, approvals }: { tabId: number; approvals?: Approvals }) =>
        copilot.send(text, tabId, approvals ? { approvals } : {}),
      /** Answers an `approval` event of the current run. */
      decide(turnId: string, decision: PermissionDecision): void {
        if (!copilot.decide(turnId, decision)) throw new Error('Nothing waits for this answer.');
      },
      /** Pauses the run before its next step; `takeOver` also notes what the person does on the tab. */
      pause: () => copilot.pause(),
      takeOver: () => copilot.takeOver(),
      /** Continues the run, which takes the user actions into account. */
      release: () => copilot.release(),
      stop: () => copilot.stop(),
      /** The conversation so far, with what a model has taken (`spent`). */
      events: () => copilot.read(),
    },
  };
}

interface RunChoices {
  tabId: number;
  values?: SlotValues;
  approvals?: Approvals;
}

function demandSkill(given: unknown): Skill {
  const read = readSkill(JSON.stringify(given));
  if (!read.ok) throw new Error(read.reason);
  return read.skill;
}

async function findSkill(id: string): Promise<Skill> {
  const skill = (await readSkills()).find((each) => each.id === id);
  if (!skill) throw new Error('There is no such skill.');
  return skill;
}

interface StartChoices {
  tabId?: number;
  options?: Partial<RecordingOptions>;
}

async function rankElements({
  tabId,
  query,
  history = [],
  k = 10,
}: RankRequest): Promise<RankedElement[]> {
  const observed = await observeTab(tabId);
  if (!observed.ok) throw new Error(observed.message);
  const { candidates } = observed.observation;
  const { ranked } = await rankOffscreen(
    { text: leaveDone(query, history), intent: null },
    candidates,
    k,
  );
  return ranked.map(({ score, candidate }) => {
    const { uid, frameId, xpath, shadowPath, fields, tag, box } = candidate;
    const name = fields.name || fields.text;
    return { uid, score, frameId, xpath, ...(shadowPath && { shadowPath }), name, tag, box };
  });
}

function demand<T extends object>(outcome: Outcome<T>): { ok: true } & T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
