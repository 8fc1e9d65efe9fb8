import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AtifStep, AtifTrajectory } from './list.ts';

/** The models of ATIF 1.7, transcribed into a JSON Schema; list.ts has the sources. Allows no other members. */

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const record = { type: 'object' };

function model(members: Record<string, object>, required: readonly string[]): object {
  return { type: 'object', properties: members, required, additionalProperties: false };
}

const imageSource = model(
  { media_type: { enum: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] }, path: text },
  ['media_type', 'path'],
);
const content = {
  anyOf: [
    text,
    {
      type: 'array',
      items: {
        anyOf: [
          model({ type: { const: 'text' }, text }, ['type', 'text']),
          model({ type: { const: 'image' }, source: imageSource }, ['type', 'source']),
        ],
      },
    },
  ],
};
const toolCall = model(
  { tool_call_id: text, function_name: text, arguments: record, extra: record },
  [...['tool_call_id', 'function_name', 'arguments']],
);
const result = model({ source_call_id: text, content, extra: record }, ['content']);
const step = model(
  {
    step_id: count,
    timestamp: { type: 'string', format: 'date-time' },
    source: { enum: ['system', 'user', 'agent'] },
    message: content,
    ...{ model_name: text, reasoning_content: text, is_copied_context: { type: 'boolean' } },
    tool_calls: { type: 'array', items: toolCall },
    observation: model({ results: { type: 'array', items: result } }, ['results']),
    ...{ llm_call_count: count, extra: record },
  },
  ['step_id', 'source', 'message'],
);
const trajectory = model(
  {
    ...{ schema_version: { const: 'ATIF-v1.7' }, session_id: text, trajectory_id: text },
    agent: model({ name: text, version: text, model_name: text, extra: record }, [
      ...['name', 'version'],
    ]),
    steps: { type: 'array', items: step, minItems: 1 },
    notes: text,
    final_metrics: model(
      {
        ...{ total_prompt_tokens: count, total_completion_tokens: count },
        ...{ total_cached_tokens: count, total_cost_usd: { type: 'number' } },
        ...{ total_steps: count, extra: record },
      },
      [],
    ),
    extra: record,
  },
  ['schema_version', 'agent', 'steps'],
);

const validate = new Ajv2020({
  strict: true,
  formats: { 'date-time': (written: string) => !Number.isNaN(Date.parse(written)) },
}).compile(trajectory);

/** Returns what the transcribed models refuse, a line each; `paths` are the files beside the trajectory. */
export function checkAtif(value: unknown, paths: ReadonlySet<string>): string[] {
  if (!validate(value)) {
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const { steps } = value as AtifTrajectory;
  return steps.flatMap((each, at) => checkStep(each, at, paths));
}

/** The rules that the models check beyond types. */
function checkStep(
  { step_id, source, tool_calls, observation, message, llm_call_count }: AtifStep,
  at: number,
  paths: ReadonlySet<string>,
): string[] {
  const ids = new Set(tool_calls?.map(({ tool_call_id }) => tool_call_id));
  const results = observation?.results ?? [];
  const contents = [message, ...results.map((each) => each.content)];
  const images = contents.flatMap((parts) => (typeof parts === 'string' ? [] : parts));
  const isAgent = source === 'agent';
  return [
    ...(step_id === at + 1 ? [] : [`step ${at}: step_id is ${step_id}`]),
    ...(tool_calls && !isAgent ? [`step ${at}: only agents call tools`] : []),
    ...(llm_call_count !== undefined && !isAgent ? [`step ${at}: only agents call models`] : []),
    ...results.flatMap(({ source_call_id: id }) =>
      ids.has(id) ? [] : [`step ${at}: no call has the id ${id}`],
    ),
    ...images.flatMap((part) =>
      part.type === 'text' || paths.has(part.source.path)
        ? []
        : [`step ${at}: ${part.source.path} is missing`],
    ),
  ];
}
