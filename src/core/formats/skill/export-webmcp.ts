import { isTextField } from '../../navigator/form-controls.ts';
import { toCandidate } from '../../navigator/skill/find-again.ts';
import { describeStep } from '../../navigator/skill/skill-decider.ts';
import type { Skill, SkillStep, SkillTarget, Slot } from '../../navigator/skill/skill.ts';
import {
  addDefaults,
  fillTemplate,
  listActiveSteps,
  listUsedSlots,
  readTyped,
  splitTemplate,
} from '../../navigator/skill/skill.ts';
import { WEBMCP_RUNTIME } from './webmcp-runtime.ts';
import { collapseSpace } from '../../snapshot/element-tree.ts';

/*
 * A skill for the owner of its site: code and markup that offer it as a tool for agents (WebMCP,
 * https://webmachinelearning.github.io/webmcp/), and sentences to test with.
 */

/** Actions that a script in the page can do; another page would end the script. */
const SCRIPTED = new Set(['click', 'hover', 'textInput', 'change', 'press', 'submit']);

/** Names of tools: letters, digits and `_`, at most this many. */
const MAX_NAME = 60;

interface WebmcpFiles {
  /** `webmcp.js`: registers the skill by `registerTool`. */
  code: string;
  /** The same as `<form toolname …>`; null where the skill is more than filling in a form. */
  form: string | null;
  /** Test cases in the format of webmcp-evals; null without an utterance that asks for it. */
  evals: string | null;
}

/** Returns null for a skill that opens pages, or acts in frames: its tool would end half-way. */
export function writeWebmcp(skill: Skill): WebmcpFiles | null {
  const steps = listActiveSteps(skill);
  const isScripted = steps.every(
    ({ action, target }) =>
      SCRIPTED.has(action.intent) && (target?.located?.frames ?? []).length === 0,
  );
  if (!isScripted || steps.length === 0) return null;
  const tool = describeTool(skill);
  const evals = writeEvals(skill, tool.name);
  return { code: writeCode(skill, tool), form: writeForm(skill, tool), evals };
}

type Tool = ReturnType<typeof describeTool>;

function describeTool(skill: Skill) {
  const slots = listUsedSlots(skill);
  const asked = fillTemplate(skill.asked, addDefaults(skill, {}));
  const example = asked === '' ? '' : ` For a request such as: ${asked}`;
  return {
    name: nameTool(skill.name),
    description: `${skill.name}.${example}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(slots.map((slot) => [slot.name, describeSlot(slot)])),
      required: slots.filter(({ byDefault }) => byDefault === null).map(({ name }) => name),
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: false,
      consequentialHint: listActiveSteps(skill).some(({ final }) => final === true),
    },
  };
}

function nameTool(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['skill'];
  return words.join('_').slice(0, MAX_NAME).replace(/_$/, '');
}

function describeSlot(slot: Slot): object {
  const { label, type, options, byDefault } = slot;
  return {
    type: type === 'number' ? 'number' : 'string',
    ...(type === 'date' && { format: 'date' }),
    ...(type === 'choice' && options.length > 0 && { enum: options }),
    description: label,
    ...(byDefault !== null && { default: readValue(slot, byDefault) }),
  };
}

function readValue({ type }: Slot, written: string): string | number {
  const number = Number(written);
  return type === 'number' && written.trim() !== '' && Number.isFinite(number) ? number : written;
}

function writeCode(skill: Skill, tool: Tool): string {
  const steps = listActiveSteps(skill).map((step) => ({
    act: step.action.intent,
    said: describeStep(step),
    target: step.target && writeTarget(step.target),
    value: step.action.intent === 'press' ? step.action.key : readTyped(step.action),
    checks: step.checks,
  }));
  return [
    `// Offers “${writeComment(skill.name)}” to agents as a tool (WebMCP, https://webmachinelearning.github.io/webmcp/).`,
    `// Recorded at ${writeComment(skill.start)}: load this there as a module. It finds elements as they were`,
    '// recorded; in your own code, call your own functions in place of these steps.',
    `const TOOL = ${writeJson(tool)};`,
    `const DEFAULTS = ${writeJson(addDefaults(skill, {}))};`,
    `const STEPS = ${writeJson(steps)};`,
    WEBMCP_RUNTIME,
  ].join('\n');
}

function writeTarget({ located, role, name, xpath, places, hasTwins }: SkillTarget): object {
  const recorded = (located?.ways ?? []).filter(({ kind }) => kind !== 'role');
  const isVague = role === '' || role === 'generic' || name === '';
  return {
    ways: [
      ...(isVague ? [] : [{ kind: 'role', role, name }]),
      ...(hasTwins ? [] : recorded.map(({ kind, path }) => ({ kind, path }))),
      ...(hasTwins || located ? [] : [{ kind: 'xpath', path: [xpath] }]),
    ],
    places: hasTwins ? places.slice(0, 1) : [],
  };
}

/** A file for the web may stand in a page: no tag, and no line separator, is in it. */
function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

function writeComment(said: string): string {
  return collapseSpace(said).replaceAll('<', '‹');
}

/** Only fields are filled in, and at the end the form is sent: that is what the browser does by itself. */
function writeForm(skill: Skill, tool: Tool): string | null {
  const steps = listActiveSteps(skill);
  const fields = steps.slice(0, -1);
  const last = steps.at(-1);
  const isSent = last !== undefined && isSending(last);
  if (!isSent || fields.length === 0 || !fields.every(isFilling)) return null;
  const slots = new Map(skill.slots.map((slot) => [slot.name, slot]));
  const submits = tool.annotations.consequentialHint ? '' : ' toolautosubmit';
  const label = last.action.intent === 'click' ? (last.target?.name ?? '') : 'Send';
  return [
    '<!-- Put these attributes on the form that your page has. -->',
    `<form toolname="${tool.name}" tooldescription="${escape(tool.description)}"${submits}>`,
    ...fields.map((step) => `  ${writeControl(step, slots)}`),
    `  <button>${escape(label)}</button>`,
    '</form>',
    '',
  ].join('\n');
}

function isSending({ action, target }: SkillStep): boolean {
  if (action.intent === 'submit') return true;
  if (action.intent === 'press') return action.key === 'Enter';
  return action.intent === 'click' && target?.role === 'button';
}

function isFilling({ action, target }: SkillStep): boolean {
  if (!target || (action.intent !== 'textInput' && action.intent !== 'change')) return false;
  return target.tag === 'select' || isTextField(toCandidate(target));
}

function writeControl({ action, target }: SkillStep, slots: ReadonlyMap<string, Slot>): string {
  const typed = readTyped(action) ?? '';
  const [part, more] = splitTemplate(typed);
  const slot = part && 'slot' in part && !more ? slots.get(part.slot) : undefined;
  const label = target?.label || target?.name || slot?.label || '';
  const name = slot?.name ?? nameTool(label);
  const about = `name="${name}" toolparamdescription="${escape(slot?.label ?? label)}"`;
  const value = slot ? slot.byDefault : typed;
  const required = value === null ? ' required' : '';
  if (slot?.type === 'choice') {
    const options = slot.options.map((option) => {
      const chosen = option === value ? ' selected' : '';
      return `<option${chosen}>${escape(option)}</option>`;
    });
    return `<label>${escape(label)} <select ${about}${required}>${options.join('')}</select></label>`;
  }
  const type = { number: 'number', date: 'date', secret: 'password', text: 'text', choice: 'text' }[
    slot?.type ?? 'text'
  ];
  const held = value === null ? '' : ` value="${escape(value)}"`;
  return `<label>${escape(label)} <input type="${type}" ${about}${held}${required}></label>`;
}

function escape(said: string): string {
  return collapseSpace(said)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Sentences for other options of a list, each a case of its own. */
const MAX_OTHER_OPTIONS = 3;

/**
 * The demonstration's own words and the call that they should lead to, and the same words with other options. The format
 * is that of https://github.com/GoogleChromeLabs/webmcp-tools.
 */
function writeEvals(skill: Skill, name: string): string | null {
  if (skill.asked.trim() === '') return null;
  const said = listUsedSlots(skill).filter(
    (slot) => slot.byDefault !== null && skill.asked.includes(`{{${slot.name}}}`),
  );
  const usual = addDefaults(skill, {});
  const others = said.flatMap((slot) =>
    slot.options
      .filter((option) => option !== slot.byDefault)
      .slice(0, MAX_OTHER_OPTIONS)
      .map((option) => ({ ...usual, [slot.name]: option })),
  );
  const cases = [usual, ...others].map((values) => {
    const content = fillTemplate(skill.asked, values);
    const given = said.map((slot) => [slot.name, readValue(slot, values[slot.name] ?? '')]);
    return {
      name: collapseSpace(content),
      messages: [{ role: 'user', type: 'message', content }],
      expectedCall: [{ functionName: name, arguments: Object.fromEntries(given) as object }],
    };
  });
  return `${JSON.stringify(cases, null, 2)}\n`;
}
