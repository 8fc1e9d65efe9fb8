import type { Candidate } from '../../ranking/candidate.ts';
import { FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { tokenize } from '../../ranking/query/tokenize.ts';
import { containsWords, normalizeName } from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { findTarget, readVerb } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { act, click, getOnly, isNew, isUsable } from '../target/grounded.ts';
import { isButton } from './apply-task.ts';

/** What the button is called that opens the menu of an item; words and signs. */
const MENU_WORDS = new Set('more actions action options option menu'.split(' '));
const MENU_SIGNS = /^(?:[⋮⋯…]|\.\.\.)$/u;

/**
 * "Remove Iris Larsen" where the row of Iris Larsen has nothing to remove it but a button for more: opens that menu, and
 * presses there what the other words name. Null where no item, or more than one, is called so.
 */
export function planItemMenu(words: string, sight: Sight): Grounded | null {
  if (readVerb(words) === null) return null;
  const said = normalizeName(words);
  const openers = sight.candidates.filter((each) => isUsable(each) && isMenuButton(each));
  const named = openers.flatMap((opener) => {
    const item = findItemName(opener, said);
    return item === null ? [] : [{ opener, item }];
  });
  const longest = Math.max(...named.map(({ item }) => item.length));
  const only = getOnly(named.filter(({ item }) => item.length === longest));
  if (only) {
    const target = ` ${said} `.replace(` ${only.item} `, ' ').trim();
    return click(only.opener, [{ kind: 'inMenu', target }]);
  }
  const parts = named.length === 0 ? findPartOfName(openers, said) : null;
  return parts && click(parts.opener, [{ kind: 'inMenu', target: parts.rest, isWhole: true }]);
}

/** Longer lines are texts, not names. */
const LONGEST_NAME = 4;

/** Finds the only item whose name has one of the words: "delete Carla" means the item Carla Mendes. */
function findPartOfName(
  openers: readonly Candidate[],
  said: string,
): { opener: Candidate; rest: string } | null {
  const [verb = '', ...words] = said.split(' ');
  const isDistinct = (word: string): boolean => !FUNCTION_WORDS.has(word) && !/^\d+$/u.test(word);
  const items = openers.map((opener) => {
    const lines = opener.fields.context.split('\n').map((line) => normalizeName(line).split(' '));
    const names = new Set(lines.filter(({ length }) => length <= LONGEST_NAME).flat());
    return { opener, parts: words.filter((word) => isDistinct(word) && names.has(word)) };
  });
  const item = getOnly(items.filter(({ parts }) => parts.length > 0));
  if (!item) return null;
  const rest = words.filter((word) => !item.parts.includes(word));
  return { opener: item.opener, rest: [verb, ...rest].join(' ') };
}

function isMenuButton(each: Candidate): boolean {
  const { name, text, key } = each.fields;
  const words = tokenize(name === '' ? key : name);
  const isCalled = words.some((word) => MENU_WORDS.has(word)) || MENU_SIGNS.test(text.trim());
  // The account menu belongs to no item.
  return isButton(each) && each.items !== undefined && (isCalled || each.opens === true);
}

/** The line of what stands around the button, or the end of "More for Iris Larsen", that is said as a whole. */
function findItemName({ fields }: Candidate, said: string): string | null {
  const own = /\s(?:for|of)\s+(.+)$/u.exec(fields.name)?.[1] ?? '';
  const lines = [...fields.context.split('\n'), own];
  const names = lines
    .map(normalizeName)
    .filter((line) => line !== said && containsWords(said, line));
  return names.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** What is called so among what came up with the menu. */
export async function groundInMenu(
  { target, isWhole = false }: TaskOf<'inMenu'>,
  sight: Sight,
): Promise<Grounded> {
  const items = sight.candidates.filter((each) => isUsable(each) && isNew(each, sight));
  const verb = isWhole ? null : readVerb(`${target} it`);
  for (const words of verb === null ? [target] : [target, verb]) {
    const item = await findTarget(words, 'click', items, sight);
    if (item.kind === 'found') return click(item.candidate);
  }
  const text = `I opened its menu, but could not find “${target}” in it.`;
  return act({ intent: 'press', uid: null, key: 'Escape' }, null, [{ kind: 'lack', text }]);
}
