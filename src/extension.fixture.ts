/*
 * Runs before each browser test. `webextension-polyfill` refuses to load outside an extension, and looks for `browser`
 * once: this one always reads the `chrome` that the test has set.
 */
const scope = globalThis as unknown as { chrome?: Record<string, unknown>; browser: object };
const none: Record<string, unknown> = { runtime: { id: 'us' } };
scope.chrome = { ...scope.chrome, ...none };
scope.browser = new Proxy(
  {},
  { get: (_, name: string): unknown => scope.chrome?.[name] ?? none[name] },
);
