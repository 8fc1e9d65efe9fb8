import { describe, expect, it } from 'vitest';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { scoreLexical } from './score-lexical.ts';

/** Ranks a query that names no action. */
function findBest(html: string, text: string): string | undefined {
  const scored = scoreLexical({ text, intent: null }, listCandidates([buildPage(html)], VIEWPORT));
  return scored.sort((one, other) => other.score - one.score)[0]?.candidate.uid;
}

describe('what kind of control is meant without a word for it', () => {
  it.each([
    [
      'a verb of typing asks for a field',
      '<a href=/name data-t=a>First name help</a><input data-t=x aria-label="Given name">',
      'type Ada into first name',
    ],
    [
      'a search is done in a box',
      '<label><input type=radio data-t=a>This repository</label><input data-t=x aria-label="Search or type a command">',
      'search the repository for parser',
    ],
    [
      'an option is meant, not the list that shows it',
      '<div role=listbox tabindex=0 aria-label=Messages data-t=a><div role=option tabindex=0 data-t=x>Figma: your weekly newsletter</div><div role=option tabindex=0 data-t=b>Lunch</div></div>',
      'open the Figma newsletter',
    ],
    [
      'a kind of control before a word that says nothing',
      '<button data-t=a>Go</button><input type=checkbox data-t=x>',
      'click on a checkbox widget',
    ],
    [
      'the icon of a link that shows a count',
      '<a href=/a data-t=a><i class="icon-flag"></i>3</a><a href=/b data-t=x><i class="icon-bell"></i>15</a>',
      'notifications',
    ],
    [
      'a button that only submits is called by its form',
      '<form class=newsletter><input aria-label=Name><input type=submit data-t=a value=Go></form><form class=search-form><input aria-label=Word><input type=submit data-t=x value=Go></form>',
      'the search button',
    ],
  ])('%s', (_, html, text) => {
    expect(findBest(html, text)).toBe('x');
  });
});
