import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PageAction } from '../../core/action/action.ts';
import type { LaterReceipt, PerformResult, Receipt } from '../../core/action/receipt.ts';
import { openAftermath } from './aftermath.ts';
import { fakeTab } from '../tab.fixture.ts';

const CLICK: PageAction = { intent: 'click', uid: 'a' };
const ON: Receipt = { verdict: 'changed', changes: [], asAsked: true };
const NOTHING: Receipt = { verdict: 'unchanged', changes: [] };
const live = new AbortController().signal;

type Heard = (details: { requestId: string }) => void;

/** A tab whose page sends what the test says; `later` is what its script tells when asked again. */
function openTab(later: () => LaterReceipt[] = () => []) {
  const tab = fakeTab(({ type }) => (type === 'action.review' ? later() : undefined));
  const heard = new Map<string, Set<Heard>>();
  const makeEvent = (name: string) => {
    const listeners = new Set<Heard>();
    heard.set(name, listeners);
    return {
      addListener: (listener: Heard) => void listeners.add(listener),
      removeListener: (listener: Heard) => void listeners.delete(listener),
    };
  };
  vi.stubGlobal('chrome', {
    ...chrome,
    webRequest: {
      onBeforeRequest: makeEvent('begin'),
      onCompleted: makeEvent('end'),
      onErrorOccurred: makeEvent('fail'),
    },
  });
  const send = (name: string): void =>
    [...(heard.get(name) ?? [])].forEach((listener) => listener({ requestId: '1' }));
  return {
    sent: tab.sent,
    begin: () => send('begin'),
    end: () => send('end'),
    countListeners: () => [...heard.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** Does one action, during which this happens. */
function follow(
  aftermath: ReturnType<typeof openAftermath>,
  receipt: Receipt,
  during: () => void,
  action = CLICK,
  forAgent?: true,
): Promise<PerformResult> {
  const perform = (): Promise<PerformResult> => {
    during();
    return Promise.resolve({ ok: true, receipt });
  };
  const order = { turnId: 't', action, frameId: 3, ...(forAgent && { forAgent }) };
  return aftermath.follow(order, perform, live);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what comes after an action', () => {
  it('reports an outcome as still awaited, without waiting, when something is seen already', async () => {
    const tab = openTab();
    const aftermath = openAftermath(7, live);
    expect(await follow(aftermath, ON, tab.begin)).toEqual({
      ok: true,
      receipt: { ...ON, pending: true },
    });
    expect(tab.sent).toEqual([]);
  });

  it('is waited for where nothing has changed yet', async () => {
    const late: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] };
    const tab = openTab(() => [{ turnId: 't', receipt: late }]);
    const aftermath = openAftermath(7, live);
    const performed = follow(aftermath, NOTHING, () => {
      tab.begin();
      setTimeout(tab.end, 100);
    });
    expect(await performed).toEqual({ ok: true, receipt: late });
  });

  it('is waited for where an agent’s action was reported as soon as something had changed', async () => {
    const all: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] };
    const tab = openTab(() => [{ turnId: 't', receipt: all }]);
    const performed = follow(
      openAftermath(7, live),
      { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saving' }] },
      () => {
        tab.begin();
        setTimeout(tab.end, 100);
      },
      CLICK,
      true,
    );
    expect(await performed).toEqual({ ok: true, receipt: all });
  });

  it('is nothing of ours where the page only asks for more while it is scrolled', async () => {
    const tab = openTab();
    const aftermath = openAftermath(7, live);
    const scroll = { intent: 'scroll', uid: null, x: 0, y: 100 } as const;
    expect(await follow(aftermath, NOTHING, tab.begin, scroll)).toEqual({
      ok: true,
      receipt: NOTHING,
    });
  });

  it('is not what the page asks for that it led to', async () => {
    const tab = openTab();
    const aftermath = openAftermath(7, live);
    const elsewhere: Receipt = {
      verdict: 'changed',
      changes: [{ kind: 'url', from: 'a', to: 'b' }],
    };
    expect(await follow(aftermath, elsewhere, tab.begin)).toEqual({ ok: true, receipt: elsewhere });
  });

  it('is looked at before the last word, once the answer is there', async () => {
    const lost: Receipt = { ...NOTHING, asAsked: false };
    let isAnswered = false;
    const tab = openTab(() => [{ turnId: 't', receipt: isAnswered ? lost : ON }]);
    const aftermath = openAftermath(7, live);
    await follow(aftermath, ON, tab.begin);
    setTimeout(() => {
      isAnswered = true;
      tab.end();
    }, 200);
    expect(await aftermath.review(true, live)).toEqual([{ turnId: 't', receipt: lost }]);
    expect(tab.sent).toMatchObject([{ type: 'action.review', data: { isLast: true }, frameId: 3 }]);
  });

  it('is listened for no longer than the round', async () => {
    const tab = openTab();
    const over = new AbortController();
    await follow(openAftermath(7, over.signal), ON, tab.begin);
    expect(tab.countListeners()).toBe(3);
    over.abort();
    expect(tab.countListeners()).toBe(0);
  });
});
