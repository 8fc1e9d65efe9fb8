import { describe, expect, it } from 'vitest';
import { importFiles } from '../foreign/foreign.fixture.ts';
import { writeForeignPage } from '../foreign/write-page.ts';
import { encode } from '../import.fixture.ts';
import { TraceFrame } from './page.ts';

const PAGE = { salt: 1, url: 'https://shop.example/', viewport: { width: 1, height: 1 } };

/** The html of a snapshot without uids; null when it can't be built. */
function write(frame: TraceFrame, index: number): string | null {
  const built = frame.build(index);
  return built && writeForeignPage(built.html, PAGE).html.replace(/ data-webtasks-id="[^"]*"/g, '');
}

describe('TraceFrame', () => {
  it('resolves references to nodes of earlier snapshots, also inside of these', () => {
    const frame = new TraceFrame(new Map());
    // Post-order: 0 "Hi", 1 B, 2 P, 3 BODY, 4 HTML.
    frame.push(['HTML', {}, ['BODY', {}, ['P', {}, ['B', {}, 'Hi']]]]);
    // Post-order: 0 "new", 1 DIV, 2 BODY, 3 HTML.
    frame.push(['HTML', {}, ['BODY', {}, [[1, 2]], ['DIV', {}, 'new']]]);
    frame.push(['HTML', {}, [[1, 2]]]);
    const expected = '<body><p><b>Hi</b></p><div>new</div></body>';
    expect([write(frame, 1), write(frame, 2)]).toEqual([expected, expected]);
  });

  it('has the live state of controls, and open shadow roots', () => {
    const frame = new TraceFrame(new Map());
    const root = ['template', { __playwright_shadow_root_: 'open' }, ['I', {}, 'in']];
    frame.push([
      ...['HTML', {}],
      ['TEXTAREA', { __playwright_value_: 'typed' }, 'old'],
      ['INPUT', { __playwright_checked_: 'true', type: 'checkbox' }],
      ['X-A', {}, root],
      ['IMG', { onerror: 'steal()', 'a b': '1', src: 'a.png' }],
      ['SCRIPT', {}, 'steal()'],
      ['A<B', {}, 'lost'],
    ]);
    expect(write(frame, 0)).toBe(
      '<textarea>typed</textarea><input type="checkbox" checked="">' +
        '<x-a><template shadowrootmode="open"><i>in</i></template></x-a>' +
        '<img onerror="" src="a.png"><script></script>',
    );
  });

  it('drops a page whose references multiply, run in circles or lead nowhere', () => {
    const frame = new TraceFrame(new Map());
    frame.push(['HTML', {}, ['P', {}, 'x']]);
    for (let at = 0; at < 40; at++) frame.push(['HTML', {}, ['P', {}, [[1, 1]], [[1, 1]]]]);
    expect(frame.build(40)).toBeNull();
    const circle = frame.push([[0, 0]]);
    expect(frame.build(circle)).toBeNull();
    const nowhere = frame.push(['HTML', {}, [[1, 999]], [[999, 0]]]);
    expect(write(frame, nowhere)).toBe('');
  });
});

describe('older traces', () => {
  it('have the phase in the name of a snapshot, and none for calls that failed', async () => {
    const call = (callId: string, params: object) => ({
      ...{ type: 'before', callId, startTime: 2, class: 'Frame', method: 'click', params },
    });
    const snapshot = {
      ...{ callId: 'a', snapshotName: 'input@a', pageId: 'p', frameId: 'f', isMainFrame: true },
      ...{ frameUrl: 'https://shop.example/', viewport: { width: 8, height: 6 } },
      html: ['HTML', {}, ['BODY', {}, ['BUTTON', { __playwright_target__: 'a' }, 'Buy']]],
    };
    const lines = [
      { version: 5, type: 'context-options', wallTime: 5, monotonicTime: 1, options: {} },
      call('a', { selector: 'button' }),
      { type: 'frame-snapshot', snapshot },
      { type: 'after', callId: 'a', endTime: 3 },
      call('b', { selector: '#gone' }),
      { type: 'after', callId: 'b', endTime: 4, error: { message: 'Timeout' } },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { outcome, content } = await importFiles(new Map([['trace.trace', encode(text)]]));
    expect(content.turns).toMatchObject([{ at: 6, element: { name: 'Buy', role: 'button' } }]);
    expect(outcome.ok && outcome.findings[0]).toBe('A call that failed was dropped.');
  });
});
