import { Ajv2020 } from 'ajv/dist/2020.js';
import type { MessagesLine } from './messages.ts';

/**
 * TRL's conversational formats (https://huggingface.co/docs/trl/dataset_formats) as JSON Schemas. Its trainers drop further
 * columns.
 */

const text = { type: 'string', minLength: 1 };
const role = { enum: ['system', 'user', 'assistant'] };

function model(properties: Record<string, object>, isOpen = false): object {
  return {
    ...{ type: 'object', properties, additionalProperties: isOpen },
    required: Object.keys(properties),
  };
}

const parts = {
  ...{ type: 'array', minItems: 1 },
  items: {
    anyOf: [model({ type: { const: 'image' } }), model({ type: { const: 'text' }, text })],
  },
};
const messages = (content: object): object => ({
  ...{ type: 'array', minItems: 1, items: model({ role, content }) },
});
const ajv = new Ajv2020({ strict: true });
const validateVision = ajv.compile(
  model({ messages: messages(parts), images: { type: 'array', items: text } }, true),
);
const validatePreference = ajv.compile(
  model({ prompt: messages(text), chosen: messages(text), rejected: messages(text) }, true),
);

/** Returns what TRL's vision fine-tuning would refuse; `paths` are the files beside the lines. */
export function checkVisionLines(lines: readonly unknown[], paths: ReadonlySet<string>): string[] {
  return lines.flatMap((line, at) => {
    if (!validateVision(line)) return [`${at}: ${ajv.errorsText(validateVision.errors)}`];
    const { messages: said, images } = line as MessagesLine;
    const shown = said.flatMap(({ content }) => content.filter(({ type }) => type === 'image'));
    return [
      ...(shown.length === images.length ? [] : [`${at}: ${shown.length} places for images`]),
      ...(said.at(-1)?.role === 'assistant' ? [] : [`${at}: the assistant is not last`]),
      ...images.filter((path) => !paths.has(path)).map((path) => `${at}: ${path} is missing`),
    ];
  });
}

/** Returns what TRL's preference trainers would refuse. */
export function checkPreferenceLines(lines: readonly unknown[]): string[] {
  return lines.flatMap((line, at) => {
    if (!validatePreference(line)) return [`${at}: ${ajv.errorsText(validatePreference.errors)}`];
    const { prompt, chosen, rejected } = line as Record<
      'prompt' | 'chosen' | 'rejected',
      { role: string }[]
    >;
    const answers = [...chosen, ...rejected].every((message) => message.role === 'assistant');
    return prompt.at(-1)?.role === 'user' && answers ? [] : [`${at}: the roles are wrong`];
  });
}
