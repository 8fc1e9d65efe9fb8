import type { PageTool, ToolParameter } from '../../action/page-tool.ts';
import { readToolValue } from '../../action/page-tool.ts';
import { splitFieldName } from '../../demonstration/secrets/secret-fields.ts';
import { normalizeName } from '../form-controls.ts';
import type { FillPart, TaskOf } from '../request/step.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { act, getOnly, lost } from '../target/grounded.ts';

/** Names that are listed where none fits. */
const MAX_LISTED = 5;

/** "use the tool add to cart with product lamp": only a tool of exactly this name, with all that it requires. */
export function groundTool({ name, parts }: TaskOf<'tool'>, { tools = [] }: Sight): Grounded {
  if (tools.length === 0) return lost('This page has no tools.');
  const tool = getOnly(tools.filter((each) => isCalled(each, name)));
  if (!tool) {
    const names = tools.slice(0, MAX_LISTED).map((each) => splitFieldName(each.name));
    return lost(`This page has no tool “${name}”. It has: ${names.join(', ')}.`);
  }
  const input = new Map<string, unknown>();
  for (const part of parts) {
    const placed = placePart(part, tool.parameters);
    if (!placed) return lost(`The tool “${name}” has no argument that takes “${part.said}”.`);
    input.set(placed.name, placed.value);
  }
  const missing = tool.parameters.filter((each) => each.isRequired && !input.has(each.name));
  const [first] = missing.map((each) => splitFieldName(each.name));
  if (first !== undefined) {
    const all = missing.map((each) => splitFieldName(each.name)).join(', ');
    return lost(
      `The tool “${name}” also needs: ${all}. Say “use the tool ${name} with ${first}: …”.`,
    );
  }
  const given = JSON.stringify(Object.fromEntries(input));
  return act({ intent: 'callTool', tool: tool.name, input: given }, null);
}

/** Where nothing on the page is called so: "add to cart" is the tool `add_to_cart`. Null without one of this name. */
export function groundNamedTool(words: string, sight: Sight): Grounded | null {
  const isNamed = (sight.tools ?? []).some((tool) => isCalled(tool, words));
  return isNamed ? groundTool({ kind: 'tool', name: words, parts: [] }, sight) : null;
}

function isCalled({ name, title }: PageTool, words: string): boolean {
  const said = normalizeName(words);
  return said !== '' && [splitFieldName(name), normalizeName(title)].includes(said);
}

/** `product: lamp`, `product lamp`, or the value alone where there is only one parameter. */
function placePart(
  { label, value, said }: FillPart,
  parameters: readonly ToolParameter[],
): { name: string; value: unknown } | null {
  const words = said.split(/\s+/u);
  const splits =
    label === null
      ? words.slice(1).map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)] as const)
      : [[[label], [value]] as const];
  for (const [head, rest] of splits) {
    const named = normalizeName(head.join(' '));
    const parameter = parameters.find((each) => splitFieldName(each.name) === named);
    const read = parameter ? readToolValue(parameter, rest.join(' ')) : null;
    if (parameter && read !== null) return { name: parameter.name, value: read };
  }
  const only = label === null ? getOnly(parameters) : null;
  const read = only && readToolValue(only, value);
  return only && read !== null ? { name: only.name, value: read } : null;
}
