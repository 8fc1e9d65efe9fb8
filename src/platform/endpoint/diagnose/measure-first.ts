/** Measures how long the first word of a reply takes. */
export function measureFirst(): { onText: () => void; read: () => number } {
  const begun = performance.now();
  const first: { ms: number | null } = { ms: null };
  const elapsed = (): number => performance.now() - begun;
  return {
    onText() {
      first.ms ??= elapsed();
    },
    read: () => first.ms ?? elapsed(),
  };
}
