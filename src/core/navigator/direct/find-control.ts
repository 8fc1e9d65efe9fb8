import type { Candidate } from '../../ranking/candidate.ts';
import { isSearchField, isTextField, isToggle } from '../form-controls.ts';
import { askWhich, findTarget } from './find-target.ts';
import type { FoundTarget, GroundingContext } from './find-target.ts';

/** Finds the control of the kind that a step needs, also where the user did not name one. */

export async function findTextField(
  phrase: string | null,
  sight: GroundingContext,
): Promise<FoundTarget> {
  const fields = sight.observation.candidates.filter(isTextField);
  const form = /^(date|time)(?:\s+(?:field|picker|box))?$/iu.exec(phrase ?? '')?.[1]?.toLowerCase();
  const [formed, ...others] = fields.filter((field) => field.form === form);
  if (form !== undefined && formed && others.length === 0)
    return { kind: 'found', candidate: formed };
  if (phrase !== null) return findTarget(phrase, 'textInput', fields, sight);
  const near = [sight.observation.focused, sight.lastField]
    .map((uid) => fields.find((field) => field.uid === uid))
    .find((field) => field !== undefined);
  const usable = fields.filter(({ disabled, box }) => !disabled && box !== null);
  const only = near ?? (usable.length === 1 ? usable[0] : undefined);
  if (only) return { kind: 'found', candidate: only };
  if (usable.length === 0) return { kind: 'lost', text: 'I found no text field on this page.' };
  return {
    ...askWhich('', usable),
    question: 'Which field shall I type into?',
  };
}

export async function findSearchField(
  phrase: string | null,
  sight: GroundingContext,
): Promise<FoundTarget> {
  const called = sight.observation.candidates.filter(isSearchField);
  const fields = called.length > 0 ? called : sight.observation.candidates.filter(isFinder);
  const [only] = fields;
  if (only && fields.length === 1) return { kind: 'found', candidate: only };
  if (fields.length === 0) {
    return { kind: 'lost', text: 'I could not find a search box on this page.' };
  }
  const named = await findTarget(phrase ?? 'search', 'textInput', fields, sight);
  return named.kind === 'lost' ? askWhich('search', fields) : named;
}

export async function findToggle(phrase: string, sight: GroundingContext): Promise<FoundTarget> {
  const found = await findTarget(
    phrase,
    'change',
    sight.observation.candidates.filter(isToggle),
    sight,
  );
  if (found.kind !== 'lost') return found;
  return {
    kind: 'lost',
    text: `I could not find a checkbox or switch “${phrase}” on this page.`,
  };
}

/** "Find a recipe", where nothing on the page is called a search. */
function isFinder(each: Candidate): boolean {
  const { name, label, placeholder } = each.fields;
  return isTextField(each) && [name, label, placeholder].some((said) => /^find\b/iu.test(said));
}

/** A form is named by one of its elements: the field worked in last, or its button. */
export async function findForm(
  phrase: string | null,
  sight: GroundingContext,
): Promise<FoundTarget> {
  const { candidates } = sight.observation;
  if (phrase !== null) return findTarget(phrase, 'submit', candidates, sight);
  const field = candidates.find(({ uid }) => uid === sight.lastField);
  const button = field && formPathOf(field) === null ? findButtonAfter(field, candidates) : null;
  if (button) return { kind: 'found', candidate: button };
  if (field) return { kind: 'found', candidate: field };
  const inForms = candidates.filter((each) => formPathOf(each) !== null);
  const [only] = inForms;
  if (only && new Set(inForms.map(formPathOf)).size === 1) {
    return { kind: 'found', candidate: inForms.find(isTextField) ?? only };
  }
  const buttons = candidates.filter(({ role }) => role === 'button');
  const submit = await findTarget('submit', 'submit', buttons, sight);
  if (submit.kind !== 'lost') return submit;
  return {
    kind: 'lost',
    text: 'I could not tell which form to submit. Tell me which button to click instead.',
  };
}

const ENDING =
  /^(?:log ?in|sign ?in|sign ?up|register|submit|search|go|send|ok|okay|continue|confirm|save|done|next)(?:\s+button)?[.!]*$/iu;

/** What ends a form may be called otherwise than people say: the only button after the field worked in last. */
export function findEnding(words: string, sight: GroundingContext): Candidate | null {
  const { candidates } = sight.observation;
  const field = candidates.find(({ uid }) => uid === sight.lastField);
  return field && ENDING.test(words) ? findButtonAfter(field, candidates) : null;
}

/** Of fields outside of forms: the only button after them. */
function findButtonAfter(field: Candidate, candidates: readonly Candidate[]): Candidate | null {
  const after = candidates.slice(candidates.indexOf(field) + 1);
  const buttons = after.filter(({ role, disabled }) => role === 'button' && !disabled);
  return buttons.length === 1 ? (buttons[0] ?? null) : null;
}

/** Where its form is, told from its path; null outside of forms. */
function formPathOf({ frameId, shadowPath, xpath }: Candidate): string | null {
  const form = /^.*\/form\[\d+\](?=\/)/.exec(xpath)?.[0];
  return form === undefined ? null : [frameId, ...(shadowPath ?? []), form].join(' ');
}
