import type { PageAction, TabAction } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/visible-text.ts';
import { isSecret } from './control.ts';
import { describeAction } from './describe.ts';

/** Beyond this nobody reads on. UTF-16 units. */
const LONGEST = 2000;

/**
 * What a description leaves out of what is typed and of the target's name, for somebody who is to allow it: the
 * end of a long name can say what its beginning does not. Empty where nothing is left out.
 */
export function describeWhole(
  action: PageAction | TabAction,
  target: Candidate | null,
): { what: 'text' | 'name'; words: string }[] {
  const told = describeAction(action, target);
  const all = [
    { what: 'text', words: target && isSecret(target) ? '' : readGiven(action) },
    { what: 'name', words: target ? readName(target) : '' },
  ] as const;
  return all
    .map(({ what, words }) => ({ what, words: cut(collapse(words), LONGEST) }))
    .filter(({ words }) => !told.includes(words));
}

function readGiven(action: PageAction | TabAction): string {
  if (action.intent === 'textInput') return action.text;
  return action.intent === 'change' ? action.value : '';
}

/** All by which it is called, not only what fits in a line. */
function readName({ fields }: Candidate): string {
  const { name, label, text, placeholder, title, alt, value } = fields;
  return [name, label, text, placeholder, title, alt, value].find((field) => field !== '') ?? '';
}
