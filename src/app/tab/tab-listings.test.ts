import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { listCandidates } from '../../core/ranking/page/list-candidates.ts';
import { buildPage, VIEWPORT } from '../../core/ranking/page.fixture.ts';
import { markRecent, noteTabAction } from './observe-tab.ts';

const PAGE = '<button data-t="edit">Edit</button><button data-t="more">More</button>';
const MENU = '<div role="menu"><div role="menuitem" data-t="copy">Copy</div></div>';

function list(html: string): Candidate[] {
  return listCandidates([buildPage(`<body>${html}</body>`)], VIEWPORT);
}

/** What is marked in a tab that shows this now. */
function observe(tabId: number, html: string): string[] {
  return markRecent(tabId, list(html)).flatMap(({ uid, fresh }) => (fresh ? [uid] : []));
}

describe('what came up in a tab', () => {
  it('is marked since something was done in that very tab', () => {
    observe(1, PAGE);
    observe(2, PAGE);
    noteTabAction(1);
    expect(observe(1, PAGE + MENU)).toEqual(['copy']);
    expect(observe(2, PAGE + MENU)).toEqual([]);
  });

  it('is known of the tabs that were observed last', () => {
    for (const tabId of [11, 12]) {
      observe(tabId, PAGE);
      noteTabAction(tabId);
    }
    for (let tabId = 20; tabId < 30; tabId += 1) {
      observe(tabId, PAGE);
      observe(12, PAGE);
    }
    expect(observe(12, PAGE + MENU)).toEqual(['copy']);
    expect(observe(11, PAGE + MENU)).toEqual([]);
  });
});
