import { getDefinition } from '../../action/action.ts';
import { listArguments } from '../../action/call.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type {
  BrowserTurn,
  Demonstration,
  SayTurn,
  Turn,
} from '../../demonstration/demonstration.ts';
import { nameDemonstration } from '../../demonstration/name.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { describeOutcome } from '../describe-outcome.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import type { ExportFile } from '../export-file.ts';
import { makeTextFile, writeAsciiJson } from '../export-file.ts';
import type { Picture } from '../picture.ts';
import { readPicture } from '../picture.ts';
import { startOf } from '../weblinx/metadata.ts';

/**
 * The part of ATIF 1.7 that is written: Harbor's Agent Trajectory Interchange Format, RFC 0001. The field names are those of
 * the published models, which refuse others: https://harborframework.com/docs/trajectory-format and, with relaxations,
 * https://docs.nvidia.com/nemo/agent-toolkit/1.7/api/nat/atif/index.html. The Agent Data Protocol reads the same files
 * (https://github.com/neulab/agent-data-protocol, schema/atif.py). Members under `extra` are Wayscribe's own.
 */
const ATIF_VERSION = 'ATIF-v1.7';

export interface AtifTrajectory {
  schema_version: typeof ATIF_VERSION;
  session_id: string;
  trajectory_id: string;
  agent: { name: string; version: string };
  steps: AtifStep[];
  notes: string;
  final_metrics: {
    total_prompt_tokens?: number;
    total_completion_tokens?: number;
    total_steps: number;
  };
  extra: Record<string, unknown>;
}

export interface AtifStep {
  /** From 1, without gaps. */
  step_id: number;
  /** ISO 8601. */
  timestamp: string;
  source: 'system' | 'user' | 'agent';
  message: AtifContent;
  /** Agent steps only. */
  tool_calls?: [{ tool_call_id: string; function_name: string; arguments: object }];
  observation?: { results: [{ source_call_id: string; content: AtifContent }] };
  /** Agent steps only; 0 for what a person did. */
  llm_call_count?: number;
  extra: Record<string, unknown>;
}

type AtifContent = string | AtifPart[];

type AtifPart =
  | { type: 'text'; text: string }
  /** `path` is relative to the trajectory's file. */
  | { type: 'image'; source: { media_type: 'image/png' | 'image/jpeg'; path: string } };

type NewStep = Omit<AtifStep, 'step_id'>;

/**
 * Yields a demonstration as an ATIF trajectory with its pictures and pages as files. What the instructor said is a user step,
 * what the navigator said or did an agent step. The page before an action is a system step before it, since an observation
 * in ATIF follows its action: that is the page after it. `trajectory.json` comes last, since it names the others.
 */
export async function* listAtifFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { demonstration, read } = content;
  const turns = dropLateEffects(content.turns);
  const steps: NewStep[] = [];
  for (const [index, turn] of turns.entries()) {
    if (turn.kind === 'say') {
      steps.push(describeTalk(turn, index));
      continue;
    }
    const before = await readPicture(turn.screenshot, `images/turn-${index}-before`, read);
    const after = await readPicture(turn.effect?.screenshot, `images/turn-${index}-after`, read);
    const page = turn.snapshot && (await readPage(read, turn.snapshot));
    const path = page && `pages/turn-${index}.html`;
    if (path) yield makeTextFile(path, inlineFrames(page));
    for (const picture of [before, after]) if (picture) yield picture.file;
    if (before || path)
      steps.push(describeState(turn, index, before && describePicture(before), path));
    steps.push(describeStep(turn, index, after && describePicture(after)));
  }
  if (steps.length === 0) return;
  const trajectory = describeTrajectory(demonstration, turns, steps);
  yield makeTextFile('trajectory.json', `${writeAsciiJson(trajectory, 1)}\n`);
}

function describeTrajectory(
  demonstration: Demonstration,
  turns: readonly Turn[],
  steps: readonly NewStep[],
): AtifTrajectory {
  const { id, recorder, spending, form } = demonstration;
  return {
    schema_version: ATIF_VERSION,
    ...{ session_id: id, trajectory_id: id, agent: { name: 'wayscribe', version: recorder } },
    steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
    notes: nameDemonstration(demonstration, turns),
    final_metrics: {
      ...(spending && {
        total_prompt_tokens: spending.promptTokens,
        total_completion_tokens: spending.completionTokens,
      }),
      total_steps: steps.length,
    },
    extra: {
      started_at: writeTime(startOf(demonstration)),
      tasks: form.tasks,
      annotator: form.annotator,
      ...(form.outcome && { outcome: form.outcome }),
    },
  };
}

function describeTalk({ action, at, by }: SayTurn, turn: number): NewStep {
  const { speaker, utterance } = action;
  const source = speaker === 'instructor' ? 'user' : 'agent';
  return {
    ...{ timestamp: writeTime(at), source, message: utterance },
    ...(source === 'agent' && by === 'person' && { llm_call_count: 0 }),
    extra: { turn, by },
  };
}

/** The page as it was just before the action. */
function describeState(
  { at, metadata, screenshot, snapshot }: BrowserTurn,
  turn: number,
  picture: AtifPart | null,
  page: string | null,
): NewStep {
  const text = `The page is ${metadata.url}`;
  return {
    ...{ timestamp: writeTime(at), source: 'system' },
    message: picture ? [{ type: 'text', text }, picture] : text,
    extra: {
      ...{ turn, state: 'before', url: metadata.url, page },
      title: snapshot?.frames[0]?.title ?? '',
      // CSS px; a screenshot has `zoom` px for each.
      viewport: { width: metadata.viewportWidth, height: metadata.viewportHeight },
      zoom: metadata.zoomLevel,
      proof: screenshot.status === 'kept' ? screenshot.proof : null,
    },
  };
}

function describeStep(turn: BrowserTurn, index: number, picture: AtifPart | null): NewStep {
  const { id, at, by, action, element, receipt, causedBy } = turn;
  const text = describeOutcome(turn);
  return {
    ...{ timestamp: writeTime(at), source: 'agent', message: describeTurn(turn) },
    tool_calls: [
      {
        tool_call_id: id,
        function_name: getDefinition(action.intent).call,
        arguments: Object.fromEntries(listArguments(action)),
      },
    ],
    observation: {
      results: [
        { source_call_id: id, content: picture ? [{ type: 'text', text }, picture] : text },
      ],
    },
    ...(by === 'person' && { llm_call_count: 0 }),
    extra: {
      ...{ turn: index, by, receipt, caused_by: causedBy },
      element: element && {
        ...{ uid: element.uid, tag: element.tagName.toLowerCase(), xpath: element.xpath },
        ...{ role: element.role, name: element.name, box: element.box },
      },
    },
  };
}

function describePicture({ kind, file }: Picture): AtifPart {
  return { type: 'image', source: { media_type: `image/${kind}`, path: file.path } };
}

function writeTime(at: number): string {
  return new Date(at).toISOString();
}
