/** Rules that a test may change. To be imported before what reads them: `webextension-polyfill` looks once. */
export const rules = { sites: { deny: [] as string[] } };

const storage = { local: { get: () => Promise.resolve({ ruleBook: rules }) } };
const extension = { runtime: { id: 'us' }, storage };
Object.assign(globalThis, { chrome: extension, browser: extension });
