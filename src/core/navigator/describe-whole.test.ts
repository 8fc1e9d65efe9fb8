import { describe, expect, it } from 'vitest';
import { describeOmittedText } from './describe.ts';
import { listPage } from './run/run.fixture.ts';

function find(html: string) {
  const [target] = listPage(html);
  if (!target) throw new Error('no such control');
  return target;
}

const LONG =
  'Go on with what you were about to do on the page before this one, and pay 1,249.00 every month';

describe('describeWhole', () => {
  it('tells the end of a name that does not fit, and nothing of one that does', () => {
    const long = find(`<button data-webtasks-id="a">${LONG}</button>`);
    const short = find('<button data-webtasks-id="a">Pay  now</button>');
    const click = { intent: 'click', uid: 'a' } as const;
    expect(describeOmittedText(click, long)).toEqual([{ what: 'name', words: LONG }]);
    expect(describeOmittedText(click, short)).toEqual([]);
    expect(
      describeOmittedText({ intent: 'load', url: `https://a.example/?${'x'.repeat(300)}` }, null),
    ).toEqual([]);
  });

  it('tells all that would be typed, but no secret', () => {
    const field = find('<label>Note <input data-webtasks-id="a"></label>');
    const secret = find(
      '<label>Note <input type="password" name="password" data-webtasks-id="a"></label>',
    );
    const type = { intent: 'textInput', uid: 'a', text: LONG } as const;
    expect(describeOmittedText(type, field)).toEqual([{ what: 'text', words: LONG }]);
    expect(describeOmittedText(type, secret)).toEqual([]);
  });

  it('tells what would be set in one line, and no more than anybody reads', () => {
    const field = find('<label>Note <input data-webtasks-id="a"></label>');
    const set = (value: string) =>
      describeOmittedText({ intent: 'change', uid: 'a', value }, field).map(({ words }) => words);
    expect(set(LONG.replaceAll(' ', '\n  '))).toEqual([LONG]);
    const [words = ''] = set('long '.repeat(1000));
    expect(words).toMatch(/^long long .*…$/u);
    expect(words.length).toBeLessThanOrEqual(2000);
  });
});
