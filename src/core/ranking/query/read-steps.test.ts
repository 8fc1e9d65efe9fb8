import { describe, expect, it } from 'vitest';
import type { Intent } from '../../action/action.ts';
import { listCandidates } from '../page/list-candidates.ts';
import { buildPage, VIEWPORT } from '../page.fixture.ts';
import { readSteps } from './read-steps.ts';
import { scoreLexical } from '../score-lexical.ts';
import type { SmallEncoder } from '../encoder/small-encoder.ts';

function findBest(
  html: string,
  text: string,
  intent: Intent | null = null,
  small: SmallEncoder | null = null,
): string {
  const listed = listCandidates([buildPage(html)], VIEWPORT);
  const scored = scoreLexical({ text, intent }, listed, small);
  return scored.reduce((top, each) => (each.score > top.score ? each : top)).candidate.uid;
}

describe('readSteps', () => {
  it.each([
    ['Select kiwi and click Submit.', 'Select kiwi', ''],
    ['Type Ada, then press Enter', 'Type Ada', ''],
    [
      'Find the mail by Lena and click the bin to delete it',
      'the bin to delete it',
      ' the mail by Lena',
    ],
    ['For the user @ada, click on the "Like" button.', 'the "Like" button.', 'the user @ada'],
    ['Click on the "Cancel" button', 'the "Cancel" button', ''],
    ['Press releases', 'Press releases', ''],
    ['Salt and pepper', 'Salt and pepper', ''],
    ['Click here', 'here', ''],
  ])('%s', (text, main, place) => {
    expect(readSteps(text)).toEqual({ main, place });
  });
});

describe('an instruction of several clauses', () => {
  const form = `<label><input type=checkbox data-t=kiwi>kiwi</label><label><input type=checkbox data-t=fig>fig</label>
    <button data-t=submit>Submit</button>`;
  const mails = ['Lena', 'Omar']
    .map(
      (name) =>
        `<li class=mail><a href=/${name} data-t=open${name}>${name}</a><p>Hello</p><button title=Delete class=bin data-t=bin${name}></button></li>`,
    )
    .join('');

  it('means what comes first, not what is pressed in the end', () => {
    expect(findBest(form, 'Select kiwi and click Submit', 'click')).toBe('kiwi');
    expect(findBest(form, 'click Submit', 'click')).toBe('submit');
  });

  it('means what is pressed where all before only leads there', () => {
    const text = 'Find the email by Omar and click delete';
    expect(findBest(`<ul>${mails}</ul>`, text, 'click')).toBe('binOmar');
  });

  it('takes an element that says no role for a button', () => {
    const icons = `<div><h3>Ada</h3><span tabindex=0 class=like data-t=like></span></div><button data-t=post>Post</button>`;
    expect(findBest(icons, 'the like button', 'click')).toBe('like');
  });
});

describe('a row that opens something and holds buttons', () => {
  const rows = ['Power bill', 'Bike shop']
    .map(
      (name) =>
        `<div role=row class=r><a role=link tabindex=0 data-t="row ${name}" href=/x>${name} is due <button data-t="del ${name}">Archive</button></a></div>`,
    )
    .join('');

  it('is not called by them', () => {
    const [row] = listCandidates([buildPage(rows)], VIEWPORT);
    expect(row?.fields).toMatchObject({ name: 'Power bill is due', text: 'Power bill is due' });
    expect(findBest(rows, 'archive the Bike shop', 'click')).toBe('del Bike shop');
  });

  it('keeps its name where it holds nothing else', () => {
    const only = `<div onclick="x()" data-t=card><button data-t=buy>Buy</button></div>`;
    const listed = listCandidates([buildPage(only)], VIEWPORT);
    expect(listed.map(({ fields }) => fields.name)).toContain('Buy');
  });
});

describe('a kind of thing that is acted on', () => {
  it('is not the name of a button', () => {
    const html = `<button data-t=post>Post</button><div><b>Ilene</b><p>Hi</p><button data-t=share>Share</button></div>`;
    expect(findBest(html, 'share the post by Ilene', 'click')).toBe('share');
    expect(findBest(html, 'post', 'click')).toBe('post');
  });
});

describe('likeness in meaning', () => {
  /** Knows one pair of words that mean the same. */
  const literal: SmallEncoder = {
    dim: 3,
    encode: (text) => {
      const at = [['erase', 'delete'], ['view']].findIndex((own) =>
        own.includes(text.toLowerCase()),
      );
      return Float32Array.from({ length: 3 }, (_, each) => (each === (at < 0 ? 2 : at) ? 1 : 0));
    },
  };

  it('is asked without the words that were found around an element', () => {
    const rows = ['Kim', 'Lou']
      .map(
        (name) =>
          `<tr><td>${name}</td><td><button data-t=view${name}>View</button><button data-t=del${name}>Delete</button></td></tr>`,
      )
      .join('');
    expect(findBest(`<table>${rows}</table>`, 'erase Lou', 'click', literal)).toBe('delLou');
  });
});
