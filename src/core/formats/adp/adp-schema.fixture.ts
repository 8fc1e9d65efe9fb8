import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AdpItem, AdpTrajectory } from './list.ts';

/** The models of the Agent Data Protocol 1.5.0, transcribed into a JSON Schema; list.ts has the source. */

const text = { type: 'string' };
const optional = { anyOf: [text, { type: 'null' }] };

function model(name: string, members: Record<string, object>, required: readonly string[]): object {
  return {
    type: 'object',
    properties: { class_: { const: name }, ...members },
    required: ['class_', ...required],
    additionalProperties: false,
  };
}

const reward = { type: 'number' };
const action = { tool_call_id: text, reasoning_content: text, reward, description: optional };
const observation = { tool_call_id: text, reward };
const source = { enum: ['user', 'agent', 'environment'] };
const side = { type: 'number' };
const annotation = {
  type: 'object',
  properties: {
    ...{ element_type: text, text, content_description: optional },
    bounding_box: {
      type: 'object',
      properties: { x: side, y: side, width: side, height: side },
      required: ['x', 'y', 'width', 'height'],
    },
  },
  required: ['element_type', 'bounding_box', 'text'],
};
const image = model(
  'image_observation',
  { ...observation, content: text, source, annotations: { type: 'array', items: annotation } },
  ['content', 'source'],
);
const size = { type: 'integer' };
const web = model(
  'web_observation',
  {
    ...{ ...observation, html: optional, axtree: optional, url: optional },
    image_observation: { anyOf: [image, { type: 'null' }] },
    viewport_size: {
      anyOf: [
        { type: 'array', prefixItems: [size, size], minItems: 2, maxItems: 2 },
        { type: 'null' },
      ],
    },
  },
  ['html', 'url', 'image_observation', 'viewport_size'],
);
const trajectory = {
  type: 'object',
  properties: {
    schema_version: { enum: ['1.5.0', '1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'] },
    id: text,
    content: {
      type: 'array',
      items: {
        anyOf: [
          model('api_action', { ...action, function: text, kwargs: { type: 'object' } }, [
            ...['function', 'kwargs'],
          ]),
          model('code_action', { ...action, language: text, content: text }, [
            'language',
            'content',
          ]),
          model('message_action', { ...action, content: text }, ['content']),
          model('text_observation', { ...observation, content: text, name: optional, source }, [
            ...['content', 'source'],
          ]),
          ...[image, web],
        ],
      },
    },
    ...{ available_custom_tools: { type: 'array', items: text }, details: { type: 'object' } },
  },
  required: ['id', 'content'],
  additionalProperties: false,
};

const validate = new Ajv2020({ strict: true, strictTuples: false }).compile(trajectory);

/** Returns what the transcribed models refuse, a line each; `paths` are the files beside the trajectory. */
export function checkAdp(value: unknown, paths: ReadonlySet<string>): string[] {
  if (!validate(value)) {
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const { content } = value as unknown as AdpTrajectory;
  const images = content.flatMap((item) => {
    const shown = item.class_ === 'web_observation' ? item.image_observation : item;
    return shown?.class_ === 'image_observation' ? [shown.content] : [];
  });
  const missing = images.filter((path) => !paths.has(path));
  return [...checkLinks(content), ...missing.map((path) => `${path} is missing`)];
}

/** Trajectory.validate_tool_call_links and TextObservation.validate_tool_result_source. */
function checkLinks(content: readonly AdpItem[]): string[] {
  const faults: string[] = [];
  const actions = new Map<string, number>();
  const answered = new Set<string>();
  for (const [at, item] of content.entries()) {
    const id = 'tool_call_id' in item ? item.tool_call_id : undefined;
    const next = content[at + 1];
    if (item.class_ === 'message_action') {
      if (id !== undefined) faults.push(`${at}: a message is no tool call`);
    } else if (item.class_ === 'api_action') {
      const isFollowed = next?.class_.endsWith('_observation');
      if (isFollowed && id === undefined) faults.push(`${at}: the action has no tool_call_id`);
      if (id !== undefined && actions.has(id)) faults.push(`${at}: ${id} is repeated`);
      if (id !== undefined) actions.set(id, at);
    } else if (id !== undefined) {
      if (!actions.has(id)) faults.push(`${at}: no action before has ${id}`);
      if (answered.has(id)) faults.push(`${at}: ${id} has two results`);
      if ('source' in item && item.source === 'user') faults.push(`${at}: a result of the user`);
      answered.add(id);
    }
  }
  const open = [...actions.keys()].filter((id) => !answered.has(id));
  return [...faults, ...open.map((id) => `the action ${id} has no result`)];
}
