import type { CallArgument } from './call-arguments.ts';
import type { CallName } from './call-names.ts';
import { PARAMETERS, readParameter } from './call-names.ts';

/** Where “scroll(down)” goes. */
const DIRECTION = /^\s*(?:up|down|left|right)\s*$/i;

/** Arguments by the parameter they are for, and those that are for none. */
export interface NamedArguments {
  of: Map<string, CallArgument>;
  /** A word that cannot be an argument: most likely the call is prose, as in “click (here)”. */
  unclear: string | null;
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
    const parameter = readParameter(intent, arg.key);
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
  } else if (!name.own && bare.length > 1 && free.includes('uid')) {
    free.splice(free.indexOf('uid'), 1);
    free.unshift('uid');
  }
  if (intent === 'plan' && rest.length > 1 && rest.every(({ quoted }) => quoted)) {
    of.set('hops', { key: 'hops', value: '', quoted: true, list: rest.map(({ value }) => value) });
    rest = [];
  }
  if (intent === 'say' && rest.length === 1) free.splice(0, free.length, 'utterance');
  const [way] = rest;
  if (intent === 'scroll' && rest.length === 1 && way && DIRECTION.test(way.value)) {
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
  return { of, unclear, notes: [...renamed.values()] };
}
