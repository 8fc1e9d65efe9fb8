import { Ajv2020 } from 'ajv/dist/2020.js';
import type { StepInfo } from './list.ts';

/** BrowserGym's StepInfo and observation, transcribed into a JSON Schema; list.ts has the sources. */

const text = { type: 'string' };
const number = { type: 'number' };
const index = { type: 'integer', minimum: 0 };

function exactly(properties: Record<string, object>): object {
  return {
    ...{ type: 'object', properties, additionalProperties: false },
    required: Object.keys(properties),
  };
}

function list(items: object, size?: number): object {
  return { type: 'array', items, ...(size !== undefined && { minItems: size, maxItems: size }) };
}

const obs = exactly({
  chat_messages: list(
    exactly({ role: { enum: ['user', 'assistant'] }, timestamp: number, message: text }),
  ),
  ...{ goal: text, goal_object: list(exactly({ type: { const: 'text' }, text })) },
  ...{ open_pages_urls: list(text), open_pages_titles: list(text) },
  ...{ active_page_index: list(index, 1), url: text, axtree_txt: text },
  extra_element_properties: {
    type: 'object',
    additionalProperties: exactly({
      visibility: { type: 'number', minimum: 0, maximum: 1 },
      bbox: { anyOf: [list(number, 4), { type: 'null' }] },
      ...{ clickable: { type: 'boolean' }, set_of_marks: { type: 'boolean' } },
    }),
  },
  ...{ focused_element_bid: text, last_action: text, last_action_error: text },
  elapsed_time: list(number, 1),
});
const step = exactly({
  ...{ step: index, obs, reward: number, raw_reward: { type: 'null' } },
  ...{ terminated: { type: 'boolean' }, truncated: { type: 'boolean' } },
  action: { anyOf: [text, { type: 'null' }] },
  agent_info: exactly({ extra_info: { type: 'object' } }),
  ...{ stats: { type: 'null' }, profiling: { type: 'null' }, task_info: { type: 'null' } },
});
const validate = new Ajv2020({ strict: true }).compile(step);

/** The actions of the high-level action set that are written, with the types of their arguments. */
const SIGNATURES: Readonly<Record<string, string>> = {
  ...{ click: 'str', dblclick: 'str', hover: 'str', fill: 'str str', select_option: 'str str' },
  ...{ press: 'str str', keyboard_press: 'str', keyboard_insert_text: 'str' },
  ...{ scroll: 'num num', goto: 'str', go_back: '', go_forward: '', new_tab: '', tab_close: '' },
  ...{ tab_focus: 'num', drag_and_drop: 'str str', mouse_drag_and_drop: 'num num num num' },
  ...{ upload_file: 'str str', send_msg_to_user: 'str' },
};
/** A string of Python in one line. */
const LITERAL = /^(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/;

/** Returns what is wrong with a string as a call of the action set; null if nothing is. */
export function checkActionString(action: string): string | null {
  const [head = '', name = ''] = /^(\w+)\(/.exec(action) ?? [];
  const signature = SIGNATURES[name];
  if (signature === undefined) return `${action} is no action`;
  const types: string[] = [];
  let rest = action.slice(head.length);
  for (let match; (match = LITERAL.exec(rest) ?? NUMBER.exec(rest));) {
    types.push(LITERAL.test(rest) ? 'str' : 'num');
    rest = rest.slice(match[0].length).replace(/^, /, '');
  }
  if (name === 'click') rest = rest.replace(/^button='right'/, '');
  if (name === 'upload_file' && types.length === 1) {
    rest = rest.replace(/^\[.*\]/, '');
    types.push('str');
  }
  return rest === ')' && types.join(' ') === signature ? null : `${action} has other arguments`;
}

/** Returns what readers of BrowserGym's steps would refuse, a line each; `paths` are the files beside them. */
export function checkSteps(lines: readonly unknown[], paths: ReadonlySet<string>): string[] {
  const faults = lines.flatMap((line, at) => {
    if (!validate(line)) {
      return (validate.errors ?? []).map((error) => `${at}${error.instancePath} ${error.message}`);
    }
    const { step, action, terminated, obs } = line as StepInfo;
    const isLast = at === lines.length - 1;
    const fault = action === null ? null : checkActionString(action);
    const [active] = obs.active_page_index;
    return [
      ...(step === at ? [] : [`${at}: the step is ${step}`]),
      ...((action === null) === isLast && terminated === isLast ? [] : [`${at}: ends wrongly`]),
      ...(fault === null ? [] : [fault]),
      ...(active < Math.max(1, obs.open_pages_urls.length) ? [] : [`${at}: no page ${active}`]),
    ];
  });
  const numbered = [...paths].flatMap((path) => {
    const [, number] = /_step_(\d+)\.(?:png|jpg|html)$/.exec(path) ?? [];
    return number !== undefined && Number(number) >= lines.length ? [`${path} has no step`] : [];
  });
  return [...faults, ...numbered];
}
