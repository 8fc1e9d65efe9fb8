import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/page/visible-text.ts';

const MAX_HINT = 40;

/**
 * Returns for each candidate what tells it from others that a prompt would describe alike (`descriptions`, one each):
 * the text beside it, how the page calls it, and its place among them. Empty where nothing is like it.
 */
export function describeDifferences(
  candidates: readonly Candidate[],
  descriptions: readonly string[],
): string[] {
  const alike = new Map<string, number[]>();
  for (const [at, description] of descriptions.entries()) {
    alike.set(description, [...(alike.get(description) ?? []), at]);
  }
  const hints = candidates.map(() => '');
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    const members = group.flatMap((at) => candidates[at] ?? []);
    const beside = findDistinct(members, ({ fields }) => fields.context.split('\n')[0] ?? '');
    const called = findDistinct(members, ({ fields }) => fields.key);
    const places = describePlaces(members);
    for (const [n, at] of group.entries()) {
      const [text = '', key = ''] = [beside[n], called[n]];
      hints[at] = [
        text === '' ? '' : `beside "${text}"`,
        key === '' || text !== '' ? '' : `called "${key}" in the page`,
        places[n] ?? '',
      ]
        .filter((part) => part !== '')
        .join(', ');
    }
  }
  return hints;
}

/** The texts without the words that all have, where they differ; empty texts where two are the same. */
function findDistinct(members: readonly Candidate[], read: (each: Candidate) => string): string[] {
  const words = members.map((each) => [...new Set(collapse(read(each)).split(' '))]);
  const texts = words.map((own) =>
    cut(own.filter((word) => !words.every((other) => other.includes(word))).join(' '), MAX_HINT),
  );
  return new Set(texts).size === texts.length ? texts : members.map(() => '');
}

/** `upper of 2`, `3rd of 5 from the left`; without boxes the place in the order of the page. */
function describePlaces(members: readonly Candidate[]): string[] {
  const count = members.length;
  const centres = members.flatMap(({ box }) =>
    box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
  );
  if (centres.length < count) return members.map((_, n) => `${writeOrdinal(n)} of ${count}`);
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const isColumn = spread(ys) >= spread(xs);
  const along = isColumn ? ys : xs;
  return along.map((own, n) => {
    const before = along.filter((other, at) => other < own || (other === own && at < n)).length;
    if (count > 2)
      return `${writeOrdinal(before)} of ${count} from the ${isColumn ? 'top' : 'left'}`;
    const names = isColumn ? (['upper', 'lower'] as const) : (['left', 'right'] as const);
    return `${names[before] ?? ''} of ${count}`;
  });
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** `at` counts from 0. */
function writeOrdinal(at: number): string {
  const number = at + 1;
  const ends = ['th', 'st', 'nd', 'rd'];
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${(isTeen ? undefined : ends[number % 10]) ?? 'th'}`;
}
