import type { Page } from 'playwright';

/** Copies the newest demonstration of the store: `copies` times, and once with `turns` turns. Returns the long one's id. */
export function seedLibrary(
  page: Page,
  { copies, turns }: { copies: number; turns: number },
): Promise<string> {
  return page.evaluate(
    async ([count, length]) => {
      interface Row {
        id: string;
        at: number;
        startedAt: number;
        endedAt: number;
        demonstrationId: string;
        causedBy?: string | null;
        checksum?: string;
        form: { description: string };
      }
      const settle = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('The store failed.'));
        });
      const db = await settle(indexedDB.open('wayscribe'));
      const tx = db.transaction(['demonstrations', 'turns', 'refs'], 'readwrite');
      const [demonstrations, stored, refs] = (['demonstrations', 'turns', 'refs'] as const).map(
        (name) => tx.objectStore(name),
      );
      if (!demonstrations || !stored || !refs) throw new Error('The store has other parts.');
      const [original] = (await settle(demonstrations.getAll())) as Row[];
      const recorded = (await settle(stored.getAll())) as Row[];
      const needed = (await settle(refs.getAll())) as Row[];
      if (!original) throw new Error('Nothing was recorded.');
      recorded.sort((a, b) => a.at - b.at);
      const nouns = ['kettle', 'lamp', 'teapot', 'basket', 'order', 'note', 'address', 'colour'];
      const copy = (n: number, name: string, many: number): string => {
        const id = `${original.id}-${n}`;
        // Long ago: what has just been stopped may still change.
        const shift = (n + 1) * 3_600_000;
        const times = { startedAt: original.startedAt - shift, endedAt: original.endedAt - shift };
        demonstrations.put({
          ...{ ...original, ...times, id },
          form: { ...original.form, description: name },
        });
        for (let at = 0; at < many; at += 1) {
          const turn = recorded[at % recorded.length];
          if (!turn) continue;
          const moved = { ...turn, id: `${id}-${at}`, demonstrationId: id };
          delete moved.checksum;
          if (moved.causedBy) moved.causedBy = null;
          stored.put({ ...moved, at: times.startedAt + at * 1000 });
        }
        for (const ref of needed) refs.put({ ...ref, demonstrationId: id });
        return id;
      };
      for (let n = 0; n < count; n += 1) {
        copy(n, `Find the ${nouns[n % nouns.length]} number ${n}`, recorded.length);
      }
      const long = copy(count, 'A long demonstration', length);
      await new Promise((resolve) => {
        tx.oncomplete = resolve;
      });
      db.close();
      return long;
    },
    [copies, turns] as const,
  );
}
