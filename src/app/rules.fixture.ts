/** Rules that a test may change, in a storage for `chrome.storage` of its stub. */
export const rules = { sites: { deny: [] as string[] } };

export const ruleStorage = { local: { get: () => Promise.resolve({ ruleBook: rules }) } };
