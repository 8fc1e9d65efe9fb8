import { getDefinition } from '../action/action.ts';
import type { CallIntent } from '../action/action.ts';
import { ACTIONS } from '../action/action.ts';
import type { ExportFormat } from '../formats/export-formats.ts';
import type { JsonSchema, Shape } from '../shape.ts';
import { describedAs, mapOf, number, objectWith, oneOf, orAbsent, text } from '../shape.ts';

/** A tool as an agent sees it. What it does in the browser is in `app/agent/tool-handlers.ts`, under the same name. */
export interface AgentTool {
  title: string;
  description: string;
  input: Record<string, Shape>;
  /** It changes nothing, so that clients may run it unasked. */
  isReadOnly: boolean;
}

/** By name, since the writers of all formats are large. */
export const OFFERED_FORMATS = [
  ...([
    'archive',
    'weblinx',
    'playwright',
    'puppeteer',
    'skill',
    'review',
    'mind2web',
    'mmina',
  ] as const),
  ...(['dmr-pairs', 'candidates', 'chat', 'preferences', 'atif', 'adp', 'page'] as const),
  ...(['messages', 'webdataset', 'browsergym'] as const),
] satisfies readonly ExportFormat[];

/** The actions that the copilot performs, by their names in call strings. */
const PERFORMED = (Object.keys(ACTIONS) as CallIntent[])
  .map(getDefinition)
  .filter(({ performedBy, tool }) => performedBy !== null && tool !== undefined);

const ACTION_NAMES = PERFORMED.map(({ call }) => call);

/** All arguments of these actions, each once. */
function listActionArguments(): Record<string, Shape> {
  const shapes = PERFORMED.flatMap(({ arguments: given }) =>
    Object.values(given).map(({ name, shape }) => [name, shape.schema] as const),
  );
  return Object.fromEntries(
    [...new Map(shapes)].map(([name, schema]) => {
      const users = PERFORMED.filter(({ arguments: given }) =>
        Object.values(given).some((argument) => argument.name === name),
      );
      const of = users.map(({ call }) => call).join(', ');
      const what = name === 'uid' ? 'The element, as look names it. For' : 'For';
      return [name, orAbsent(describedAs(`${what} ${of}.`, isNumeric(schema) ? number : text))];
    }),
  );
}

function isNumeric(schema: JsonSchema): boolean {
  return schema['type'] === 'number';
}

const TASK = orAbsent(
  describedAs('What the person asked you to do, in one sentence. Shown to them.', text),
);

/** The tools of `wayscribe mcp`. Adding one: an entry here, and its handler. */
export const AGENT_TOOLS = {
  tabs: {
    title: 'List or choose tabs',
    description:
      'Lists the tabs of the window that the side panel is in. With `select`, brings one to the front; the other tools work on the tab in front.',
    input: { select: orAbsent(describedAs('The id of a tab.', number)) },
    isReadOnly: false,
  },
  look: {
    title: 'Look at the page',
    description:
      'Returns the elements that can be acted on, with their names, values and states, in what they stand in on the page: those that best fit `query`, or those in view. Elements keep their names (e1, e2 …) as long as they are on the page.',
    input: {
      query: orAbsent(describedAs('Words for what you look for.', text)),
      k: orAbsent(describedAs('How many elements at most, 1 to 100. 20 by default.', number)),
      task: TASK,
    },
    isReadOnly: true,
  },
  act: {
    title: 'Act on the page',
    description: `Performs one action and returns its receipt: what verifiably changed. The person may be asked first. Actions: ${PERFORMED.map(
      ({ call, tool, arguments: given }) =>
        `${call}(${Object.values(given)
          .map(({ name }) => name)
          .join(', ')}): ${tool?.description ?? ''}`,
    ).join(' ')}`,
    input: {
      action: describedAs('What to do.', oneOf(...ACTION_NAMES)),
      ...listActionArguments(),
      task: TASK,
    },
    isReadOnly: false,
  },
  read: {
    title: 'Read the page',
    description:
      'Returns what the page says about a question, word for word, so that it can be quoted; headings, paragraphs and table rows, one a line.',
    input: { question: describedAs('What you want to know.', text), task: TASK },
    isReadOnly: true,
  },
  screenshot: {
    title: 'Take a screenshot',
    description:
      'Returns a picture of the visible part of the page. Secret fields are painted over.',
    input: { task: TASK },
    isReadOnly: true,
  },
  skills: {
    title: 'List skills',
    description:
      'Lists the person’s skills: demonstrations that run again. With each: where it starts, the values it takes, and its steps.',
    input: {},
    isReadOnly: true,
  },
  run_skill: {
    title: 'Run a skill',
    description:
      'Runs a skill in the tab in front: finds each element again, acts, and checks what came of it. Stops where the page is another one, and says why. The person may be asked first.',
    input: {
      skill: describedAs('Its name, as skills lists it.', text),
      values: orAbsent(
        describedAs('The values it takes, by name. Others have their defaults.', mapOf(text)),
      ),
      task: TASK,
    },
    isReadOnly: false,
  },
  record_start: {
    title: 'Start recording',
    description:
      'Records what you do from now on as a demonstration, which the person can review, export and make a skill of.',
    input: {
      task: describedAs('What the person asked for, in their words.', text),
    },
    isReadOnly: false,
  },
  record_stop: {
    title: 'Stop recording',
    description: 'Ends the recording that you started and returns the demonstration’s id.',
    input: {},
    isReadOnly: false,
  },
  export: {
    title: 'Export a demonstration',
    description:
      'Writes a demonstration that you recorded to a file on this computer and returns its path.',
    input: {
      demonstration: orAbsent(
        describedAs('Its id; the one that you recorded last by default.', text),
      ),
      format: orAbsent(describedAs('“archive” by default.', oneOf(...OFFERED_FORMATS))),
    },
    isReadOnly: false,
  },
} as const satisfies Record<string, AgentTool>;

export type AgentToolName = keyof typeof AGENT_TOOLS;

export function isAgentTool(name: string): name is AgentToolName {
  return Object.hasOwn(AGENT_TOOLS, name);
}

function getAgentTool(name: AgentToolName): AgentTool {
  return AGENT_TOOLS[name];
}

export function toInputSchema({ input }: AgentTool): JsonSchema {
  return { ...objectWith(input).schema, additionalProperties: false };
}

/** Returns what is wrong with a tool's input; null when it can be used. */
export function findInputFault(name: AgentToolName, input: unknown): string | null {
  const { input: members } = getAgentTool(name);
  const fault = objectWith(members)(input, '');
  if (fault !== null) return `${fault}.`;
  const unknown = Object.keys(input as object).find((key) => !Object.hasOwn(members, key));
  if (unknown === undefined) return null;
  return `${name} has no “${unknown}”. It has: ${Object.keys(members).join(', ') || 'no input'}.`;
}
