import type { Candidate } from '../../ranking/candidate.ts';
import { isTextField } from '../form-controls.ts';
import { findTarget } from './find-target.ts';
import type { FoundTarget, Sight } from './grounded.ts';
import { findByUid, found, getOnly, isUsable, lost } from './grounded.ts';

/** A form is named by one of its elements: the field worked in last, or its button. */
export async function findForm(phrase: string | null, sight: Sight): Promise<FoundTarget> {
  const { candidates } = sight;
  if (phrase !== null) return findTarget(phrase, 'submit', candidates, sight);
  const field = findByUid(sight, sight.lastField);
  if (field) {
    const path = formPathOf(field);
    const isAlone =
      path === null || !candidates.some((each) => isPressed(each) && formPathOf(each) === path);
    const button = path === null ? findButtonAfter(field, candidates) : null;
    const sending = isAlone ? findSendingLink(field, candidates) : null;
    return found(button ?? sending ?? (isAlone ? findFinishing(field, candidates) : null) ?? field);
  }
  const inForms = candidates.filter((each) => formPathOf(each) !== null);
  const [first] = inForms;
  if (first && new Set(inForms.map(formPathOf)).size === 1)
    return found(inForms.find(isTextField) ?? first);
  const buttons = candidates.filter(({ role }) => role === 'button');
  const submit = await findTarget('submit', 'submit', buttons, sight);
  return submit.kind === 'lost'
    ? lost('I could not tell which form to submit. Tell me which button to click instead.')
    : submit;
}

const ENDING =
  /^(?:log ?in|sign ?in|sign ?up|register|submit|search|go|send|ok|okay|continue|confirm|save|done|next)(?:\s+button)?[.!]*$/iu;

/** People name the button of a form by its purpose: the only button after the field that was used last. */
export function findEnding(words: string, sight: Sight): Candidate | null {
  const field = findByUid(sight, sight.lastField);
  return field && ENDING.test(words) ? findButtonAfter(field, sight.candidates) : null;
}

/** Of fields outside of forms: the only button after them. */
function findButtonAfter(field: Candidate, candidates: readonly Candidate[]): Candidate | null {
  const after = candidates.slice(candidates.indexOf(field) + 1);
  return getOnly(after.filter(({ role, disabled }) => role === 'button' && !disabled));
}

/** In a form without a button: the first link after the field that is called like one. */
function findSendingLink(field: Candidate, candidates: readonly Candidate[]): Candidate | null {
  const path = formPathOf(field);
  const after = candidates.slice(candidates.indexOf(field) + 1);
  const isSending = (each: Candidate): boolean =>
    each.role === 'link' && isUsable(each) && SENDING.test(each.fields.name);
  return (
    after.find((each) => path !== null && formPathOf(each) === path && isSending(each)) ?? null
  );
}

const SENDING = /^\s*(?:log ?in|sign ?in|sign ?up|register|submit|send|continue|next|save)\b/iu;

const FINISHING =
  /^(?:create|add|save|ok|okay|done|submit|send|apply|confirm|continue|finish|post|publish)\b/iu;

/** Of a dialog whose buttons are outside of its form: the only finishing one of those that are nearest in the document's tree. */
export function findFinishing(
  field: Candidate,
  candidates: readonly Candidate[],
): Candidate | null {
  const after = candidates
    .slice(candidates.indexOf(field) + 1)
    .filter((each) => isPressed(each) && FINISHING.test(each.fields.name));
  const share = ({ xpath }: Candidate): number => {
    const [own, other] = [field.xpath.split('/'), xpath.split('/')];
    return own.findIndex((step, at) => step !== other[at]);
  };
  const nearest = Math.max(...after.map(share));
  return getOnly(after.filter((each) => share(each) === nearest));
}

function isPressed(each: Candidate): boolean {
  return each.role === 'button' && isUsable(each);
}

/** Returns the path of the form around it; null outside of forms. */
function formPathOf({ frameId, shadowPath, xpath }: Candidate): string | null {
  const form = /^.*\/form\[\d+\](?=\/)/.exec(xpath)?.[0];
  return form === undefined ? null : [frameId, ...(shadowPath ?? []), form].join(' ');
}
