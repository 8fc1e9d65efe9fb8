/** An icon's name and the words people look for it by: `trash; bin; delete; remove`. */
export function createIconWords() {
  const found = new Map<string, Set<string>>();

  return {
    add(name: string, tags: readonly unknown[]): void {
      const key = plain(name);
      // Longer names are variants (`arrow down left circle`).
      if (key.split(' ').length > MOST_WORDS) return;
      const words = found.get(key) ?? new Set();
      found.set(key, words);
      for (const tag of tags.map(String).map(plain)) {
        if (tag !== key && tag.length < LONGEST && WORDS.test(tag)) words.add(tag);
      }
    },

    /** One icon a line, in order. */
    print(): string {
      return [...found]
        .filter(([, words]) => words.size > 0)
        .map(([name, words]) => [name, ...[...words].sort()].join('; '))
        .sort()
        .map((line) => `${line}\n`)
        .join('');
    },
  };
}

const MOST_WORDS = 3;
const LONGEST = 40;
const WORDS = /^[\p{L}\p{N} '&/.+]+$/u;

function plain(name: string): string {
  return name.replace(/[-_]+/g, ' ').trim().toLowerCase();
}
