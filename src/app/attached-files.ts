/** Files larger than this are not taken: they pass through the page's memory. Bytes. */
const LARGEST = 50 * 1024 * 1024;

/**
 * Files that the user picked for the copilot to upload. Held in the memory of this page only: gone when
 * it is closed, never stored or exported. The model hears their names, a page gets what it is handed.
 */
export interface AttachedFiles {
  /** The same array until something changes. */
  list: () => readonly File[];
  /** One of the same name takes the place of the one before. Returns the names of those too large. */
  add: (files: Iterable<File>) => string[];
  remove: (name: string) => void;
  /** Those whose names make up a value, in its order; none when anything else is in it. */
  named: (value: string) => readonly File[];
  subscribe: (onChange: () => void) => () => void;
}

function createAttachedFiles(): AttachedFiles {
  let files: readonly File[] = [];
  const listeners = new Set<() => void>();
  function set(next: readonly File[]): void {
    files = next;
    for (const listener of listeners) listener();
  }
  return {
    list: () => files,
    add(added) {
      const all = [...added];
      const fitting = all.filter(({ size }) => size <= LARGEST);
      const names = new Set(fitting.map(({ name }) => name));
      set([...files.filter(({ name }) => !names.has(name)), ...fitting]);
      return all.filter(({ size }) => size > LARGEST).map(({ name }) => name);
    },
    remove(name) {
      set(files.filter((file) => file.name !== name));
    },
    named(value) {
      const found: File[] = [];
      let rest = value.trim();
      while (rest !== '') {
        // The longest first: a name may hold a comma, and another name.
        const next = files
          .toSorted((a, b) => b.name.length - a.name.length)
          .find(({ name }) => rest === name || rest.startsWith(`${name}, `));
        if (!next) return [];
        found.push(next);
        rest = rest.slice(next.name.length).replace(/^, /u, '');
      }
      return found;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Those of this page. */
export const attachedFiles = createAttachedFiles();
