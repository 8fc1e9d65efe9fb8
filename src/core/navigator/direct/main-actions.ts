import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { isSearchField, isSelect, isTextField } from '../form-controls.ts';
import { askWhich, MAX_OPTIONS, skip } from '../target/grounded.ts';
import type { Grounded } from '../target/grounded.ts';

/** Longer names are headlines and cards rather than names of actions. */
const MAX_NAME_LENGTH = 40;
/** CSS px. Smaller controls are hidden from sight. */
const MIN_SIZE = 8;
/** Roles that one click operates, the likeliest to be what a page is for first. */
const CLICKED_ROLES = ['button', 'tab', 'checkbox', 'switch', 'radio', 'menuitem', 'link'];

/** Answers "what can you do?" with the main actions of the page, each a click away. */
export function offerActions(candidates: readonly Candidate[]): Grounded {
  const among = listMainActions(candidates, MAX_OPTIONS);
  const [first] = among;
  if (!first) return skip('I found nothing to click on this page.');
  const question = 'I click, type and choose what you name. On this page you can, for example:';
  const { options } = askWhich('', among);
  return { kind: 'ask', question, options, task: { kind: 'click', target: nameCandidate(first) } };
}

/** Returns up to three requests that fit the page. `…` stands for a text that the user fills in. */
export function suggestRequests(candidates: readonly Candidate[]): string[] {
  const usable = candidates.filter(isUsable);
  const fields = usable.filter((each) => isTextField(each) && each.readOnly !== true);
  const search = fields.find(isSearchField);
  const field = fields.find((each) => each !== search);
  const list = usable.find((each) => isSelect(each) && each.options.length > 1);
  const option = list?.options.find((each) => each !== list.fields.value);
  // The button beside a search field is part of searching.
  const named = listMainActions(candidates, 6).filter(
    (each) => !search?.fields.name.toLowerCase().includes(nameCandidate(each).toLowerCase()),
  );
  const clicks = named.map((each) => `click ${nameCandidate(each)}`);
  return [
    ...(search ? ['search for …'] : []),
    ...(field ? [`type … in ${nameCandidate(field)}`] : []),
    ...(list && option ? [`choose ${option} in ${nameCandidate(list)}`] : []),
    ...clicks,
    'scroll down',
  ].slice(0, 3);
}

/** Named controls in view that one click operates, each name once. */
function listMainActions(candidates: readonly Candidate[], most: number): Candidate[] {
  const byName = new Map<string, Candidate>();
  for (const role of CLICKED_ROLES) {
    for (const each of candidates) {
      if (each.role !== role || !isUsable(each)) continue;
      const name = nameCandidate(each);
      if (!byName.has(name)) byName.set(name, each);
    }
  }
  return [...byName.values()].slice(0, most);
}

function isUsable(each: Candidate): boolean {
  const { fields, box, inViewport, disabled, covered, behind } = each;
  const isVisible = box !== null && Math.min(box.width, box.height) >= MIN_SIZE;
  const isShown = isVisible && inViewport && !disabled && covered !== true && behind !== true;
  const name = fields.name.trim();
  // `#main` scrolls this page ("Skip to content"); `#/all` and `#!all` are addresses of single-page applications.
  const isJump = /^#[^/!]*$/.test(each.href ?? '');
  return isShown && !isJump && name.length > 1 && name.length <= MAX_NAME_LENGTH;
}
