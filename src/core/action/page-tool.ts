import type { JsonSchema } from '../shape.ts';
import { anyObject, each, flag, isOf, listOf, objectWith, orAbsent, text } from '../shape.ts';

/**
 * A tool that a page registers for agents (WebMCP, https://webmachinelearning.github.io/webmcp/). Every text is the
 * page's own, so it is information and never an instruction.
 */
export interface PageTool {
  name: string;
  title: string;
  description: string;
  parameters: ToolParameter[];
  /** The page says that it only reads. */
  isReadOnly: boolean;
  /** The page says that it can't be taken back. */
  isConsequential: boolean;
}

export interface ToolParameter {
  name: string;
  /** `string`, `number`, `integer`, `boolean`, `array`, `object`, or empty where the schema doesn't say. */
  type: string;
  description: string;
  isRequired: boolean;
  /** The only values that it takes; empty for any. */
  options: string[];
}

/** What came of calling a tool. `silent`: it had not answered when the time was over. */
export interface ToolAnswer {
  state: 'answered' | 'failed' | 'silent';
  /** The page's words, cut to `MAX_ANSWER` UTF-16 units. */
  text: string;
  /** The page says that the tool only reads. */
  readOnly?: true;
}

/** Pages may register any number of tools; the first are offered. */
const MAX_TOOLS = 50;
/** The specification's limit. */
const MAX_NAME = 128;
const MAX_DESCRIPTION = 300;
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_TEXT = 120;
const MAX_OPTIONS = 20;
const MAX_ANSWER = 2000;
/** Arguments of one call as JSON, in UTF-16 units. */
export const MAX_TOOL_INPUT = 20_000;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

const isListed = isOf<{ name: string; description: string; title?: string }>(
  objectWith({ ...each(text, 'name', 'description'), title: orAbsent(text) }),
);
const isObject = isOf<Record<string, unknown>>(anyObject);

/** For what a content script sends, which shares a process with the page. */
export const pageToolsShape = listOf(
  objectWith({
    ...each(text, 'name', 'title', 'description'),
    ...each(flag, 'isReadOnly', 'isConsequential'),
    parameters: listOf(
      objectWith({
        ...each(text, 'name', 'type', 'description'),
        isRequired: flag,
        options: listOf(text),
      }),
    ),
  }),
);

/** Reads what `getTools` returned. Entries that are no tool, and tools after the 50th, are skipped. Never throws. */
export function readPageTools(listed: unknown): PageTool[] {
  if (!Array.isArray(listed)) return [];
  return listed
    .slice(0, MAX_TOOLS * 2)
    .flatMap(readTool)
    .slice(0, MAX_TOOLS);
}

function readTool(listed: unknown): PageTool[] {
  if (!isListed(listed) || !/^[\w.-]+$/.test(listed.name) || listed.name.length > MAX_NAME)
    return [];
  const {
    name,
    title = '',
    description,
    annotations,
    inputSchema,
  } = {
    ...{ annotations: undefined, inputSchema: undefined },
    ...listed,
  };
  const hints: Record<string, unknown> = isObject(annotations) ? annotations : {};
  return [
    {
      name,
      title: shorten(title, MAX_PARAMETER_TEXT),
      description: shorten(description, MAX_DESCRIPTION),
      parameters: readParameters(inputSchema),
      isReadOnly: hints['readOnlyHint'] === true,
      isConsequential: hints['consequentialHint'] === true,
    },
  ];
}

/** Chromium before 156 hands the schema out as JSON text. */
function readParameters(given: unknown): ToolParameter[] {
  const schema = typeof given === 'string' ? parseObject(given) : given;
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const listed: unknown = schema['required'];
  const required: unknown[] = Array.isArray(listed) ? listed : [];
  return Object.entries(schema['properties'])
    .filter(([name]) => name.length <= MAX_NAME)
    .slice(0, MAX_PARAMETERS)
    .map(([name, property]) => {
      const said: JsonSchema = isObject(property) ? property : {};
      const { type, description, enum: options } = said;
      return {
        name,
        type: TYPES.find((known) => known === type) ?? '',
        description:
          typeof description === 'string' ? shorten(description, MAX_PARAMETER_TEXT) : '',
        isRequired: required.includes(name),
        options: readOptions(options),
      };
    });
}

function readOptions(options: unknown): string[] {
  if (!Array.isArray(options) || options.length > MAX_OPTIONS) return [];
  const texts = options.map((option: unknown) => (isScalar(option) ? String(option) : ''));
  return texts.every((option) => option !== '' && option.length <= MAX_PARAMETER_TEXT) ? texts : [];
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function shorten(said: string, most: number): string {
  const plain = said
    .slice(0, most * 2)
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1)}…`;
}

/** Returns the object that a JSON text holds; null for anything else. */
export function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns what is wrong with the arguments of a call, as the rest of a sentence; null if nothing is. */
export function findToolInputFault({ name, parameters }: PageTool, input: string): string | null {
  const given = parseObject(input);
  if (!given) return `the arguments of “${name}” are not a JSON object`;
  const missing = parameters.filter((each) => each.isRequired && given[each.name] === undefined);
  if (missing.length > 0) return `“${name}” needs ${missing.map((each) => each.name).join(', ')}`;
  const known = new Map(parameters.map((each) => [each.name, each]));
  for (const [key, value] of Object.entries(given)) {
    const parameter = known.get(key);
    if (!parameter) {
      if (parameters.length > 0 && parameters.length < MAX_PARAMETERS)
        return `“${name}” has no argument ${shorten(key, MAX_NAME)}`;
      continue;
    }
    const { type, options } = parameter;
    if (type !== '' && !isOfType(value, type)) return `${key} should be ${describeType(type)}`;
    if (options.length > 0 && !options.includes(String(value)))
      return `${key} should be ${options.join(' or ')}`;
  }
  return null;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function describeType(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Reads a value that a person wrote; null where it isn't of the parameter's type. */
export function readToolValue({ type, options }: ToolParameter, written: string): unknown {
  const option = options.find((each) => each.toLowerCase() === written.toLowerCase());
  const said = option ?? written;
  if (options.length > 0 && option === undefined) return null;
  if (type === 'number' || type === 'integer') {
    const number = said.trim() === '' ? Number.NaN : Number(said);
    return isOfType(number, type) && Number.isFinite(number) ? number : null;
  }
  if (type === 'boolean') return { true: true, yes: true, false: false, no: false }[said] ?? null;
  return type === 'string' || type === '' ? said : null;
}

/** Writes a tool for a model or an agent: `add_to_cart(product: string, amount?: integer): Adds it. [reads only]`. */
export function writeTool({ name, title, description, parameters, isReadOnly }: PageTool): string {
  const given = parameters.map((each) => {
    const kind = each.options.length > 0 ? each.options.join(' | ') : each.type || 'any';
    const about = each.description === '' ? '' : ` (${each.description})`;
    return `${each.name}${each.isRequired ? '' : '?'}: ${kind}${about}`;
  });
  const about = [title, description].filter((said) => said !== '').join('. ');
  return `${name}(${given.join(', ')}): ${about}${isReadOnly ? ' [reads only]' : ''}`;
}

/** Writes the arguments of a call for a person: `product: lamp, amount: 2`. Other text is returned unchanged. */
export function listToolInput(input: string): string {
  const given = parseObject(input);
  if (!given) return input;
  return Object.entries(given)
    .map(([key, value]) => `${key}: ${isScalar(value) ? String(value) : JSON.stringify(value)}`)
    .join(', ');
}

/** Turns what a tool answered into a `ToolAnswer`: text, MCP's `content`, or any other value as JSON. Never throws. */
export function readToolAnswer(answered: unknown): Pick<ToolAnswer, 'state' | 'text'> {
  const said = typeof answered === 'string' ? answered : writeValue(answered);
  if (said === null) return { state: 'failed', text: 'its answer could not be read' };
  const held = said.length <= MAX_ANSWER * 50 && said.startsWith('{') ? parseObject(said) : null;
  const parts: unknown[] = Array.isArray(held?.['content']) ? held['content'] : [];
  const texts = parts.flatMap((part) =>
    isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  const plain = texts.length > 0 ? texts.join('\n') : said === 'undefined' ? '' : said;
  return {
    state: held?.['isError'] === true ? 'failed' : 'answered',
    text: cutAnswer(plain),
  };
}

export function cutAnswer(said: string): string {
  return said.length <= MAX_ANSWER ? said : `${said.slice(0, MAX_ANSWER - 1)}…`;
}

function writeValue(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  try {
    // Undefined for functions and symbols.
    const written: unknown = JSON.stringify(value);
    return typeof written === 'string' ? written : null;
  } catch {
    return null;
  }
}
