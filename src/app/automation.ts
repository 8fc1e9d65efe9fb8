import type { FormChange, Turn } from '../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../core/demonstration/recording-options.ts';
import type { PermissionDecision } from '../core/navigator/rules/conditions.ts';
import type { EditCommand } from '../core/demonstration/edits/edit.ts';
import type { LintFinding } from '../core/demonstration/lint/finding.ts';
import type { Box } from '../core/snapshot/snapshot.ts';
import type { Outcome } from '../protocol/background.ts';
import type { LessonReport } from '../protocol/learning.ts';
import { order } from './connection.ts';
import type { Copilot } from './copilot/copilot.ts';
import type { DemonstrationSummary } from './library/demonstrations.ts';
import { lintStored, openDemonstration, summarizeAll } from './library/demonstrations.ts';
import type { ExportFormat } from '../core/formats/export-formats.ts';
import { exportDemonstration } from './library/export.ts';
import type { Approvals } from './copilot/gatekeeper.ts';
import { importFrom, takeFile } from './library/import-demonstration.ts';
import { learnFromAll } from './learning.ts';
import { observeTab } from './tab/observe-tab.ts';
import { leaveDone } from '../core/ranking/query/read-steps.ts';
import { rankOffscreen } from './tab/rank-candidates.ts';
import type { CopilotRun } from './copilot/run.ts';

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
  history?: readonly string[];
  k?: number;
}

/** `globalThis.wayscribe` in every page of the extension, for scripts that drive it. */
export interface Automation {
  recording: {
    start: (choices?: { tabId?: number; options?: Partial<RecordingOptions> }) => Promise<string>;
    pause: () => Promise<void>;
    resume: () => Promise<void>;
    stop: () => Promise<string>;
    /** Takes the last turn back, or puts back what was taken back last; gives its id. */
    undo: () => Promise<string>;
    redo: () => Promise<string>;
  };
  demonstrations: {
    list: () => Promise<DemonstrationSummary[]>;
    get: (
      id: string,
    ) => Promise<(DemonstrationSummary['demonstration'] & { turns: Turn[] }) | null>;
    lint: (id: string) => Promise<LintFinding[]>;
    /** A file on disk; it can be read until the page is closed. */
    export: (id: string, format: ExportFormat) => Promise<Blob>;
    /** A zip in WebLINX's layout or of our archive; `ids` are those that are in the library now. */
    import: (zip: Blob) => Promise<{ ids: string[]; message: string; findings: string[] }>;
    /** Changes what the annotator says of it: `description` is its name. */
    describe: (id: string, form: FormChange) => Promise<void>;
    edit: (id: string, command: EditCommand) => Promise<void>;
    delete: (id: string) => Promise<void>;
  };
  ranker: {
    /** `history`: what has been done of a longer request, in sentences. */
    rank: (request: RankRequest) => Promise<RankedElement[]>;
    /** Holds all demonstrations against the ranker and learns from them; what is no better is not used. */
    learn: () => Promise<LessonReport>;
  };
  copilot: {
    /** `approvals` answers what the user would be asked: `ask` (the default) waits for `decide`. */
    send: (text: string, options: { tabId: number; approvals?: Approvals }) => CopilotRun;
    /** Answers an `approval` event of the current run. */
    decide: (turnId: string, decision: PermissionDecision) => void;
    /** Pauses the run before its next step; `takeOver` also notes what the person does on the tab. */
    pause: () => void;
    takeOver: () => void;
    /** Continues the run, which takes the user actions into account. */
    release: () => void;
    stop: () => void;
  };
}

declare global {
  var wayscribe: Automation | undefined;
}

/** The same functions the buttons call. What a button shows as a message is thrown here. */
export function exposeAutomation(copilot: Copilot): void {
  globalThis.wayscribe = {
    recording: {
      start: async ({ tabId, options } = {}) => {
        const data = { tabId: tabId ?? null, ...(options && { options }) };
        return demand(await order('recording.start', data)).demonstrationId;
      },
      pause: async () => void demand(await order('recording.pause', null)),
      resume: async () => void demand(await order('recording.resume', null)),
      stop: async () => demand(await order('recording.stop', null)).demonstrationId,
      undo: async () => demand(await order('recording.undo', null)).turnId,
      redo: async () => demand(await order('recording.redo', null)).turnId,
    },
    demonstrations: {
      list: summarizeAll,
      get: async (id) => {
        const { content } = demand(await openDemonstration(id));
        return { ...content.demonstration, turns: [...content.turns] };
      },
      lint: lintStored,
      export: async (id, format) => demand(await exportDemonstration(id, format)).file,
      import: async (zip) => {
        const { ids, message, findings } = demand(
          await importFrom(takeFile(nameOf(zip), () => Promise.resolve(zip))),
        );
        return { ids, message, findings };
      },
      describe: async (id, form) =>
        void demand(await order('demonstration.describe', { id, form })),
      edit: async (id, command) => void demand(await order('demonstration.edit', { id, command })),
      delete: async (id) => void demand(await order('demonstration.delete', { id })),
    },
    ranker: { rank: rankElements, learn: learnFromAll },
    copilot: {
      send: (text, { tabId, approvals }) =>
        copilot.send(text, tabId, approvals ? { approvals } : {}),
      decide(turnId, decision) {
        if (!copilot.decide(turnId, decision)) throw new Error('Nothing waits for this answer.');
      },
      pause: () => copilot.pause(),
      takeOver: () => copilot.takeOver(),
      release: () => copilot.release(),
      stop: () => copilot.stop(),
    },
  };
}

function nameOf(zip: Blob): string {
  return zip instanceof File ? zip.name : 'The file';
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
