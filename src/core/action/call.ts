import type { Call } from './action.ts';
import { DIALOG_KINDS } from './action.ts';
import { readArguments } from './call-arguments.ts';
import type { CallIntent, NamedArguments } from './call-names.ts';
import { CALL_NAMES, nameArguments, parseCallName } from './call-names.ts';

/**
 * Actions as call strings, WebLINX's text form with its argument names (paper, appendix B.5):
 * `text_input(text="walnut lamp", uid="…")`. Unlike WebLINX's printer, quotes and backslashes
 * inside strings are escaped, so that a printed call reads back as the same action.
 */

/** Prints an action as a call; `parseCall` reads it back unchanged (`-0` becomes `0`). */
export function printCall(call: Call): string {
  return `${CALL_NAMES[call.intent]}(${listArguments(call)
    .map(([key, value]) => `${key}=${printValue(value)}`)
    .join(', ')})`;
}

/** `reason` is written for the model that made the call. */
export type ParsedCall = { ok: true; call: Call } | { ok: false; reason: string };

/**
 * Reads a text that is one call, and nothing else. Never throws; never makes up an argument. A uid is
 * taken as written: whether it exists is for the caller to check.
 */
export function parseCall(text: string): ParsedCall {
  const head = /^\s*([A-Za-z_]+)\(/.exec(text);
  const name = parseCallName(head?.[1] ?? '');
  if (!head || !name)
    return { ok: false, reason: 'There is no call such as click(uid="…") in it.' };
  const { args, end } = readArguments(text, head[0].length);
  if (text.slice(end).trim() !== '') return { ok: false, reason: 'There is more than one call.' };
  const built = buildCall(name.intent, nameArguments(name, args));
  if (built.ok) return { ok: true, call: built.call };
  return { ok: false, reason: `${CALL_NAMES[name.intent]}: ${built.reason}` };
}

type PrintedValue = string | number | readonly string[];

function listArguments(call: Call): [string, PrintedValue][] {
  const uid: [string, PrintedValue][] =
    'uid' in call && call.uid !== null ? [['uid', call.uid]] : [];
  switch (call.intent) {
    case 'say':
      return [
        ['speaker', call.speaker],
        ['utterance', call.utterance],
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
      return [['text', call.text], ...uid];
    case 'change':
      return [['value', call.value], ...uid];
    case 'load':
      return [['url', call.url]];
    case 'scroll':
      return [['x', call.x], ['y', call.y], ...uid];
    case 'tabcreate':
    case 'tabremove':
      return [['target', call.tabId]];
    case 'tabswitch':
      return [
        ['origin', call.fromTabId],
        ['target', call.tabId],
      ];
    case 'press':
      return [['key', call.key], ...uid];
    case 'back':
    case 'forward':
      return [];
    case 'drag':
      return [...uid, ...listOptional('to_uid', call.toUid), ['x', call.x], ['y', call.y]];
    case 'dialog':
      return [
        ['kind', call.kind],
        ['message', call.message],
        ...listOptional('answer', call.answer),
      ];
    case 'ask':
      return [['utterance', call.utterance]];
    case 'done':
      return listOptional('utterance', call.utterance);
    case 'infeasible':
      return [['reason', call.reason]];
    case 'wait':
      return listOptional('seconds', call.seconds);
    case 'upload':
      return [...uid, ['files', call.files]];
    case 'plan':
      return [['hops', call.hops]];
    case 'hopDone':
      return [
        ['hop', call.hop],
        ['evidence', call.evidence],
      ];
  }
}

function listOptional(key: string, value: PrintedValue | null): [string, PrintedValue][] {
  return value === null ? [] : [[key, value]];
}

function printValue(value: PrintedValue): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? quote(value) : `[${value.map(quote).join(', ')}]`;
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

/** `notes` names what was filled in. `reason` is written for the model: it goes into the re-ask. */
export type BuiltCall = { ok: true; call: Call; notes: string[] } | { ok: false; reason: string };

/** How far “scroll down” goes, in CSS px: most of a window. */
const SCROLL_STEP_PX = 600;

/** Makes a call of named arguments, or says why they make none. Extra arguments are left out. */
export function buildCall(
  intent: CallIntent,
  { byParameter: of, unclearWord: unclear }: NamedArguments,
): BuiltCall {
  if (unclear !== null) return refuseCall(`“${unclear}” is not an argument; write name="value".`);
  const cut = [...of.values()].some((arg) => arg.cut) && !SPEAKING_INTENTS.has(intent);
  if (cut) return refuseCall('a string in it does not end.');
  const text = (name: string) => of.get(name)?.value;
  const uid = parseUid(text('uid'));
  if (uid !== null && !isUidLike(uid)) return refuseCall(`“${uid}” is not a uid.`);
  const toUid = parseUid(text('to_uid'));
  if (toUid !== null && !isUidLike(toUid)) return refuseCall(`“${toUid}” is not a uid.`);

  switch (intent) {
    case 'say': {
      const utterance = text('utterance');
      const speaker = (text('speaker') ?? 'navigator').trim().toLowerCase();
      if (utterance === undefined) return refuseCall('utterance is missing.');
      return speaker === 'navigator' || speaker === 'instructor'
        ? acceptCall({ intent, speaker, utterance })
        : refuseCall('speaker must be "navigator".');
    }
    case 'click':
    case 'hover':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
      return uid === null ? refuseCall(NO_UID) : acceptCall({ intent, uid });
    case 'textInput': {
      const value = text('text');
      if (value === undefined) return refuseCall('text is missing.');
      return uid === null ? refuseCall(NO_UID) : acceptCall({ intent, uid, text: value });
    }
    case 'change': {
      const value = text('value');
      if (value === undefined) return refuseCall('value is missing.');
      return uid === null ? refuseCall(NO_UID) : acceptCall({ intent, uid, value });
    }
    case 'load': {
      const url = text('url')?.trim();
      return url ? acceptCall({ intent, url }) : refuseCall('url is missing.');
    }
    case 'scroll':
      return buildScroll(of, uid);
    case 'copy':
    case 'paste':
      return acceptCall({ intent, text: text('text') ?? '', uid });
    case 'tabcreate':
    case 'tabremove': {
      const tabId = parseNumber(text('target'));
      return Number.isInteger(tabId)
        ? acceptCall({ intent, tabId })
        : refuseCall('target must be a tab number.');
    }
    case 'tabswitch': {
      const [fromTabId, tabId] = [parseNumber(text('origin')), parseNumber(text('target'))];
      return Number.isInteger(fromTabId) && Number.isInteger(tabId)
        ? acceptCall({ intent, tabId, fromTabId })
        : refuseCall('origin and target must be tab numbers.');
    }
    case 'press': {
      // Keys that are pressed together.
      const key = of.get('key')?.list?.join('+') ?? text('key');
      return key ? acceptCall({ intent, uid, key }) : refuseCall('key is missing.');
    }
    case 'back':
    case 'forward':
      return acceptCall({ intent });
    case 'drag': {
      const [x, y] = [parseNumber(text('x')), parseNumber(text('y'))];
      if (uid === null) return refuseCall(NO_UID);
      return Number.isFinite(x) && Number.isFinite(y)
        ? acceptCall({ intent, uid, toUid, x, y })
        : refuseCall('x and y must be numbers.');
    }
    case 'dialog': {
      const kind = DIALOG_KINDS.find((known) => known === text('kind')?.trim());
      if (!kind) return refuseCall(`kind must be one of ${DIALOG_KINDS.join(', ')}.`);
      const answer = text('answer') ?? null;
      return acceptCall({ intent, kind, message: text('message') ?? '', answer });
    }
    case 'ask': {
      const utterance = text('utterance');
      return utterance ? acceptCall({ intent, utterance }) : refuseCall('utterance is missing.');
    }
    case 'done': {
      const utterance = text('utterance') ?? null;
      const failed = /^false$/i.test(text('success')?.trim() ?? '');
      if (!failed) return acceptCall({ intent, utterance });
      return acceptCall({ intent: 'infeasible', reason: utterance ?? '' });
    }
    case 'infeasible':
      return acceptCall({ intent, reason: text('reason') ?? '' });
    case 'wait':
      return buildWait(of);
    case 'upload': {
      const files = of.get('files');
      if (uid === null) return refuseCall(NO_UID);
      if (!files) return refuseCall('files is missing.');
      return acceptCall({ intent, uid, files: [...(files.list ?? [files.value])] });
    }
    case 'plan': {
      const hops = of.get('hops');
      if (!hops) return refuseCall('hops is missing; write hops=["…", "…"].');
      return acceptCall({ intent, hops: [...(hops.list ?? splitLines(hops.value))] });
    }
    case 'hopDone': {
      const evidence = of.get('evidence')?.list?.[0] ?? text('evidence');
      if (evidence === undefined)
        return refuseCall('evidence is missing: quote what the page shows.');
      return acceptCall({ intent, hop: text('hop') ?? '', evidence });
    }
  }
}

const NO_UID = 'uid is missing.';
/** A sentence that was cut off still says something; a text to type does not. */
const SPEAKING_INTENTS = new Set<CallIntent>(['say', 'ask', 'done', 'infeasible']);

function acceptCall(call: Call, notes: string[] = []): BuiltCall {
  return { ok: true, call, notes };
}

function refuseCall(reason: string): BuiltCall {
  return { ok: false, reason };
}

function buildScroll(of: NamedArguments['byParameter'], uid: string | null): BuiltCall {
  const direction = /^(?:page_?)?(up|down|left|right)$/i.exec(
    (of.get('direction')?.value ?? of.get('x')?.value ?? '').trim(),
  )?.[1];
  const [x, y] = [parseNumber(of.get('x')?.value), parseNumber(of.get('y')?.value)];
  if (direction !== undefined) {
    const way = direction.toLowerCase();
    const amount = Number.isFinite(y) && y !== 0 ? Math.abs(y) : SCROLL_STEP_PX;
    const signed = way === 'up' || way === 'left' ? -amount : amount;
    const upright = way === 'up' || way === 'down';
    const note = `“${way}” taken for ${String(amount)} px`;
    return acceptCall({ intent: 'scroll', x: upright ? 0 : signed, y: upright ? signed : 0, uid }, [
      note,
    ]);
  }
  if (Number.isFinite(y) && !of.has('x')) {
    return acceptCall({ intent: 'scroll', x: 0, y, uid }, ['x taken for 0']);
  }
  return Number.isFinite(x) && Number.isFinite(y)
    ? acceptCall({ intent: 'scroll', x, y, uid })
    : refuseCall('x and y must be numbers.');
}

/** Nobody waits that many seconds: it must be milliseconds. */
const MILLISECONDS_FROM = 100;

function buildWait(of: NamedArguments['byParameter']): BuiltCall {
  const [name] = ['ms', 'milliseconds', 'millis', 'timems'].filter((each) => of.has(each));
  const written = (of.get(name ?? 'seconds')?.value ?? '').trim().toLowerCase();
  const value = parseNumber(written.replace(/\s*(?:ms|milliseconds?|s|secs?|seconds?)$/, ''));
  if (written === '' || /^(?:none|null)$/.test(written)) {
    return acceptCall({ intent: 'wait', seconds: null });
  }
  if (!Number.isFinite(value) || value < 0) return refuseCall('seconds must be a number.');
  const inMilliseconds =
    name !== undefined || /m(?:s|illi\w*)$/.test(written) || value >= MILLISECONDS_FROM;
  return acceptCall(
    { intent: 'wait', seconds: inMilliseconds ? value / 1000 : value },
    inMilliseconds ? ['milliseconds turned into seconds'] : [],
  );
}

/** A list that was written as one text: a line for each, with or without a number before it. */
function splitLines(written: string): string[] {
  const lines = written
    .split(/\n|;\s/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, ''));
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function parseNumber(written: string | undefined): number {
  const value = written?.trim().replace(/px$/i, '');
  return value === undefined || value === '' ? Number.NaN : Number(value);
}

function parseUid(written: string | undefined): string | null {
  const uid = written?.trim();
  return uid === undefined || /^(?:none|null|)$/i.test(uid) ? null : uid;
}

function isUidLike(uid: string): boolean {
  return !/[\s"'()]/.test(uid);
}
