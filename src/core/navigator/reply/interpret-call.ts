import type { Call, CallIntent } from '../../action/action.ts';
import { getDefinition, isIntent } from '../../action/action.ts';
import { nameArguments, parseCallName } from '../../action/call-names.ts';
import { buildCall } from '../../action/call.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { BRACKETS } from './find-calls.ts';
import type { WrittenCall } from './written-calls.ts';

export type Interpreted =
  | { ok: true; call: Call; target: Candidate | null; notes: string[]; near: boolean }
  /** `prose`: probably words with a parenthesis after them. */
  | { ok: false; reason: string; prose: boolean };

const UNLISTED = 'is not in the list of elements.';

/** Whether a reply names an element that was not shown. */
export function isUnlisted(reason: string): boolean {
  return reason.endsWith(UNLISTED);
}

/** Whether an action is recorded, but the copilot can't perform it. */
function isRecordedOnly(intent: CallIntent): boolean {
  return isIntent(intent) && intent !== 'say' && getDefinition(intent).performedBy === null;
}

export interface InterpretOptions {
  shown: readonly Candidate[];
  numbered: boolean;
  /** An element may be named by its name instead of its uid. */
  byName: boolean;
}

/** Whether a call is about the list of hops and does nothing on a page. */
export function isHopCall({ name }: WrittenCall): boolean {
  const intent = parseCallName(name)?.intent;
  return intent === 'plan' || intent === 'hopDone';
}

const NOT_A_CALL = 'it stands in a sentence and has no named or quoted arguments.';

/** Whether what stands in a sentence is surely a call, unlike “the answer (42)” or “open [1]”. */
function isPlainCall(
  { args, notes }: WrittenCall,
  own: boolean,
  isUid: (value: string) => boolean,
): boolean {
  if (notes.includes(BRACKETS)) return args.some(({ value }) => isUid(value));
  return args.length === 0
    ? own
    : args.every(({ key, quoted, value }) => key !== null || quoted || isUid(value));
}

/** Resolves a call's name, its arguments, and its element. */
export function interpretCall(
  written: WrittenCall,
  { shown, numbered, byName }: InterpretOptions,
): Interpreted {
  const name = parseCallName(written.name);
  if (!name) return { ok: false, reason: `there is no action “${written.name}”.`, prose: true };
  const { intent } = name;
  const isUid = (value: string) => shown.some(({ uid }) => uid === value.trim());
  const named = nameArguments(name, written.args, isUid);
  const fail = (reason: string, prose: boolean): Interpreted => {
    return { ok: false, reason: `${getDefinition(intent).call}: ${reason}`, prose };
  };
  if (!byName && !isPlainCall(written, name.isOwn, isUid)) return fail(NOT_A_CALL, true);
  if (isRecordedOnly(intent)) return fail('this action is not available.', false);

  const notes = [...written.notes, ...named.notes];
  const reference = named.byParameter.get('uid');
  let target: Candidate | null = null;
  let near = false;
  if (reference && !/^\s*(?:none|null)?\s*$/i.test(reference.value)) {
    const found = resolveTarget(reference.value, shown, { intent, byName, numbered });
    if (!found.ok) {
      const uid = reference.value.slice(0, 100);
      return { ok: false, reason: `uid "${uid}" ${UNLISTED}`, prose: false };
    }
    target = found.target;
    near = found.near;
    if (found.note !== null) notes.push(found.note);
    named.byParameter.set('uid', { key: 'uid', value: target.uid, quoted: true });
  }
  const built = buildCall(intent, named);
  // “Plan (3):” is a heading.
  const isHeading = intent === 'plan' && written.args.every(({ key, quoted }) => !key && !quoted);
  if (isHeading) return fail(NOT_A_CALL, true);
  if (!built.ok) return fail(built.reason, named.unclearWord !== null || written.loose === true);
  return { ok: true, call: built.call, target, notes: [...notes, ...built.notes], near };
}

export type Resolved =
  /** `note`: how it was found, if not by its uid; `near`: by similarity. */
  { ok: true; target: Candidate; note: string | null; near: boolean } | { ok: false };

export interface ResolveOptions {
  intent: CallIntent;
  /** Names of elements count, except for words in a sentence. */
  byName: boolean;
  /** Elements were shown with numbers, from 1. */
  numbered: boolean;
}

/** Finds the only element that a reference can mean. */
function resolveTarget(
  written: string,
  shown: readonly Candidate[],
  { intent, byName, numbered }: ResolveOptions,
): Resolved {
  const find = (uid: string) => shown.find((candidate) => candidate.uid === uid);
  const asShown = find(written) ?? find(written.trim());
  if (asShown) return { ok: true, target: asShown, note: null, near: false };

  const bare = stripReference(written);
  const stripped = find(bare);
  const words = written.length > 2000 ? [] : written.split(/[\s"'“”()[\]{}=:,;<>]+/);
  const held = stripped ?? findOnly(shown, ({ uid }) => words.includes(uid));
  if (held)
    return { ok: true, target: held, note: 'a uid with other words around it', near: false };

  const near = findNearUid(
    bare,
    shown.map(({ uid }) => uid),
  );
  const named = byName ? findNamed(bare, shown, intent) : null;
  const ordinal =
    numbered && /^#?\d{1,3}$/.test(bare) ? shown[Number(bare.replace('#', '')) - 1] : undefined;
  const meant = new Set([near ? find(near.uid) : undefined, named ?? undefined, ordinal]);
  meant.delete(undefined);
  const [target] = meant;
  if (!target || meant.size > 1) return { ok: false };
  const how = near ? near.why : named ? 'the only one of that name' : 'its number in the list';
  return {
    ok: true,
    target,
    note: `“${bare.slice(0, 60)}” taken for ${target.uid} (${how})`,
    near: true,
  };
}

/** Without what models put around a uid: `uid=…`, `[data-webtasks-id="…"]`, quotes, brackets. */
function stripReference(written: string): string {
  let bare = written.trim().slice(0, 300);
  for (let tries = 0; tries < 4; tries += 1) {
    bare = bare
      .replace(/^(?:data-webtasks-id|uid|id|element)\s*[=:]\s*/i, '')
      .replace(/^[\\"'“”‘’`([{<#]/, '')
      .replace(/[\\"'“”‘’`)\]}>.,;]$/, '')
      .trim();
  }
  return bare;
}

const ROLE_WORDS =
  /\s+(?:button|link|field|input|box|textbox|text box|search box|checkbox|radio button|radio|dropdown|drop-down|select|menu|tab|icon|option|element)$/i;

function findNamed(
  bare: string,
  shown: readonly Candidate[],
  intent: CallIntent,
): Candidate | null {
  const wanted = normalizeText(bare);
  const short = normalizeText(bare.replace(/^the\s+/i, '').replace(ROLE_WORDS, ''));
  if (wanted === '') return null;
  for (const name of new Set([wanted, short])) {
    const fitting = shown.filter(({ fields }) =>
      [fields.name, fields.text, fields.label, fields.placeholder].some(
        (field) => field !== '' && normalizeText(field) === name,
      ),
    );
    const [first] = fitting;
    if (first && fitting.length === 1) return first;
    if (first) return findOnly(fitting, (candidate) => acceptsIntent(candidate, intent));
  }
  return findOnly(shown, ({ xpath }) => xpath === bare);
}

const TYPED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

function acceptsIntent({ role, tag }: Candidate, intent: CallIntent): boolean {
  if (intent === 'textInput') return TYPED.has(role) || tag === 'textarea';
  return intent === 'click' ? !TYPED.has(role) : true;
}

function normalizeText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Shorter uids must be complete. */
const SHORTEST = 8;
const SHORTEST_PART = 6;
/** How many edits all other uids must be away, so that a misspelling cannot mean one of them. */
const MARGIN = 4;

export interface NearUid {
  uid: string;
  why: string;
}

/** Finds the only uid that a written one can mean: other case, cut short, or one letter wrong. */
function findNearUid(written: string, shown: readonly string[]): NearUid | null {
  const folded = written.normalize('NFKC').toLowerCase();
  const same = findOnly(shown, (uid) => uid.toLowerCase() === folded);
  if (same !== null) return { uid: same, why: 'other case or script' };
  const [head = '', tail, more] = folded.split(/\.{3}|…/);
  const isCut = tail !== undefined && more === undefined;
  const kept = isCut ? head.length + tail.length : folded.length;
  if (kept >= SHORTEST_PART) {
    const part = findOnly(shown, (uid) => {
      const other = uid.toLowerCase();
      if (isCut) return other.length > kept && other.startsWith(head) && other.endsWith(tail);
      return other.length > folded.length && other.startsWith(folded);
    });
    if (part !== null) return { uid: part, why: 'cut short, and only one begins so' };
  }
  if (folded.length < SHORTEST || folded.length > 200) return null;
  const near = findOnly(shown, (uid) => countEdits(folded, uid.toLowerCase(), 1) <= 1);
  if (near === null || near.length < SHORTEST) return null;
  const isAlone = shown.every(
    (uid) => uid === near || countEdits(folded, uid.toLowerCase(), MARGIN) >= MARGIN,
  );
  return isAlone ? { uid: near, why: 'one letter differs' } : null;
}

function findOnly<T>(among: readonly T[], fits: (each: T) => boolean): T | null {
  const [first, second] = among.filter(fits);
  return first !== undefined && second === undefined ? first : null;
}

/** Insertions, deletions, substitutions and swaps of neighbours between two texts, counted up to `most` + 1. */
function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [older, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (older[j - 2] ?? edits) + 1);
      }
      row.push(edits);
    }
    [older, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
}
