import type { Shape } from '../shape.ts';
import { objectWith, oneOf, variants } from '../shape.ts';
import type { Uid } from './argument.ts';
import {
  address,
  choice,
  content,
  contentOrNull,
  element,
  elementOrPage,
  finite,
  firstOf,
  jsonObject,
  list,
  numberOrNull,
  optionalContent,
  readDone,
  readDrag,
  readScroll,
  readWait,
  tabNumber,
  token,
} from './argument.ts';
import type {
  Arguments,
  Control,
  Definition,
  Formats,
  Operation,
  Performer,
  Phrase,
  SentenceForm,
  Traits,
  Values,
  Words,
} from './definition.ts';
import { define, nameDirection, verb } from './definition.ts';
import { listToolInput } from './page-tool.ts';

export type { Uid };
export type Speaker = 'instructor' | 'navigator';
/** Who acted: a person, or the copilot in the navigator's role. */
export type Actor = 'person' | 'copilot';

const GO = verb('Go', 'went', 'going');
const TYPE = verb('Type', 'typed', 'typing');
const CHOOSE = verb('Choose', 'chose', 'choosing');
const ANSWER = verb('Answer', 'answered', 'answering');

/** A dialog's texts are saved up to this length, in UTF-16 units. */
export const DIALOG_TEXT_LIMIT = 10_000;
export const DIALOG_KINDS = ['alert', 'confirm', 'prompt'] as const;
export type DialogKind = (typeof DIALOG_KINDS)[number];

/** A click sets checkboxes and radio buttons. */
export function isToggle(type: string | undefined): boolean {
  return ['checkbox', 'radio'].includes(type?.toLowerCase() ?? '');
}

const click: Operation = { op: 'CLICK', original_op: 'CLICK', value: '' };

/**
 * The table of actions: everything that differs between actions, for WebLINX's 13 intents (paper table 8, spelled as in
 * replay.json), Wayscribe's extras and the calls of a live navigator. CONTRIBUTING.md says how to add an action.
 */
export const RECORDED_ACTIONS = {
  click: define({
    arguments: { uid: element() },
    call: 'click',
    aliases: 'clickelement clickelementbyindex clickbutton clicklink leftclick mouseclick tap',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: (_, { target }) => [verb('Click', 'clicked', 'clicking'), target],
    tool: { description: 'Click an element.' },
    is: { navigating: true, ranked: true, pointed: true, reported: true },
    formats: {
      weblinx: { hasElement: true },
      mind2web: () => click,
      replay: { playwright: 'click()', recorder: { type: 'click' } },
    },
  }),
  hover: define({
    arguments: { uid: element() },
    call: 'hover',
    aliases: 'hoverelement mouseover',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: (_, { target }) => [verb('Point at', 'pointed at', 'pointing at'), target],
    tool: { description: 'Move the mouse over an element.' },
    formats: {
      weblinx: { hasElement: true },
      mind2web: () => ({ ...click, original_op: 'HOVER' }),
      replay: { playwright: 'hover()', recorder: { type: 'hover' } },
    },
  }),
  textInput: define({
    /** `text` is the whole final value of the field after the editing episode. */
    arguments: { text: content('text'), uid: element() },
    call: 'text_input',
    aliases: 'type typetext fill filltext input inputtext entertext setvalue write typeinto',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: ({ text }, { target, quoteTyped }) =>
      text === ''
        ? [verb('Empty', 'emptied', 'emptying'), target]
        : [TYPE, `${quoteTyped(text)} in ${target}`],
    tool: { description: 'Replace the whole text of a field.' },
    is: { navigating: true, ranked: true, reported: true },
    formats: {
      weblinx: { hasElement: true, arguments: { text: 'text' } },
      mind2web: ({ text }) => ({ op: 'TYPE', original_op: 'TYPE', value: text }),
    },
  }),
  change: define({
    /** `value` is the control's value afterwards: an option's label, `true`/`false`, a date, a number. */
    arguments: { value: content('value'), uid: element() },
    call: 'change',
    aliases: 'select selectoption selectdropdownoption choose chooseoption pick',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: ({ value }, { target, quoteChosen }) => {
      if (value === 'true') return [verb('Tick', 'ticked', 'ticking'), target];
      if (value === 'false') return [verb('Untick', 'unticked', 'unticking'), target];
      return [CHOOSE, `${quoteChosen(value)} in ${target}`];
    },
    tool: {
      description:
        'Choose an option by its label, tick ("true") or untick ("false") a box, or set a slider or date.',
    },
    is: { navigating: true, ranked: true, reported: true },
    formats: {
      weblinx: { hasElement: true, arguments: { value: 'value' } },
      mind2web({ value }, { tag, type }) {
        if (tag === 'select') return { op: 'SELECT', original_op: 'SELECT', value };
        if (type === 'file') return null;
        return isToggle(type) ? click : { op: 'TYPE', original_op: 'TYPE', value };
      },
    },
  }),
  submit: define({
    /** `uid` is the form's. */
    arguments: { uid: element() },
    call: 'submit',
    aliases: 'submitform',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: (_, { form }) => [verb('Submit', 'submitted', 'submitting'), form],
    tool: { description: 'Submit the form that the element belongs to.' },
    is: { navigating: true, ranked: true, reported: true },
    formats: {
      weblinx: { hasElement: true },
      mind2web: () => ({ ...click, original_op: 'ENTER' }),
      replay: {
        playwright: 'evaluate((form: HTMLFormElement) => form.requestSubmit())',
        recorder: 'submit',
      },
    },
  }),
  press: define({
    /** `key` is a KeyboardEvent.key name, with modifiers before it: `Enter`, `Control+k`. */
    arguments: { key: token('key'), uid: elementOrPage() },
    call: 'press',
    aliases: 'presskey keypress keyboardpress hitkey key sendkeys',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: ({ key }, { target, hasTarget, key: nameKey }) => [
      verb('Press', 'pressed', 'pressing'),
      `${nameKey(key)}${hasTarget ? ` in ${target}` : ''}`,
    ],
    tool: { description: 'Press a key, such as Enter, in an element or on the page.' },
    is: { navigating: true, reported: true },
    formats: {
      weblinx: null,
      mind2web: ({ key }) => (key === 'Enter' ? { ...click, original_op: 'ENTER' } : null),
    },
  }),
  scroll: define({
    /** Wheel delta in CSS px, right and down positive; `uid` is the scroller. */
    arguments: { x: finite('x'), y: finite('y'), uid: elementOrPage() },
    call: 'scroll',
    aliases: 'scrollpage scrollby mousewheel',
    ...{ performedBy: 'page', isCaptured: true },
    readCall: readScroll,
    sentence: ({ x, y }, { target, hasTarget }) => [
      verb('Scroll', 'scrolled', 'scrolling'),
      hasTarget && x === 0 && y === 0 ? `to ${target}` : nameDirection(x, y),
    ],
    tool: {
      description: 'Scroll the page by CSS px; down and right are positive.',
      without: ['uid'],
    },
    formats: { weblinx: { arguments: { x: 'scrollX', y: 'scrollY' } } },
  }),
  load: define({
    arguments: { url: address('url') },
    call: 'load',
    aliases: 'goto gotourl navigate navigateto open openurl visit loadurl openpage gotopage',
    performedBy: 'browser',
    sentence: ({ url }, words) => [verb('Open', 'opened', 'opening'), words.address(url)],
    tool: { description: 'Open an address.' },
    is: { reported: true },
    formats: { weblinx: {} },
  }),
  back: define({
    ...{ arguments: {}, call: 'back', aliases: 'goback navigateback pageback' },
    performedBy: 'browser',
    sentence: () => [GO, 'back'],
    tool: { description: 'Go back in the history.' },
    is: { reported: true },
    formats: { weblinx: null },
  }),
  forward: define({
    ...{ arguments: {}, call: 'forward', aliases: 'goforward navigateforward' },
    performedBy: 'browser',
    sentence: () => [GO, 'forward'],
    tool: { description: 'Go forward in the history.' },
    is: { reported: true },
    formats: { weblinx: null },
  }),
  copy: define({
    arguments: { text: optionalContent('text'), uid: elementOrPage() },
    ...{ call: 'copy', isCaptured: true },
    sentence: ({ text }, { quote }) => [verb('Copy', 'copied', 'copying'), quote(text)],
    formats: { weblinx: { hasElement: true, arguments: { text: 'selected' } } },
  }),
  paste: define({
    arguments: { text: optionalContent('text'), uid: elementOrPage() },
    ...{ call: 'paste', isCaptured: true },
    sentence: ({ text }, { target, quoteTyped }) => [
      verb('Paste', 'pasted', 'pasting'),
      `${quoteTyped(text)} in ${target}`,
    ],
    is: { navigating: true, reported: true },
    formats: { weblinx: { hasElement: true, arguments: { text: 'pasted' } } },
  }),
  tabcreate: define({
    arguments: { tabId: tabNumber('target') },
    ...{ call: 'tabcreate', aliases: 'newtab opentab' },
    sentence: () => [verb('Open', 'opened', 'opening'), 'a tab'],
    formats: { weblinx: { tab: { tabId: 'tabId' } } },
  }),
  tabremove: define({
    arguments: { tabId: tabNumber('target') },
    ...{ call: 'tabremove', aliases: 'closetab' },
    sentence: () => [verb('Close', 'closed', 'closing'), 'a tab'],
    formats: { weblinx: { tab: { tabId: 'tabId' } } },
  }),
  tabswitch: define({
    arguments: { fromTabId: tabNumber('origin'), tabId: tabNumber('target') },
    ...{ call: 'tabswitch', aliases: 'switchtab tabfocus pagefocus switchtotab' },
    sentence: () => [verb('Switch', 'switched', 'switching'), 'to another tab'],
    formats: { weblinx: { tab: { tabId: 'tabId', fromTabId: 'tabIdOrigin' } } },
  }),
  doubleClick: define({
    /** Follows its two clicks, which are separate turns. */
    arguments: { uid: element() },
    ...{ call: 'double_click', aliases: 'dblclick', performedBy: 'page', isCaptured: true },
    sentence: (_, { target }) => [
      verb('Double-click', 'double-clicked', 'double-clicking'),
      target,
    ],
    tool: { description: 'Double-click an element.' },
    is: { navigating: true, pointed: true },
    formats: {
      weblinx: null,
      replay: { playwright: 'dblclick()', recorder: { type: 'doubleClick' } },
    },
  }),
  rightClick: define({
    /** By pointer or key. */
    arguments: { uid: element() },
    ...{ call: 'right_click', aliases: 'contextclick', performedBy: 'page', isCaptured: true },
    sentence: (_, { target }) => [verb('Right-click', 'right-clicked', 'right-clicking'), target],
    tool: { description: 'Click an element with the other mouse button, which opens its menu.' },
    is: { navigating: true, ranked: true, pointed: true },
    formats: {
      weblinx: null,
      replay: {
        playwright: "click({ button: 'right' })",
        recorder: { type: 'click', button: 'secondary' },
      },
    },
  }),
  drag: define({
    /**
     * `x` and `y` are CSS px, right and down positive; `toUid` is the drop target in the page. For files from outside
     * `uid` equals `toUid`.
     */
    arguments: {
      uid: element(),
      toUid: elementOrPage('to_uid'),
      x: { ...finite('x'), hasDefault: true },
      y: { ...finite('y'), hasDefault: true },
    },
    ...{ call: 'drag', aliases: 'draganddrop', performedBy: 'page', isCaptured: true },
    readCall: readDrag,
    sentence({ uid, toUid, x, y }, { target, destination }) {
      if (uid === toUid) return [verb('Drop', 'dropped', 'dropping'), `files on ${target}`];
      const onto = `onto ${destination ?? 'something else'}`;
      const place = toUid === null ? nameDirection(x, y) : onto;
      return [verb('Drag', 'dragged', 'dragging'), `${target} ${place}`];
    },
    tool: {
      description:
        'Drag an element onto another one (to_uid), or without to_uid by CSS px; right and down are positive.',
    },
    is: { navigating: true, pointed: true },
    formats: { weblinx: null },
  }),
  dialog: define({
    /**
     * A JavaScript dialog. `answer`: null for an alert, `true` or `false` for a confirm, the text or null (cancelled)
     * for a prompt.
     */
    arguments: {
      kind: choice('kind', DIALOG_KINDS),
      message: optionalContent('message'),
      answer: contentOrNull('answer'),
    },
    ...{ call: 'dialog', isCaptured: true },
    sentence({ kind, message, answer }, { quote, quoteTyped }) {
      const asked = quote(message);
      if (kind === 'alert') return [verb('Close', 'closed', 'closing'), `the message ${asked}`];
      if (kind === 'prompt' && answer !== null)
        return [ANSWER, `${quoteTyped(answer)} to ${asked}`];
      if (kind === 'prompt') return [verb('Cancel', 'cancelled', 'cancelling'), asked];
      return answer === 'true'
        ? [verb('Accept', 'accepted', 'accepting'), asked]
        : [verb('Decline', 'declined', 'declining'), asked];
    },
    is: { navigating: true },
    formats: { weblinx: null },
  }),
  callTool: define({
    /** `tool` is the name of a tool that the page registers (WebMCP); `input` its arguments as a JSON object. */
    arguments: { tool: token('tool'), input: jsonObject('input') },
    call: 'call_tool',
    aliases: 'usetool runtool executetool invoketool',
    ...{ performedBy: 'page', isCaptured: true },
    sentence: ({ tool, input }, { quote, quoteTyped }) => {
      const given = listToolInput(input);
      const rest = given === '' ? '' : ` with ${quoteTyped(given)}`;
      return [verb('Use', 'used', 'using'), `the page’s tool ${quote(tool)}${rest}`];
    },
    tool: { description: 'Call a tool of the page; input is a JSON object with its arguments.' },
    is: { navigating: true },
    formats: { weblinx: null },
  }),
  say: define({
    arguments: {
      speaker: choice<Speaker>('speaker', ['instructor', 'navigator'], 'navigator'),
      utterance: content('utterance'),
    },
    call: 'say',
    aliases: 'sendmsgtouser respond reply tell speak message answer sendmessage saytouser',
    tool: { description: 'Answer the instructor, which ends your turn.', without: ['speaker'] },
    formats: { weblinx: {} },
  }),
};

/** Calls that only a live navigator makes; at most their outcome is recorded. */
const LIVE_CALLS = {
  wait: define({
    /** null leaves the time to the run. */
    arguments: { seconds: numberOrNull('seconds') },
    ...{ call: 'wait', aliases: 'sleep noop pause delay waitfor' },
    readCall: readWait,
    tool: { description: 'Wait for the page.' },
  }),
  ask: define({
    arguments: { utterance: token('utterance') },
    call: 'ask',
    aliases: 'askuser askinstructor askhuman askquestion askfollowupquestion clarify question',
    tool: { description: 'Ask the instructor what you need to know.' },
  }),
  done: define({
    arguments: { utterance: contentOrNull('utterance') },
    call: 'done',
    aliases: 'finish finished complete completed stop terminate end finalanswer attemptcompletion',
    readCall: readDone,
    tool: { description: 'The request is done, as the results show.' },
  }),
  infeasible: define({
    arguments: { reason: optionalContent('reason') },
    call: 'infeasible',
    aliases: 'reportinfeasible impossible fail giveup cannot notpossible',
    tool: { description: 'The request cannot be done here.' },
  }),
  upload: define({
    /** Names of files that the instructor attached; the outcome is recorded as a `change`. */
    arguments: { uid: element(), files: list('files') },
    ...{ call: 'upload', aliases: 'uploadfile uploadfiles attachfile setinputfiles' },
  }),
  plan: define({
    arguments: { hops: list('hops', 'hops=["…", "…"]') },
    ...{ call: 'plan', aliases: 'makeplan setplan updateplan planhops sethops' },
  }),
  hopDone: define({
    /** `hop` is its number or its text, empty for the current one; `evidence` is a quotation. */
    arguments: { hop: optionalContent('hop'), evidence: firstOf('evidence') },
    call: 'hop_done',
    aliases: 'completehop finishhop markhopdone hopcomplete hopcompleted markdone',
  }),
};

export const ACTIONS = { ...RECORDED_ACTIONS, ...LIVE_CALLS };

type Recorded = typeof RECORDED_ACTIONS;
type Table = typeof ACTIONS;

export type Intent = keyof Recorded;
export type CallIntent = keyof Table;

type CallOf<I extends CallIntent> = {
  [K in I]: { intent: K } & Values<Table[K]['arguments']> extends infer Members
    ? { [M in keyof Members]: Members[M] }
    : never;
}[I];

type IntentsWith<Key extends 'performedBy' | 'isCaptured', Value> = {
  [I in Intent]: Recorded[I][Key] extends Value ? I : never;
}[Intent];

export type Action = CallOf<Intent>;
export type Call = CallOf<CallIntent>;
export type ActionOf<I extends Intent> = CallOf<I>;
export type HopCall = CallOf<'plan' | 'hopDone'>;
export type PageAction = CallOf<IntentsWith<'performedBy', 'page'>>;
export type TabAction = CallOf<IntentsWith<'performedBy', 'browser'>>;
export type CapturedPageAction = CallOf<IntentsWith<'isCaptured', true>>;

/** A definition without the types of its action. */
export interface AnyDefinition extends Omit<
  Definition<Arguments, Performer, boolean>,
  'sentence' | 'formats'
> {
  sentence?: (action: never, words: Words) => Phrase;
  formats?: Omit<Formats<Arguments>, 'mind2web'> & {
    mind2web?: (action: never, on: Control) => Operation | null;
  };
}

export function getDefinition(intent: CallIntent): AnyDefinition {
  return ACTIONS[intent];
}

export function hasTrait(intent: string, trait: keyof Traits): boolean {
  return isIntent(intent) && getDefinition(intent).is?.[trait] === true;
}

/** Whether the action is meaningless without a known element. */
export function needsElement(intent: CallIntent): boolean {
  return getDefinition(intent).arguments['uid']?.isRequired === true;
}

/** Joins all texts that a person or a page wrote; null for an action without such arguments. */
export function joinContents(action: Call): string | null {
  const members = action as unknown as Readonly<Record<string, string | null>>;
  const given = Object.entries(getDefinition(action.intent).arguments);
  const texts = given.filter(([, { isContent }]) => isContent).map(([member]) => members[member]);
  return texts.length === 0 ? null : texts.join('');
}

export function isIntent(intent: string): intent is Intent {
  return Object.hasOwn(RECORDED_ACTIONS, intent);
}

export function targetOf(action: Call): Uid | null {
  return 'uid' in action ? action.uid : null;
}

/** Returns a sentence without subject: `Type “walnut lamp” in Search`, `typed …`, `typing …`. */
export function describeAction(
  action: Exclude<Action, { intent: 'say' }>,
  form: SentenceForm,
  words: Words,
): string {
  const phrase = getDefinition(action.intent).sentence?.(action as never, words);
  if (!phrase) return action.intent;
  const [verb, rest] = phrase;
  return `${verb[form]} ${rest}`.trim();
}

function makeActionShape(intents: readonly Intent[]): Shape {
  return variants(
    'intent',
    Object.fromEntries(intents.map((intent) => [intent, objectWith(listShapes(intent))])),
  );
}

const INTENTS = Object.keys(RECORDED_ACTIONS) as Intent[];

export const actionShape = makeActionShape(INTENTS.filter((intent) => intent !== 'say'));
export const sayActionShape = objectWith({ intent: oneOf('say'), ...listShapes('say') });
export const capturedShape = makeActionShape(
  INTENTS.filter((intent) => getDefinition(intent).isCaptured),
);

function listShapes(intent: Intent): Record<string, Shape> {
  const given = Object.entries(getDefinition(intent).arguments);
  return Object.fromEntries(given.map(([member, { shape }]) => [member, shape]));
}
