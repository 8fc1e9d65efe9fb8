import type { Call } from './action.ts';
import type { CallArgument } from './call-arguments.ts';

/** How actions are called in call strings: names, what else they may be called, their parameters. */

export type CallIntent = Call['intent'];

export const CALL_NAMES = {
  say: 'say',
  click: 'click',
  hover: 'hover',
  textInput: 'text_input',
  change: 'change',
  submit: 'submit',
  load: 'load',
  scroll: 'scroll',
  copy: 'copy',
  paste: 'paste',
  tabcreate: 'tabcreate',
  tabremove: 'tabremove',
  tabswitch: 'tabswitch',
  press: 'press',
  back: 'back',
  forward: 'forward',
  doubleClick: 'double_click',
  rightClick: 'right_click',
  drag: 'drag',
  dialog: 'dialog',
  ask: 'ask',
  done: 'done',
  infeasible: 'infeasible',
  wait: 'wait',
  upload: 'upload',
  plan: 'plan',
  hopDone: 'hop_done',
} as const satisfies Record<CallIntent, string>;

/** What models write instead, without case, dashes and underscores. */
const ALIASES: Partial<Record<CallIntent, string>> = {
  say: 'sendmsgtouser respond reply tell speak message answer sendmessage saytouser',
  click: 'clickelement clickelementbyindex clickbutton clicklink leftclick mouseclick tap',
  hover: 'hoverelement mouseover',
  textInput: 'type typetext fill filltext input inputtext entertext setvalue write typeinto',
  change: 'select selectoption selectdropdownoption choose chooseoption pick',
  submit: 'submitform',
  load: 'goto gotourl navigate navigateto open openurl visit loadurl openpage gotopage',
  scroll: 'scrollpage scrollby mousewheel',
  tabcreate: 'newtab opentab',
  tabremove: 'closetab',
  tabswitch: 'switchtab tabfocus pagefocus switchtotab',
  press: 'presskey keypress keyboardpress hitkey key sendkeys',
  back: 'goback navigateback pageback',
  forward: 'goforward navigateforward',
  doubleClick: 'dblclick',
  rightClick: 'contextclick',
  drag: 'draganddrop',
  ask: 'askuser askinstructor askhuman askquestion askfollowupquestion clarify question',
  done: 'finish finished complete completed stop terminate end finalanswer attemptcompletion',
  infeasible: 'reportinfeasible impossible fail giveup cannot notpossible',
  wait: 'sleep noop pause delay waitfor',
  upload: 'uploadfile uploadfiles attachfile setinputfiles',
  plan: 'makeplan setplan updateplan planhops sethops',
  hopDone: 'completehop finishhop markhopdone hopcomplete hopcompleted markdone',
};

/** Names that hold an argument already. */
const PRESETS: Record<string, { intent: CallIntent; preset: Record<string, string> }> = {
  check: { intent: 'change', preset: { value: 'true' } },
  uncheck: { intent: 'change', preset: { value: 'false' } },
  clear: { intent: 'textInput', preset: { text: '' } },
  scrolldown: { intent: 'scroll', preset: { direction: 'down' } },
  scrollup: { intent: 'scroll', preset: { direction: 'up' } },
  pressenter: { intent: 'press', preset: { key: 'Enter' } },
};

const OWN_NAMES = new Map(
  Object.entries(CALL_NAMES).map(([intent, name]) => [simplify(name), intent as CallIntent]),
);
const OTHER_NAMES = new Map(
  Object.entries(ALIASES).flatMap(([intent, names]) =>
    names.split(' ').map((name) => [name, intent as CallIntent] as const),
  ),
);

interface CallName {
  intent: CallIntent;
  /** Whether it is one of ours; other vocabularies name the element first. */
  isOwn: boolean;
  preset: Readonly<Record<string, string>>;
}

/** What a written name means, in whatever case, or behind `page.`, `functions.`, `browser_`. */
export function parseCallName(written: string): CallName | null {
  const parts = written.split('.').filter((part) => !/^call$/i.test(part));
  const name = simplify(parts.at(-1) ?? '').replace(
    /^(?:browser|page|puppeteer|playwright|element|action)(?=.)/,
    '',
  );
  const own = OWN_NAMES.get(name);
  if (own) return { intent: own, isOwn: true, preset: {} };
  const other = OTHER_NAMES.get(name);
  if (other) return { intent: other, isOwn: false, preset: {} };
  const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  return preset ? { ...preset, isOwn: false } : null;
}

/** Parameters in the order in which arguments without a name are taken. */
export const PARAMETERS: Record<CallIntent, readonly string[]> = {
  say: ['speaker', 'utterance'],
  click: ['uid'],
  hover: ['uid'],
  textInput: ['text', 'uid'],
  change: ['value', 'uid'],
  submit: ['uid'],
  load: ['url'],
  scroll: ['x', 'y', 'uid'],
  copy: ['text', 'uid'],
  paste: ['text', 'uid'],
  tabcreate: ['target'],
  tabremove: ['target'],
  tabswitch: ['origin', 'target'],
  press: ['key', 'uid'],
  back: [],
  forward: [],
  doubleClick: ['uid'],
  rightClick: ['uid'],
  drag: ['uid', 'to_uid', 'x', 'y'],
  dialog: ['kind', 'message', 'answer'],
  ask: ['utterance'],
  done: ['utterance'],
  infeasible: ['reason'],
  wait: ['seconds'],
  upload: ['uid', 'files'],
  plan: ['hops'],
  hopDone: ['hop', 'evidence'],
};

/** What parameters are called elsewhere, without case, dashes and underscores. */
const PARAMETER_ALIASES: Record<string, string> = {
  uid: 'id element elementid elementuid nodeid node ref uuid bid index selector target targetuid targetid locator datawebtasksid webtasksid backendnodeid mark xpath name',
  to_uid: 'touid to target destination',
  text: 'value content input inputtext inputvalue string query textvalue data',
  value: 'option text label choice optionlabel selection values optiontext options state checked',
  utterance: 'text message msg content answer response question reason output result summary',
  reason: 'text message utterance explanation why answer',
  url: 'href address link target page website uri text value',
  key: 'keys keycomb keyname combination text value button',
  seconds: 'time duration timeout sec secs s',
  files: 'file filename filenames path paths value text name names',
  x: 'deltax dx',
  y: 'deltay dy amount pixels px distance',
  kind: 'type',
  hops: 'plan steps tasks subtasks list items',
  hop: 'id number index n step hopid hopnumber name',
  evidence: 'proof quote quotation text because shown seen',
};

/** The parameter of a call that a written key means, or the key itself when it is none. */
function resolveParameter(intent: CallIntent, written: string): string {
  const own = PARAMETERS[intent].find((parameter) => simplify(parameter) === simplify(written));
  if (own !== undefined) return own;
  const key = simplify(written);
  const meant = PARAMETERS[intent].find((parameter) =>
    (PARAMETER_ALIASES[parameter] ?? '').split(' ').includes(key),
  );
  return meant ?? key;
}

function simplify(name: string): string {
  return name.replace(/[_\s-]/g, '').toLowerCase();
}

/** Where “scroll(down)” goes. */
const SCROLL_DIRECTION = /^\s*(?:up|down|left|right)\s*$/i;

/** Arguments by the parameter they are for, and those that are for none. */
export interface NamedArguments {
  byParameter: Map<string, CallArgument>;
  /** A word that cannot be an argument: most likely the call is prose, as in “click (here)”. */
  unclearWord: string | null;
  /** Names that were read as another, as `“id” read as uid`. */
  notes: string[];
}

/**
 * Gives each argument its parameter. Of arguments without a name, what `isUid` knows is the uid;
 * otherwise they come in our order for our names, and element first for those of other vocabularies.
 */
export function nameArguments(
  name: CallName,
  args: readonly CallArgument[],
  isUid: (value: string) => boolean = () => false,
): NamedArguments {
  const { intent } = name;
  const of = new Map<string, CallArgument>();
  const renamed = new Map<string, string>();
  for (const [parameter, value] of Object.entries(name.preset)) {
    of.set(parameter, { key: parameter, value, quoted: true });
  }
  const exact = args.filter(({ key }) => key !== null && PARAMETERS[intent].includes(key));
  for (const arg of [...args.filter((each) => !exact.includes(each)), ...exact]) {
    if (arg.key === null) continue;
    const parameter = resolveParameter(intent, arg.key);
    of.set(parameter, arg);
    const isOther = parameter !== arg.key && PARAMETERS[intent].includes(parameter);
    if (isOther) renamed.set(parameter, `“${arg.key}” read as ${parameter}`);
    else renamed.delete(parameter);
  }
  const bare = args.filter((arg) => arg.key === null);
  const free = PARAMETERS[intent].filter((parameter) => !of.has(parameter));
  const known = bare.filter(({ value }) => isUid(value));
  const [uid] = known;
  let rest = bare;
  if (known.length === 1 && uid && free.includes('uid')) {
    of.set('uid', uid);
    rest = bare.filter((arg) => arg !== uid);
    free.splice(free.indexOf('uid'), 1);
  } else if (!name.isOwn && bare.length > 1 && free.includes('uid')) {
    free.splice(free.indexOf('uid'), 1);
    free.unshift('uid');
  }
  if (intent === 'plan' && rest.length > 1 && rest.every(({ quoted }) => quoted)) {
    of.set('hops', { key: 'hops', value: '', quoted: true, list: rest.map(({ value }) => value) });
    rest = [];
  }
  if (intent === 'say' && rest.length === 1) free.splice(0, free.length, 'utterance');
  const [way] = rest;
  if (intent === 'scroll' && rest.length === 1 && way && SCROLL_DIRECTION.test(way.value)) {
    of.set('direction', way);
    rest = [];
  }
  let unclear: string | null = null;
  rest.forEach((arg, index) => {
    const parameter = free[index];
    // Prose such as "click (here)" looks like a call: a bare word is no uid, text or key.
    const plausible =
      arg.quoted || parameter === 'url' || /^[\w.:-]*[\d-][\w.:-]*$/.test(arg.value);
    if (plausible && parameter !== undefined) of.set(parameter, arg);
    else if (!plausible || PARAMETERS[intent].length === 0) unclear ??= arg.value;
  });
  return { byParameter: of, unclearWord: unclear, notes: [...renamed.values()] };
}
