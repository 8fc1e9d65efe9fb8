/** A function that a chat endpoint offers its model. */
export interface ToolSchema {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  parameters: ToolParameters;
}

/** How a model is to reply: by calling functions, with one call as JSON, or with one call in text. */
export type ReplyForm = 'tools' | 'json' | 'text';

/** What a request says of the reply besides its messages; nothing where it is text. */
export interface ReplyTerms {
  tools?: readonly ToolSchema[];
  /** JSON Schema of the whole reply. */
  schema?: object;
}

export interface ToolParameters {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
}

/**
 * Writes a function's arguments as strict mode demands: every argument is present, an optional one may be null, and
 * there are no others. Source: OpenAI's structured outputs, which OpenRouter follows.
 */
export function writeStrictParameters({ properties, required }: ToolParameters): object {
  const written = Object.entries(properties).map(([name, schema]): [string, object] => {
    return [name, required.includes(name) ? schema : { anyOf: [schema, { type: 'null' }] }];
  });
  return closeObject(Object.fromEntries(written));
}

/** The schema of a reply that is one call of these functions, for endpoints that take a schema but no functions. */
export function writeReplySchema(tools: readonly ToolSchema[]): object {
  const calls = tools.map(({ name, description, parameters }) => ({
    description,
    ...closeObject({
      name: { type: 'string', enum: [name] },
      arguments: writeStrictParameters(parameters),
    }),
  }));
  // The root of a strict schema is an object, not a choice.
  return closeObject({ call: { anyOf: calls } });
}

function closeObject(properties: Readonly<Record<string, object>>): object {
  const required = Object.keys(properties);
  return { type: 'object', properties, required, additionalProperties: false };
}
