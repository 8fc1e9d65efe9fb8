import type { CallIntent } from '../../action/call-names.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { findNearUid, only } from './near-uid.ts';

export type Resolved =
  /** `note` says how it was found when it was not named by its uid as shown; `near`: by likeness. */
  { ok: true; target: Candidate; note: string | null; near: boolean } | { ok: false };

export interface ResolveOptions {
  intent: CallIntent;
  /** Whether names of elements count: not for words in a sentence. */
  byName: boolean;
  /** Whether elements were shown with their numbers, counted from 1. */
  numbered: boolean;
}

/** The one shown element that a reference means: its uid, or what can only be meant by it. */
export function resolveTarget(
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
  const held = stripped ?? only(shown, ({ uid }) => words.includes(uid));
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
  const wanted = fold(bare);
  const short = fold(bare.replace(/^the\s+/i, '').replace(ROLE_WORDS, ''));
  if (wanted === '') return null;
  for (const name of new Set([wanted, short])) {
    const fitting = shown.filter(({ fields }) =>
      [fields.name, fields.text, fields.label, fields.placeholder].some(
        (field) => field !== '' && fold(field) === name,
      ),
    );
    const [first] = fitting;
    if (first && fitting.length === 1) return first;
    if (first) return only(fitting, (candidate) => fits(candidate, intent));
  }
  return only(shown, ({ xpath }) => xpath === bare);
}

const TYPED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** Whether an element is of the kind that an action is for. */
function fits({ role, tag }: Candidate, intent: CallIntent): boolean {
  if (intent === 'textInput') return TYPED.has(role) || tag === 'textarea';
  return intent === 'click' ? !TYPED.has(role) : true;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
