import { describe, expect, it } from 'vitest';
import { listCandidates } from '../page/list-candidates.ts';
import { buildPage } from '../page.fixture.ts';
import { scoreLexical } from '../score-lexical.ts';

const ROWS = ['Feb 28', 'Mar 28', 'Thu', 'Sept 3'].map(
  (date) => `<tr><td>${date}</td><td><a href=/f data-t="${date}">Download</a></td></tr>`,
);

describe('dates', () => {
  it.each([
    ['download the one of March', 'Mar 28'],
    ['download the february invoice', 'Feb 28'],
    ['download Thursday', 'Thu'],
    ['download the file of September', 'Sept 3'],
  ])('%s is the row of %s', (text, uid) => {
    const page = listCandidates([buildPage(`<table>${ROWS.join('')}</table>`)]);
    const [best] = scoreLexical({ text, intent: null }, page).sort((a, b) => b.score - a.score);
    expect(best?.candidate.uid).toBe(uid);
  });
});
