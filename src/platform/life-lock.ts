const held = new Map<string, Promise<void>>();

/** Holds a browser lock as long as this document is open, however it ends. Resolves when it is held. */
export function holdForLife(name: string): Promise<void> {
  const holding =
    held.get(name) ??
    new Promise<void>((resolve) => {
      void navigator.locks.request(name, () => {
        resolve();
        return new Promise<never>(() => undefined);
      });
    });
  held.set(name, holding);
  return holding;
}
