import { describe, expect, it } from 'vitest';
import { listCandidates } from './page/list-candidates.ts';
import { matchWords } from './match-words.ts';
import { buildPage } from './page.fixture.ts';
import { readQuery } from './query/relation.ts';
import { indexTexts } from './text-index.ts';

describe('matchWords', () => {
  it('takes a word that only holds the sentence together for no typo of another', () => {
    const page = listCandidates([buildPage('<a href=/c>Chat</a><a href=/n>Notifications</a>')]);
    const query = readQuery({ text: 'what notifications do I have', intent: null });
    const [chat, notifications] = matchWords(query, indexTexts(page));
    expect(chat).toBeUndefined();
    expect(notifications?.matched).toEqual(['notifications']);
  });
});
