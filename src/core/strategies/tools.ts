import type { ToolSchema } from '../navigator/tool-schema.ts';
import type { Scene } from './scene.ts';

const TEXT = { type: 'string' } as const;
const NUMBER = { type: 'number' } as const;
const UID = {
  type: 'string',
  description: 'the element, as it is named in the list: "e3"',
} as const;

/** The actions as functions that a chat endpoint offers its model. Elements go by their names in the list. */
const ACTION_TOOLS: readonly ToolSchema[] = [
  makeTool('click', 'Click an element.', { uid: UID }),
  makeTool('text_input', 'Replace the whole text of a field.', { text: TEXT, uid: UID }),
  makeTool(
    'change',
    'Choose an option by its label, tick ("true") or untick ("false") a box, or set a slider or date.',
    { value: TEXT, uid: UID },
  ),
  makeTool('submit', 'Submit the form that the element belongs to.', { uid: UID }),
  makeTool('press', 'Press a key, such as Enter, in an element.', { key: TEXT, uid: UID }),
  makeTool('hover', 'Move the mouse over an element.', { uid: UID }),
  makeTool('scroll', 'Scroll the page by CSS px; down and right are positive.', {
    x: NUMBER,
    y: NUMBER,
  }),
  makeTool('load', 'Open an address.', { url: TEXT }),
  makeTool('back', 'Go back in the history.', {}),
  makeTool('forward', 'Go forward in the history.', {}),
  makeTool('wait', 'Wait for the page.', { seconds: NUMBER }),
  makeTool('say', 'Answer the instructor, which ends your turn.', { utterance: TEXT }),
  makeTool('ask', 'Ask the instructor what you need to know.', { utterance: TEXT }),
  makeTool('done', 'The request is done, as the results show.', { utterance: TEXT }),
  makeTool('infeasible', 'The request cannot be done here.', { reason: TEXT }),
];

const PLAN_TOOL = makeTool(
  'plan',
  'List what is to be done on each site, once, before the first action of a request that needs several sites.',
  { hops: { type: 'array', items: TEXT, description: '"first.example: what to do there"' } },
);
const HOP_DONE_TOOL = makeTool(
  'hop_done',
  'Tell that a hop of the list is done; the evidence is words quoted exactly from the page or a result.',
  { hop: NUMBER, evidence: TEXT },
);

/** What can be called, with what concerns hops where there are any. */
export function listTools({ hops }: Pick<Scene, 'hops'>): readonly ToolSchema[] {
  return [...ACTION_TOOLS, PLAN_TOOL, ...(hops ? [HOP_DONE_TOOL] : [])];
}

function makeTool(
  name: string,
  description: string,
  properties: Record<string, object>,
): ToolSchema {
  const parameters = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { name, description, parameters };
}
