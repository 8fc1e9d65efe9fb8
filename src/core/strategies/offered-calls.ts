import type { AnyDefinition } from '../action/action.ts';
import { ACTIONS } from '../action/action.ts';
import { countPrompt } from '../navigator/model/cost.ts';
import type { ReplyTerms, ToolSchema } from '../navigator/model/tool-schema.ts';
import { writeReplySchema } from '../navigator/model/tool-schema.ts';
import type { EndpointTerms, Scene } from './strategy.ts';

/** Describes the task to a model in our words, for strategies other than WebLINX's. */

export const ROLE =
  'You are the navigator: you act in a web browser for the instructor, one action at a time.';

const SUBMIT_CALL = 'submit(uid) its form';
const ELEMENT_CALLS = [
  `click(uid) ; ${SUBMIT_CALL}`,
  'text_input(text, uid) replaces the whole text of a field',
  'change(value, uid) chooses an option by its label, sets a box to true or false, a slider or a date',
];
const PAGE_CALLS = ['scroll(x, y) by px ; load(url)', 'say(utterance) answers and ends your turn'];
const LIVE_ELEMENT_CALLS = [
  'hover(uid) ; press(key, uid) ; double_click(uid) ; right_click(uid) ; drag(uid, to_uid)',
];
const LIVE_CALLS = [
  'press(key) ; back() ; forward() ; wait(seconds)',
  'ask(utterance) what only the instructor knows',
  'done(utterance) in one sentence, when results show it',
  'infeasible(reason), also when what you need is not shown',
  'plan(hops=["first.example: what to do there", …]) first, where several sites are needed',
];
const TOOL_CALL = `call_tool(tool="…", input='{"…": "…"}') a tool of the page; input is a JSON object`;
const HOP_DONE_CALL =
  'hop_done(hop=1, evidence) on a line before the next call; evidence is quoted exactly from the page or a result';

/**
 * The calls that a scene offers, one or a few to a line. `onElements`: all that need an element, none, or
 * those that are no operation of MindAct's.
 */
export function listCalls(
  { hops, live }: Pick<Scene, 'hops' | 'live'>,
  onElements: 'all' | 'others' | 'none' = 'all',
): string {
  return [
    ...(onElements === 'all' ? ELEMENT_CALLS : []),
    ...(onElements === 'others' ? [SUBMIT_CALL] : []),
    ...(onElements !== 'none' && live ? LIVE_ELEMENT_CALLS : []),
    ...PAGE_CALLS,
    ...(live ? LIVE_CALLS : []),
    ...(live && live.tools.length > 0 ? [TOOL_CALL] : []),
    ...(hops ? [HOP_DONE_CALL] : []),
  ].join('\n');
}

/** How calls are written; `id` stands for what the prompt calls elements by. */
export function describeCallForm(id: string): string {
  return `texts quoted, arguments named, as in click(uid="${id}")`;
}

export const HONESTY =
  'Never say that something was done unless a result shows it. When you answer from the page, quote its words in “ ”.';

const TEXT = { type: 'string' } as const;
const NUMBER = { type: 'number' } as const;

/** The actions as functions that a chat endpoint offers its model. Elements go by their names in the prompt. */
const ACTION_TOOLS: readonly ToolSchema[] = Object.values(ACTIONS).flatMap((definition) => {
  const { call, tool, arguments: given } = definition as AnyDefinition;
  if (!tool) return [];
  const parameters = Object.values(given).filter(({ name }) => !tool.without?.includes(name));
  const properties = parameters.map(({ name, shape }) => [name, dropNull(shape.schema)] as const);
  const optional = parameters.filter(
    ({ shape, hasDefault }) => hasDefault === true || dropNull(shape.schema) !== shape.schema,
  );
  const names = optional.map(({ name }) => name);
  return [makeTool(call, tool.description, Object.fromEntries(properties), names)];
});

/** Returns a nullable schema without null. The model omits such an argument instead. */
function dropNull(schema: object): object {
  const { anyOf } = schema as { anyOf?: readonly { type?: string }[] };
  return anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

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

export interface OfferedCalls {
  terms: ReplyTerms;
  /** Says in the prompt how to reply, with the calls where they aren't functions. */
  rule: string;
  /** The reply isn't text, so that the prompt shows no calls as text either. */
  isStructured: boolean;
}

/**
 * Offers what can be called, with what concerns hops where there are any: as functions, as a schema of the reply, or in
 * text by `textRule`. A recording is answered in text; so is a question whose page would have no room beside functions.
 */
export function offerCalls(
  scene: Pick<Scene, 'hops' | 'live'>,
  { form, budget, tokenizer }: EndpointTerms,
  textRule: string,
): OfferedCalls {
  const calls = listCalls(scene);
  const inText = { terms: {}, rule: `${textRule}\n${calls}`, isStructured: false };
  if (!scene.live || form === 'text') return inText;
  const hasTools = scene.live.tools.length > 0;
  const isOffered = ({ name }: ToolSchema): boolean => hasTools || name !== ACTIONS.callTool.call;
  const tools = [
    ...ACTION_TOOLS.filter(isOffered),
    PLAN_TOOL,
    ...(scene.hops ? [HOP_DONE_TOOL] : []),
  ];
  if (form === 'json') {
    // Servers that constrain a reply don't show the schema to the model.
    const rule = `Reply with one call as JSON and nothing else, as in ${JSON_EXAMPLE}. The calls:\n${calls}`;
    return { terms: { schema: writeReplySchema(tools) }, rule, isStructured: true };
  }
  if (countPrompt([], tools, tokenizer.count) > budget / 3) return inText;
  return { terms: { tools }, rule: 'Answer by calling exactly one function.', isStructured: true };
}

const JSON_EXAMPLE = '{"call": {"name": "click", "arguments": {"uid": "…"}}}';

type ToolProperties = Record<string, object>;

function makeTool(
  name: string,
  description: string,
  properties: ToolProperties,
  optional: readonly string[] = [],
): ToolSchema {
  const required = Object.keys(properties).filter((each) => !optional.includes(each));
  return { name, description, parameters: { type: 'object', properties, required } };
}
