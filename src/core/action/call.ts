import type { Action, Intent } from './action.ts';
import { DIALOG_KINDS } from './action.ts';
import { readArguments } from './call-arguments.ts';
import type { CallArgument } from './call-arguments.ts';
import { ARGUMENT_ALIASES, CALL_NAMES, PARAMETERS, findIntent } from './call-names.ts';

/**
 * Actions as call strings, WebLINX's text form with its argument names (paper, appendix B.5):
 * `text_input(text="walnut lamp", uid="…")`. Unlike WebLINX's printer, quotes and backslashes
 * inside strings are escaped, so that a printed call reads back as the same action.
 */

/** `reason` is written for the model that made the call: it goes into the re-ask. */
export type ParsedCall = { ok: true; action: Action } | { ok: false; reason: string };

/** Prints an action as a call; `parseCall` reads it back unchanged (`-0` becomes `0`). */
export function printCall(action: Action): string {
  return `${CALL_NAMES[action.intent]}(${listArguments(action)
    .map(([key, value]) => `${key}=${typeof value === 'number' ? String(value) : quote(value)}`)
    .join(', ')})`;
}

/**
 * Reads one call: exactly, or else the first readable one within prose, code fences or after
 * thinking tags, with smart quotes and unescaped inner quotes tolerated. Never throws; never makes
 * up an argument. A uid is taken as written: whether it exists is for the caller to check.
 */
export function parseCall(text: string): ParsedCall {
  const { actions, reason } = parseCalls(text);
  const [action] = actions;
  return action ? { ok: true, action } : { ok: false, reason };
}

/** Every readable call in order; `reason` says why there is none, or is empty. */
export function parseCalls(text: string): { actions: Action[]; reason: string } {
  const trimmed = text.trim();
  const exact = readCallAt(trimmed, 0);
  if (exact?.ok && exact.end === trimmed.length) return { actions: [exact.action], reason: '' };
  const spoken = stripThinking(trimmed);
  const found = findCalls(spoken);
  // A call quoted inside JSON or a string keeps that string's backslashes.
  if (found.actions.length > 0 || !spoken.includes('\\"')) return found;
  return findCalls(spoken.replaceAll('\\"', '"'));
}

function findCalls(text: string): { actions: Action[]; reason: string } {
  const actions: Action[] = [];
  let reason = 'There is no call such as click(uid="…") in it.';
  const names = /[A-Za-z_]+(?=\s*\()/g;
  for (let name = names.exec(text); name; name = names.exec(text)) {
    const call = readCallAt(text, name.index);
    if (!call) continue;
    if (call.ok) {
      actions.push(call.action);
      names.lastIndex = call.end;
    } else {
      reason = call.reason;
    }
  }
  return { actions, reason: actions.length > 0 ? '' : reason };
}

type CallAt = { ok: true; action: Action; end: number } | { ok: false; reason: string };

/** null when no known call name stands at `start`. */
function readCallAt(text: string, start: number): CallAt | null {
  const head = /([A-Za-z_]+)\s*\(/y;
  head.lastIndex = start;
  const match = head.exec(text);
  const intent = findIntent(match?.[1] ?? '');
  if (!match || !intent) return null;
  const read = readArguments(text, head.lastIndex);
  if (!read.ok) return { ok: false, reason: `${CALL_NAMES[intent]}: ${read.reason}` };
  const built = buildAction(intent, nameArguments(intent, read.args));
  return typeof built === 'string'
    ? { ok: false, reason: `${CALL_NAMES[intent]}: ${built}` }
    : { ok: true, action: built, end: read.end };
}

/** A map from parameter to value; arguments that have no parameter are left under their own name. */
function nameArguments(intent: Intent, args: readonly CallArgument[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const { key, value } of args) {
    if (key === null) continue;
    const name = key.toLowerCase();
    const isOwn = PARAMETERS[intent].includes(name);
    named.set(isOwn ? name : (ARGUMENT_ALIASES[name] ?? name), value);
  }
  const positional = args.filter((arg) => arg.key === null);
  const free = PARAMETERS[intent].filter((parameter) => !named.has(parameter));
  if (intent === 'say' && positional.length === 1) free.splice(0, free.length, 'utterance');
  positional.forEach(({ value, quoted }, index) => {
    const parameter = free[index] ?? `argument ${String(index + 1)}`;
    // Prose such as "click (here)" looks like a call: a bare word is no uid, text or key.
    const plausible = quoted || parameter === 'url' || /^[\w.:-]*[\d-][\w.:-]*$/.test(value);
    if (plausible) named.set(parameter, value);
    else named.set('unclear', value);
  });
  return named;
}

/** The action, or why the arguments do not make one. */
function buildAction(intent: Intent, args: Map<string, string>): Action | string {
  const unclear = args.get('unclear');
  if (unclear !== undefined) return `“${unclear}” is not an argument; write name="value".`;
  const text = (name: string) => args.get(name);
  const number = (name: string) => {
    const value = args.get(name)?.trim();
    return value === undefined || value === '' ? Number.NaN : Number(value);
  };
  const uid = readUid(text('uid'));
  if (uid !== null && !isUidLike(uid)) return `“${uid}” is not a uid.`;

  switch (intent) {
    case 'say': {
      const utterance = text('utterance');
      const speaker = (text('speaker') ?? 'navigator').trim().toLowerCase();
      if (utterance === undefined) return 'utterance is missing.';
      if (speaker !== 'navigator' && speaker !== 'instructor')
        return 'speaker must be "navigator".';
      return { intent, speaker, utterance };
    }
    case 'click':
    case 'hover':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
      return uid === null ? 'uid is missing.' : { intent, uid };
    case 'textInput': {
      const value = text('text') ?? text('value');
      if (value === undefined) return 'text is missing.';
      return uid === null ? 'uid is missing.' : { intent, uid, text: value };
    }
    case 'change': {
      const value = text('value') ?? text('text');
      if (value === undefined) return 'value is missing.';
      return uid === null ? 'uid is missing.' : { intent, uid, value };
    }
    case 'load': {
      const url = text('url')?.trim();
      return url ? { intent, url } : 'url is missing.';
    }
    case 'scroll': {
      const [x, y] = [number('x'), number('y')];
      return Number.isFinite(x) && Number.isFinite(y)
        ? { intent, x, y, uid }
        : 'x and y must be numbers.';
    }
    case 'copy':
    case 'paste':
      return { intent, text: text('text') ?? '', uid };
    case 'tabcreate':
    case 'tabremove': {
      const tabId = number('target');
      return Number.isInteger(tabId) ? { intent, tabId } : 'target must be a tab number.';
    }
    case 'tabswitch': {
      const [fromTabId, tabId] = [number('origin'), number('target')];
      return Number.isInteger(fromTabId) && Number.isInteger(tabId)
        ? { intent, tabId, fromTabId }
        : 'origin and target must be tab numbers.';
    }
    case 'press': {
      const key = text('key');
      return key ? { intent, uid, key } : 'key is missing.';
    }
    case 'back':
    case 'forward':
      return args.size === 0 ? { intent } : 'it takes no arguments.';
    case 'drag': {
      const [x, y, toUid] = [number('x'), number('y'), readUid(text('to_uid'))];
      if (uid === null) return 'uid is missing.';
      if (toUid !== null && !isUidLike(toUid)) return `“${toUid}” is not a uid.`;
      return Number.isFinite(x) && Number.isFinite(y)
        ? { intent, uid, toUid, x, y }
        : 'x and y must be numbers.';
    }
    case 'dialog': {
      const kind = DIALOG_KINDS.find((known) => known === text('kind')?.trim());
      if (!kind) return `kind must be one of ${DIALOG_KINDS.join(', ')}.`;
      return { intent, kind, message: text('message') ?? '', answer: text('answer') ?? null };
    }
  }
}

function readUid(written: string | undefined): string | null {
  const uid = written?.trim();
  return uid === undefined || /^(?:none|null|)$/i.test(uid) ? null : uid;
}

function isUidLike(uid: string): boolean {
  return !/[\s"'()]/.test(uid);
}

function listArguments(action: Action): [string, string | number][] {
  const uid: [string, string][] =
    'uid' in action && action.uid !== null ? [['uid', action.uid]] : [];
  switch (action.intent) {
    case 'say':
      return [
        ['speaker', action.speaker],
        ['utterance', action.utterance],
      ];
    case 'click':
    case 'hover':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
      return uid;
    case 'textInput':
    case 'copy':
    case 'paste':
      return [['text', action.text], ...uid];
    case 'change':
      return [['value', action.value], ...uid];
    case 'load':
      return [['url', action.url]];
    case 'scroll':
      return [['x', action.x], ['y', action.y], ...uid];
    case 'tabcreate':
    case 'tabremove':
      return [['target', action.tabId]];
    case 'tabswitch':
      return [
        ['origin', action.fromTabId],
        ['target', action.tabId],
      ];
    case 'press':
      return [['key', action.key], ...uid];
    case 'back':
    case 'forward':
      return [];
    case 'drag': {
      const to: [string, string][] = action.toUid === null ? [] : [['to_uid', action.toUid]];
      return [...uid, ...to, ['x', action.x], ['y', action.y]];
    }
    case 'dialog': {
      const answer: [string, string][] = action.answer === null ? [] : [['answer', action.answer]];
      return [['kind', action.kind], ['message', action.message], ...answer];
    }
  }
}

function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** Without what a reasoning model thought aloud, even where only the closing tag was kept. */
function stripThinking(text: string): string {
  const closed = text.replace(/<(think|thinking|thought)>[\s\S]*?<\/\1>/gi, ' ');
  return closed.replace(/^[\s\S]*<\/(?:think|thinking|thought)>/i, ' ').trim();
}
