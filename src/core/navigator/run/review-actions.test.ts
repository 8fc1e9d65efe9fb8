import { describe, expect, it } from 'vitest';
import type { ReceiptChange, LaterReceipt, Receipt } from '../../action/receipt.ts';
import { openPage, send } from './run.fixture.ts';

const live = new AbortController().signal;
const SWITCH = '<div data-t="w" role="switch" aria-checked="false" tabindex="0">Wi-Fi</div>';
const ON: Receipt = { verdict: 'changed', changes: [], asAsked: true };
const SAYS: ReceiptChange = { kind: 'appeared', text: 'Could not be saved' };

/** A page whose actions come to `first`, and are found to be `later` when they are looked at again. */
function openReviewed(html: string, first: Receipt, later: Receipt | null, replies?: string[]) {
  let acted = 0;
  const page = openPage(html, {
    onPerform: () => {
      acted += 1;
      return { ok: true, receipt: first };
    },
    ...(replies && {
      onComplete: () => Promise.resolve({ ok: true as const, text: replies.shift() ?? 'say("?")' }),
    }),
  });
  const asked: boolean[] = [];
  const review = (isLast: boolean): Promise<LaterReceipt[]> => {
    asked.push(isLast);
    if (!later || acted === 0 || !isLast) return Promise.resolve([]);
    return Promise.resolve([{ turnId: 'turn-1', receipt: later }]);
  };
  return { ...page, asked, ports: { ...page.ports, review } };
}

describe('the last word of a round', () => {
  it('is not that a switch is on which the page has taken back', async () => {
    const lost: Receipt = { verdict: 'unchanged', changes: [SAYS], asAsked: false };
    const { ports } = openReviewed(SWITCH, ON, lost);
    const { events, outcome, words } = await send('turn on Wi-Fi', ports, live);
    expect(outcome).toBe('failed');
    expect(words).toContain('but the page took it back (“Could not be saved” appeared)');
    expect(words).not.toContain('it was so already');
    expect(events.filter(({ type }) => type === 'acted')).toMatchObject([
      { receipt: { asAsked: true } },
      { receipt: { asAsked: false }, later: true },
    ]);
  });

  it('is as before where nothing has changed', async () => {
    const { ports, asked } = openReviewed(SWITCH, ON, ON);
    const { events, outcome } = await send('turn on Wi-Fi', ports, live);
    expect(outcome).toBe('done');
    expect(asked).toEqual([true]);
    expect(events.filter(({ type }) => type === 'acted')).toHaveLength(1);
  });

  it('knows what came late, and keeps what was seen before', async () => {
    const saved: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saving' }] };
    const later: Receipt = { verdict: 'changed', changes: [SAYS] };
    const { ports } = openReviewed('<button>Save</button>', saved, later);
    const { words } = await send('click Save', ports, live);
    expect(words).toContain('“Saving” appeared and “Could not be saved” appeared');
  });

  it('says that the page was still waiting for an answer', async () => {
    const { ports } = openReviewed(SWITCH, ON, { ...ON, pending: true });
    const { words } = await send('turn on Wi-Fi', ports, live);
    expect(words).toContain('but the page is still waiting for an answer to what it sent');
  });

  it('claims nothing where nothing has changed so far', async () => {
    const nothing: Receipt = { verdict: 'unchanged', changes: [], pending: true };
    const { ports } = openReviewed('<button>Save</button>', nothing, null);
    const { outcome, words } = await send('click Save', ports, live);
    expect(outcome).toBe('failed');
    expect(words).toContain('nothing has changed so far, and the page is still waiting');
  });
});

describe('a model that says that it is done', () => {
  it('first hears what the page has taken back', async () => {
    const lost: Receipt = { verdict: 'unchanged', changes: [], asAsked: false };
    const replies = [
      'change(uid="w", value="true")',
      'done("It is on.")',
      'say("It is off again.")',
    ];
    const { ports, prompts } = openReviewed(SWITCH, ON, lost, replies);
    const { words } = await send('turn on Wi-Fi', ports, live);
    expect(prompts.at(-1)).toContain('the page took it back');
    expect(words).toContain('It is off again.');
    expect(words).not.toContain('It is on.');
  });
});
