import { describe, expect, it } from 'vitest';
import type { Candidate } from './candidate.ts';
import { judgeClarity } from './judge-clarity.ts';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { listSeen, markFresh, noteAction } from './recency.ts';
import { scoreLexical } from './score-lexical.ts';

function list(html: string): Candidate[] {
  return listCandidates([buildPage(`<body>${html}</body>`)], VIEWPORT);
}

const PAGE = `<button data-t="edit">Edit</button><button data-t="more">More</button>
  <a data-t="home" href="/">Home</a>`;
const MENU = '<div role="menu"><div role="menuitem" data-t="fresh-edit">Edit</div></div>';

describe('markFresh', () => {
  it('marks what came up since something was done, and nothing before', () => {
    const before = listSeen(list(PAGE));
    const marked = markFresh(list(PAGE + MENU), before);
    expect(marked.filter(({ fresh }) => fresh).map(({ uid }) => uid)).toEqual(['fresh-edit']);
    expect(markFresh(list(PAGE + MENU), null).some(({ fresh }) => fresh)).toBe(false);
  });

  it('marks nothing that a page only drew again', () => {
    const again = PAGE.replaceAll('data-t="', 'data-t="again-');
    const marked = markFresh(list(again + MENU), listSeen(list(PAGE)));
    expect(marked.filter(({ fresh }) => fresh).map(({ uid }) => uid)).toEqual(['fresh-edit']);
  });

  it('marks nothing on a page that is largely another', () => {
    const before = listSeen(list(PAGE));
    const other = list('<button data-t="edit">Edit</button><button data-t="new">New</button>');
    expect(markFresh(other, before).some(({ fresh }) => fresh)).toBe(false);
  });

  it('follows one action after the other', () => {
    const opened = listSeen(list(PAGE + MENU));
    const { before } = noteAction({ before: listSeen(list(PAGE)), now: opened });
    expect(markFresh(list(PAGE + MENU), before).some(({ fresh }) => fresh)).toBe(false);
  });
});

describe('what is fresh', () => {
  it('is meant by a name that something older has too', () => {
    const query = { text: 'Edit', intent: 'click' as const };
    const candidates = markFresh(list(PAGE + MENU), listSeen(list(PAGE)));
    const ranked = scoreLexical(query, candidates).sort((one, other) => other.score - one.score);
    expect(ranked[0]?.candidate.uid).toBe('fresh-edit');
    expect(judgeClarity(ranked)).toMatchObject({ kind: 'clear' });
  });

  it('does not make up for a name that does not fit', () => {
    const query = { text: 'Home', intent: 'click' as const };
    const candidates = markFresh(list(PAGE + MENU), listSeen(list(PAGE)));
    const ranked = scoreLexical(query, candidates).sort((one, other) => other.score - one.score);
    expect(ranked[0]?.candidate.uid).toBe('home');
  });
});

describe('what is covered', () => {
  it('comes after what can be pressed under the same name', () => {
    const twice = list('<button data-t="under">Close</button><button data-t="free">Close</button>');
    const candidates = twice.map((candidate) =>
      candidate.uid === 'under' ? { ...candidate, covered: true as const } : candidate,
    );
    const ranked = scoreLexical({ text: 'Close', intent: 'click' }, candidates).sort(
      (one, other) => other.score - one.score,
    );
    expect(ranked[0]?.candidate.uid).toBe('free');
    expect(judgeClarity(ranked)).toMatchObject({ kind: 'clear' });
  });
});
