import type { CallIntent } from './action.ts';
import { ACTIONS, getDefinition } from './action.ts';
import type { CallArgument } from './call-arguments.ts';

const INTENTS = Object.keys(ACTIONS) as CallIntent[];

/** Names that imply an argument. */
const PRESETS: Record<string, { intent: CallIntent; preset: Record<string, string> }> = {
  check: { intent: 'change', preset: { value: 'true' } },
  uncheck: { intent: 'change', preset: { value: 'false' } },
  clear: { intent: 'textInput', preset: { text: '' } },
  scrolldown: { intent: 'scroll', preset: { direction: 'down' } },
  scrollup: { intent: 'scroll', preset: { direction: 'up' } },
  pressenter: { intent: 'press', preset: { key: 'Enter' } },
};

const OWN_NAMES = new Map(
  INTENTS.map((intent) => [simplify(getDefinition(intent).call), intent] as const),
);
const OTHER_NAMES = new Map(
  INTENTS.flatMap((intent) =>
    (getDefinition(intent).aliases?.split(' ') ?? []).map((name) => [name, intent] as const),
  ),
);

interface CallName {
  intent: CallIntent;
  /** Other vocabularies name the element first. */
  isOwn: boolean;
  preset: Readonly<Record<string, string>>;
}

/** Reads a name in any case, also after `page.`, `functions.`, `browser_`. */
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

export function listParameters(intent: CallIntent): string[] {
  return Object.values(getDefinition(intent).arguments).map(({ name }) => name);
}

/** Other names of parameters, in lower case without dashes and underscores. */
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

/** Returns the parameter that a written key means, or the key itself. */
function resolveParameter(parameters: readonly string[], written: string): string {
  const own = parameters.find((parameter) => simplify(parameter) === simplify(written));
  if (own !== undefined) return own;
  const key = simplify(written);
  const meant = parameters.find((parameter) =>
    (PARAMETER_ALIASES[parameter] ?? '').split(' ').includes(key),
  );
  return meant ?? key;
}

function simplify(name: string): string {
  return name.replace(/[_\s-]/g, '').toLowerCase();
}

const SCROLL_DIRECTION = /^\s*(?:up|down|left|right)\s*$/i;

export interface NamedArguments {
  byParameter: Map<string, CallArgument>;
  /** A word that can't be an argument: the call is probably prose, as in “click (here)”. */
  unclearWord: string | null;
  /** Such as `“id” read as uid`. */
  notes: string[];
}

/**
 * Assigns arguments to parameters. Arguments without names: one that `isUid` accepts is the uid; others follow our
 * order for our names, and start with the element for other vocabularies.
 */
export function nameArguments(
  name: CallName,
  args: readonly CallArgument[],
  isUid: (value: string) => boolean = () => false,
): NamedArguments {
  const { intent } = name;
  const parameters = listParameters(intent);
  const of = new Map<string, CallArgument>();
  const renamed = new Map<string, string>();
  for (const [parameter, value] of Object.entries(name.preset)) {
    of.set(parameter, { key: parameter, value, quoted: true });
  }
  const exact = args.filter(({ key }) => key !== null && parameters.includes(key));
  for (const arg of [...args.filter((each) => !exact.includes(each)), ...exact]) {
    if (arg.key === null) continue;
    const parameter = resolveParameter(parameters, arg.key);
    of.set(parameter, arg);
    const isOther = parameter !== arg.key && parameters.includes(parameter);
    if (isOther) renamed.set(parameter, `“${arg.key}” read as ${parameter}`);
    else renamed.delete(parameter);
  }
  const bare = args.filter((arg) => arg.key === null);
  const free = parameters.filter((parameter) => !of.has(parameter));
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
    // Prose such as "click (here)" looks like a call; a bare word isn't a uid, text or key.
    const plausible =
      arg.quoted || parameter === 'url' || /^[\w.:-]*[\d-][\w.:-]*$/.test(arg.value);
    if (plausible && parameter !== undefined) of.set(parameter, arg);
    else if (!plausible || parameters.length === 0) unclear ??= arg.value;
  });
  return { byParameter: of, unclearWord: unclear, notes: [...renamed.values()] };
}
