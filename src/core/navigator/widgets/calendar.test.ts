import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const MONTHS = ['January', 'February', 'March', 'April', 'May'];
const LENGTHS = [31, 28, 31, 30, 31];

/** A month drawn in weeks that begin on a Monday, with the days of the next one that fill the last week. */
function draw(
  month: number,
  { style = 'cursor:pointer', past = 0, id = '', left = 0 } = {},
): string {
  const length = LENGTHS[month - 1] ?? 0;
  const skip = ((month - 1) * 31) % 7;
  const cells = Array.from({ length: length + 3 }, (_, at) => {
    const place = skip + at;
    const day = at < length ? at + 1 : at - length + 1;
    const box = `${String(left + (place % 7) * 30)} ${String(100 + Math.floor(place / 7) * 30)} 30 30`;
    const isPast = day <= past;
    return `<div class=day ${isPast ? '' : `style="${style}"`} data-box="${box}" data-t="${id}${at < length ? 'd' : 'n'}${String(day)}">${String(day)}</div>`;
  });
  return `<div><span data-t=${id}back data-box="${String(left)} 70 20 20" style="cursor:pointer" title="Previous month">‹</span>
    <b>${MONTHS[month - 1] ?? ''}</b> <b>2031</b>
    <span data-t=${id}on data-box="${String(left + 190)} 70 20 20" style="cursor:pointer" title="Next month">›</span>
    <div>${cells.join('')}</div></div>`;
}

describe('days of calendars that a page draws', () => {
  it.each([
    ['choose March 14', 'd14'],
    ['pick the 5th', 'd5'],
    ['select 14 March 2031', 'd14'],
    ['choose 31', 'd31'],
    // Not that of April, which fills the last week.
    ['pick the 3rd', 'd3'],
    ['select 03/09/2031 in the calendar', 'd9'],
    ['click March 20', 'd20'],
    ['set the date to March 22nd', 'd22'],
  ])('%s', async (message, uid) => {
    const { ports, done } = openPage(draw(3));
    await send(message, ports, live);
    expect(done).toEqual(click(uid));
  });

  it('finds them also where nothing says that they can be pressed', async () => {
    const { ports, done } = openPage(draw(3, { style: '' }));
    await send('choose March 14', ports, live);
    expect(done).toEqual(click('d14'));
  });

  it('turns to the month that is meant, there and back', async () => {
    for (const [message, way, uid] of [
      ['choose May 2', 'on', 'd2'],
      ['choose 9 January 2031', 'back', 'd9'],
    ] as const) {
      let month = 3;
      const { ports, done } = openPage(draw(month), {
        onPerform: (action, set) => {
          if ('uid' in action && (action.uid === 'on' || action.uid === 'back')) {
            month += action.uid === 'on' ? 1 : -1;
            set(draw(month));
          }
          return { ok: true, receipt: { verdict: 'changed', changes: [] } };
        },
      });
      expect((await send(message, ports, live)).outcome).toBe('done');
      expect(done).toEqual(click(way, way, uid));
    }
  });

  it('stops where the calendar does not turn', async () => {
    const { ports, done } = openPage(draw(3));
    const reply = await send('choose May 2', ports, live);
    expect(done).toEqual(click('on'));
    expect(reply.words).toContain('could not turn the calendar to “May 2”');
  });

  it('opens the calendar of a field that takes no typing', async () => {
    const field = '<label>Arrival <input readonly data-t=field></label><input aria-label=Name>';
    const { ports, done } = openPage(field, {
      onPerform: (action, set) => {
        if ('uid' in action && action.uid === 'field') set(field + draw(3));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    await send('set the arrival to March 14', ports, live);
    expect(done).toEqual(click('field', 'd14'));
  });

  it('asks where two months show it, and takes the month that is said', async () => {
    const both = draw(3, { id: 'a' }) + draw(4, { id: 'b', left: 400 });
    const { ports, done } = openPage(both);
    expect((await send('choose the 5th', ports, live)).outcome).toBe('asked');
    expect(done).toEqual([]);
    await send('choose April 5', ports, live);
    expect(done).toEqual(click('bd5'));
  });

  it('presses no day that cannot be chosen', async () => {
    const { ports, done } = openPage(draw(3, { past: 10 }));
    const reply = await send('choose March 5', ports, live);
    expect(done).toEqual([]);
    expect(reply.words).toContain('could not find a day “March 5”');
  });

  it.each([
    // A list of pages is no calendar.
    [
      'pick the 5th',
      Array.from({ length: 30 }, (_, at) => `<a href=#${String(at)}>${String(at + 1)}</a>`).join(
        '',
      ),
    ],
    // What is called so elsewhere may be meant as well.
    ['choose 2', `${draw(3)}<select aria-label=Guests data-t=guests><option>1<option>2</select>`],
  ])('leaves other numbers to others: %s', async (message, html) => {
    const { ports, done } = openPage(html);
    await send(message, ports, live);
    expect(done.filter(({ intent }) => intent === 'click')).toEqual([]);
  });
});
