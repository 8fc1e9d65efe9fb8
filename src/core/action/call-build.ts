import type { Call } from './action.ts';
import { DIALOG_KINDS } from './action.ts';
import type { NamedArguments } from './call-named.ts';
import type { CallIntent } from './call-names.ts';

/** `notes` names what was filled in. `reason` is written for the model: it goes into the re-ask. */
export type BuiltCall = { ok: true; call: Call; notes: string[] } | { ok: false; reason: string };

/** How far “scroll down” goes, in CSS px: most of a window. */
const PAGE_PX = 600;

/** Makes a call of named arguments, or says why they make none. Extra arguments are left out. */
export function buildCall(intent: CallIntent, { of, unclear }: NamedArguments): BuiltCall {
  if (unclear !== null) return refuse(`“${unclear}” is not an argument; write name="value".`);
  const cut = [...of.values()].some((arg) => arg.cut) && !SPOKEN.has(intent);
  if (cut) return refuse('a string in it does not end.');
  const text = (name: string) => of.get(name)?.value;
  const uid = readUid(text('uid'));
  if (uid !== null && !isUidLike(uid)) return refuse(`“${uid}” is not a uid.`);
  const toUid = readUid(text('to_uid'));
  if (toUid !== null && !isUidLike(toUid)) return refuse(`“${toUid}” is not a uid.`);

  switch (intent) {
    case 'say': {
      const utterance = text('utterance');
      const speaker = (text('speaker') ?? 'navigator').trim().toLowerCase();
      if (utterance === undefined) return refuse('utterance is missing.');
      return speaker === 'navigator' || speaker === 'instructor'
        ? accept({ intent, speaker, utterance })
        : refuse('speaker must be "navigator".');
    }
    case 'click':
    case 'hover':
    case 'submit':
    case 'doubleClick':
    case 'rightClick':
      return uid === null ? refuse(NO_UID) : accept({ intent, uid });
    case 'textInput': {
      const value = text('text');
      if (value === undefined) return refuse('text is missing.');
      return uid === null ? refuse(NO_UID) : accept({ intent, uid, text: value });
    }
    case 'change': {
      const value = text('value');
      if (value === undefined) return refuse('value is missing.');
      return uid === null ? refuse(NO_UID) : accept({ intent, uid, value });
    }
    case 'load': {
      const url = text('url')?.trim();
      return url ? accept({ intent, url }) : refuse('url is missing.');
    }
    case 'scroll':
      return buildScroll(of, uid);
    case 'copy':
    case 'paste':
      return accept({ intent, text: text('text') ?? '', uid });
    case 'tabcreate':
    case 'tabremove': {
      const tabId = readNumber(text('target'));
      return Number.isInteger(tabId)
        ? accept({ intent, tabId })
        : refuse('target must be a tab number.');
    }
    case 'tabswitch': {
      const [fromTabId, tabId] = [readNumber(text('origin')), readNumber(text('target'))];
      return Number.isInteger(fromTabId) && Number.isInteger(tabId)
        ? accept({ intent, tabId, fromTabId })
        : refuse('origin and target must be tab numbers.');
    }
    case 'press': {
      // Keys that are pressed together.
      const key = of.get('key')?.list?.join('+') ?? text('key');
      return key ? accept({ intent, uid, key }) : refuse('key is missing.');
    }
    case 'back':
    case 'forward':
      return accept({ intent });
    case 'drag': {
      const [x, y] = [readNumber(text('x')), readNumber(text('y'))];
      if (uid === null) return refuse(NO_UID);
      return Number.isFinite(x) && Number.isFinite(y)
        ? accept({ intent, uid, toUid, x, y })
        : refuse('x and y must be numbers.');
    }
    case 'dialog': {
      const kind = DIALOG_KINDS.find((known) => known === text('kind')?.trim());
      if (!kind) return refuse(`kind must be one of ${DIALOG_KINDS.join(', ')}.`);
      const answer = text('answer') ?? null;
      return accept({ intent, kind, message: text('message') ?? '', answer });
    }
    case 'ask': {
      const utterance = text('utterance');
      return utterance ? accept({ intent, utterance }) : refuse('utterance is missing.');
    }
    case 'done': {
      const utterance = text('utterance') ?? null;
      const failed = /^false$/i.test(text('success')?.trim() ?? '');
      if (!failed) return accept({ intent, utterance });
      return accept({ intent: 'infeasible', reason: utterance ?? '' });
    }
    case 'infeasible':
      return accept({ intent, reason: text('reason') ?? '' });
    case 'wait':
      return buildWait(of);
    case 'upload': {
      const files = of.get('files');
      if (uid === null) return refuse(NO_UID);
      if (!files) return refuse('files is missing.');
      return accept({ intent, uid, files: [...(files.list ?? [files.value])] });
    }
    case 'plan': {
      const hops = of.get('hops');
      if (!hops) return refuse('hops is missing; write hops=["…", "…"].');
      return accept({ intent, hops: [...(hops.list ?? splitLines(hops.value))] });
    }
    case 'hopDone': {
      const evidence = of.get('evidence')?.list?.[0] ?? text('evidence');
      if (evidence === undefined) return refuse('evidence is missing: quote what the page shows.');
      return accept({ intent, hop: text('hop') ?? '', evidence });
    }
  }
}

const NO_UID = 'uid is missing.';
/** A sentence that was cut off still says something; a text to type does not. */
const SPOKEN = new Set<CallIntent>(['say', 'ask', 'done', 'infeasible']);

function accept(call: Call, notes: string[] = []): BuiltCall {
  return { ok: true, call, notes };
}

function refuse(reason: string): BuiltCall {
  return { ok: false, reason };
}

function buildScroll(of: NamedArguments['of'], uid: string | null): BuiltCall {
  const direction = /^(?:page_?)?(up|down|left|right)$/i.exec(
    (of.get('direction')?.value ?? of.get('x')?.value ?? '').trim(),
  )?.[1];
  const [x, y] = [readNumber(of.get('x')?.value), readNumber(of.get('y')?.value)];
  if (direction !== undefined) {
    const way = direction.toLowerCase();
    const amount = Number.isFinite(y) && y !== 0 ? Math.abs(y) : PAGE_PX;
    const signed = way === 'up' || way === 'left' ? -amount : amount;
    const upright = way === 'up' || way === 'down';
    const note = `“${way}” taken for ${String(amount)} px`;
    return accept({ intent: 'scroll', x: upright ? 0 : signed, y: upright ? signed : 0, uid }, [
      note,
    ]);
  }
  if (Number.isFinite(y) && !of.has('x')) {
    return accept({ intent: 'scroll', x: 0, y, uid }, ['x taken for 0']);
  }
  return Number.isFinite(x) && Number.isFinite(y)
    ? accept({ intent: 'scroll', x, y, uid })
    : refuse('x and y must be numbers.');
}

/** Nobody waits that many seconds: it must be milliseconds. */
const LIKELY_MS = 100;

function buildWait(of: NamedArguments['of']): BuiltCall {
  const [name] = ['ms', 'milliseconds', 'millis', 'timems'].filter((each) => of.has(each));
  const written = (of.get(name ?? 'seconds')?.value ?? '').trim().toLowerCase();
  const value = readNumber(written.replace(/\s*(?:ms|milliseconds?|s|secs?|seconds?)$/, ''));
  if (written === '' || /^(?:none|null)$/.test(written)) {
    return accept({ intent: 'wait', seconds: null });
  }
  if (!Number.isFinite(value) || value < 0) return refuse('seconds must be a number.');
  const inMilliseconds =
    name !== undefined || /m(?:s|illi\w*)$/.test(written) || value >= LIKELY_MS;
  return accept(
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

function readNumber(written: string | undefined): number {
  const value = written?.trim().replace(/px$/i, '');
  return value === undefined || value === '' ? Number.NaN : Number(value);
}

function readUid(written: string | undefined): string | null {
  const uid = written?.trim();
  return uid === undefined || /^(?:none|null|)$/i.test(uid) ? null : uid;
}

function isUidLike(uid: string): boolean {
  return !/[\s"'()]/.test(uid);
}
