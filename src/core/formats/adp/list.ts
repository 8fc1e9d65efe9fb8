import { getDefinition } from '../../action/action.ts';
import { listArguments } from '../../action/call.ts';
import { encodeText } from '../../bytes.ts';
import { dropLateEffects } from '../../demonstration/action-effect.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { nameDemonstration } from '../../demonstration/name.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { describeOutcome } from '../describe-outcome.ts';
import type { ExportFile } from '../export-file.ts';
import { writeAsciiJson, writeJsonList } from '../export-file.ts';
import type { Picture } from '../picture.ts';
import { readPicture } from '../picture.ts';
import { startOf } from '../weblinx/metadata.ts';

/**
 * The part of the Agent Data Protocol's standardized trajectory that is written, version 1.5.0. The names are those of its
 * published models, which refuse others: https://github.com/neulab/agent-data-protocol, schema/SCHEMA.md, trajectory.py,
 * action/ and observation/. Only `details` may have members of our own.
 */
const ADP_VERSION = '1.5.0';

export interface AdpTrajectory {
  schema_version: typeof ADP_VERSION;
  id: string;
  details: Record<string, unknown>;
  content: AdpItem[];
}

export type AdpItem =
  /** Words of the navigator. */
  | { class_: 'message_action'; content: string }
  | {
      class_: 'api_action';
      /** Exactly one later observation has the same. */
      tool_call_id: string;
      function: string;
      kwargs: Record<string, unknown>;
      description: string;
    }
  | {
      class_: 'text_observation';
      content: string;
      source: 'user' | 'environment';
      /** The action that it is the result of. */
      tool_call_id?: string;
    }
  | AdpImage
  | {
      class_: 'web_observation';
      html: string | null;
      axtree: null;
      url: string;
      image_observation: AdpImage | null;
      /** CSS px. */
      viewport_size: [width: number, height: number] | null;
    };

/** `content` is a path relative to the trajectory's file. */
interface AdpImage {
  class_: 'image_observation';
  content: string;
  source: 'environment';
}

type Read = DemonstrationContent['read'];
type Pictures = Readonly<Record<'before' | 'after', Picture | null>>;

/**
 * Yields a demonstration as a trajectory of the Agent Data Protocol: `trajectory.json`, then the pictures that it names. What
 * the instructor said is a text observation, the page before an action a web observation, the action an API action, and its
 * receipt the observation with the action's id. One page at a time is in memory.
 */
export async function* listAdpFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { read } = content;
  const turns = dropLateEffects(content.turns);
  if (turns.length === 0) return;
  yield {
    path: 'trajectory.json',
    compress: true,
    async *read() {
      const head = writeAsciiJson(describeTrajectory(content)).replace(/\}$/, ',"content":[\n');
      yield* writeJsonList(head, listItems(turns, read));
      yield encodeText('}\n');
    },
  };
  for (const [index, turn] of turns.entries()) {
    const { before, after } = await readPictures(turn, index, read);
    for (const picture of [before, after]) if (picture) yield picture.file;
  }
}

function describeTrajectory({
  demonstration,
  turns,
}: DemonstrationContent): Omit<AdpTrajectory, 'content'> {
  const { id, recorder, form } = demonstration;
  return {
    schema_version: ADP_VERSION,
    id,
    details: {
      name: nameDemonstration(demonstration, turns),
      started_at: new Date(startOf(demonstration)).toISOString(),
      recorder: `wayscribe ${recorder}`,
      tasks: form.tasks,
      ...(form.outcome && { outcome: form.outcome }),
      // The items have no place for who acted and when. An action has its turn's id.
      turns: turns.map((turn) => ({
        ...{ id: turn.id, by: turn.by, at: new Date(turn.at).toISOString() },
      })),
    },
  };
}

async function* listItems(turns: readonly Turn[], read: Read): AsyncGenerator<AdpItem> {
  for (const [index, turn] of turns.entries()) {
    if (turn.kind === 'say') {
      const { speaker, utterance: words } = turn.action;
      yield speaker === 'instructor'
        ? { class_: 'text_observation', content: words, source: 'user' }
        : { class_: 'message_action', content: words };
      continue;
    }
    const { before, after } = await readPictures(turn, index, read);
    yield await describeState(turn, before && describeImage(before), read);
    yield describeAction(turn);
    yield {
      class_: 'text_observation',
      content: describeOutcome(turn),
      source: 'environment',
      tool_call_id: turn.id,
    };
    if (after) yield describeImage(after);
  }
}

async function readPictures(turn: Turn, index: number, read: Read): Promise<Pictures> {
  if (turn.kind === 'say') return { before: null, after: null };
  return {
    before: await readPicture(turn.screenshot, `images/turn-${index}-before`, read),
    after: await readPicture(turn.effect?.screenshot, `images/turn-${index}-after`, read),
  };
}

async function describeState(
  { metadata, snapshot }: BrowserTurn,
  image: AdpImage | null,
  read: Read,
): Promise<AdpItem> {
  const { url, viewportWidth, viewportHeight } = metadata;
  const page = snapshot && (await readPage(read, snapshot));
  return {
    class_: 'web_observation',
    html: page && inlineFrames(page),
    axtree: null,
    url,
    image_observation: image,
    // Turns of tabs have no viewport.
    viewport_size:
      viewportWidth < 0 ? null : [Math.round(viewportWidth), Math.round(viewportHeight)],
  };
}

function describeAction(turn: BrowserTurn): AdpItem {
  return {
    class_: 'api_action',
    tool_call_id: turn.id,
    function: getDefinition(turn.action.intent).call,
    kwargs: Object.fromEntries(listArguments(turn.action)),
    description: describeTurn(turn),
  };
}

function describeImage({ file }: Picture): AdpImage {
  return { class_: 'image_observation', content: file.path, source: 'environment' };
}
