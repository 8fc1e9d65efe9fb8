import type { Call } from '../../action/action.ts';
import { buildCall } from '../../action/call-build.ts';
import { nameArguments } from '../../action/call-named.ts';
import type { CallIntent } from '../../action/call-names.ts';
import { CALL_NAMES, readCallName } from '../../action/call-names.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { BRACKETS } from './find-calls.ts';
import { resolveTarget } from './resolve-target.ts';
import type { WrittenCall } from './written-call.ts';

export type Interpreted =
  /** `target` is the shown element that it is about. */
  | { ok: true; call: Call; target: Candidate | null; notes: string[]; near: boolean }
  /** `prose`: it was most likely no call, but words with a parenthesis after them. */
  | { ok: false; reason: string; prose: boolean };

const UNLISTED = 'is not in the list of elements.';

/** Whether a reply could not be used because it names an element that was not shown. */
export function isUnlisted(reason: string): boolean {
  return reason.endsWith(UNLISTED);
}

/** What is recorded but cannot be performed by a program. */
const UNAVAILABLE: ReadonlySet<CallIntent> = new Set<CallIntent>([
  ...(['copy', 'paste', 'tabcreate', 'tabremove', 'tabswitch'] as const),
  ...(['doubleClick', 'rightClick', 'drag', 'dialog'] as const),
]);

export interface InterpretOptions {
  shown: readonly Candidate[];
  numbered: boolean;
  /** Whether an element may be named by its name instead of its uid. */
  byName: boolean;
}

/** Whether a call is about the list of hops and does nothing on a page. */
export function isAboutHops({ name }: WrittenCall): boolean {
  const intent = readCallName(name)?.intent;
  return intent === 'plan' || intent === 'hopDone';
}

const NO_CALL = 'it stands in a sentence and has no named or quoted arguments.';

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

/** Makes sense of one written call: its name, its arguments, and the shown element that it is about. */
export function interpretCall(
  written: WrittenCall,
  { shown, numbered, byName }: InterpretOptions,
): Interpreted {
  const name = readCallName(written.name);
  if (!name) return { ok: false, reason: `there is no action “${written.name}”.`, prose: true };
  const { intent } = name;
  const isUid = (value: string) => shown.some(({ uid }) => uid === value.trim());
  const named = nameArguments(name, written.args, isUid);
  const fail = (reason: string, prose: boolean): Interpreted => {
    return { ok: false, reason: `${CALL_NAMES[intent]}: ${reason}`, prose };
  };
  if (!byName && !isPlainCall(written, name.own, isUid)) return fail(NO_CALL, true);
  if (UNAVAILABLE.has(intent)) return fail('this action is not available.', false);

  const notes = [...written.notes, ...named.notes];
  const reference = named.of.get('uid');
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
    named.of.set('uid', { key: 'uid', value: target.uid, quoted: true });
  }
  const built = buildCall(intent, named);
  // “Plan (3):” is a heading.
  const isHeading = intent === 'plan' && written.args.every(({ key, quoted }) => !key && !quoted);
  if (isHeading) return fail(NO_CALL, true);
  if (!built.ok) return fail(built.reason, named.unclear !== null || written.loose === true);
  return { ok: true, call: built.call, target, notes: [...notes, ...built.notes], near };
}
