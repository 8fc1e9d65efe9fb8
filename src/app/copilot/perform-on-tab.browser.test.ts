import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PageAction, TabAction } from '../../core/action/action.ts';
import type { PerformResult } from '../../core/action/receipt.ts';
import { performOnTab } from './perform-on-tab.ts';
import { fakeTab } from '../tab.fixture.ts';

const CLICK: PageAction = { intent: 'click', uid: 'a' };
const CHANGED: PerformResult = {
  ok: true,
  receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] },
};
const UNCHANGED: PerformResult = { ok: true, receipt: { verdict: 'unchanged', changes: [] } };

/** As Chrome says it when a document goes away while it is waited for. */
const GONE = new Error('The message channel closed before a response was received.');

afterEach(() => {
  vi.unstubAllGlobals();
});

function perform(action: PageAction | TabAction, signal = new AbortController().signal) {
  return performOnTab(
    7,
    { turnId: 't', action, frameId: 3, label: 'here', seenWords: 'Save' },
    signal,
  );
}

/** The page answers an action so, once this has happened. */
function onAction(happen: () => PerformResult | Promise<PerformResult>) {
  return ({ type }: { type: string }) => (type === 'action.perform' ? happen() : undefined);
}

describe('an action in a page', () => {
  it('runs in the frame of its target, and returns its report', async () => {
    const tab = fakeTab(onAction(() => CHANGED));
    expect(await perform(CLICK)).toEqual(CHANGED);
    expect(tab.sent).toEqual([
      {
        type: 'action.perform',
        data: { turnId: 't', action: CLICK, label: 'here', seenWords: 'Save' },
        frameId: 3,
      },
    ]);
    expect(tab.ordered).toEqual([]);
    expect(tab.countListeners()).toBe(0);
  });

  it('that was refused is no turn, though its page was kept', async () => {
    const refused: PerformResult = { ok: false, reason: 'covered', message: 'It is covered.' };
    const tab = fakeTab(onAction(() => refused));
    expect(await perform(CLICK)).toEqual(refused);
    await vi.waitFor(() => expect(tab.ordered).toEqual(['recording.drop']));
  });

  it('reports changes of the tab, which the page cannot know', async () => {
    const tab = fakeTab(
      onAction(() => {
        tab.open(8);
        return UNCHANGED;
      }),
    );
    expect(await perform(CLICK)).toMatchObject({
      ok: true,
      receipt: { verdict: 'changed', changes: [{ kind: 'tab', tabId: 8 }] },
    });
  });

  it('is done where its document went away for another page', async () => {
    const tab = fakeTab(
      onAction(() => {
        tab.go('https://shop.example/cart');
        throw GONE;
      }),
    );
    const to = 'https://shop.example/cart';
    expect(await perform(CLICK)).toMatchObject({
      ok: true,
      receipt: {
        verdict: 'changed',
        changes: [
          { kind: 'url', from: 'https://shop.example/', to },
          { kind: 'title', to },
        ],
      },
    });
  });

  it.each([
    ['reload', []],
    ['typed', ['from_address_bar']],
  ])('is not claimed where somebody else put another page there (%s)', async (type, qualifiers) => {
    const tab = fakeTab(
      onAction(() => {
        tab.go('https://shop.example/', { type, qualifiers });
        throw GONE;
      }),
    );
    const performed = await perform(CLICK);
    expect(performed.ok).toBe(false);
    expect(performed).toHaveProperty(
      'message',
      expect.stringContaining('I can’t tell whether it was done'),
    );
  });

  it('is not claimed where the tab was closed, or the page it led to did not load', async () => {
    const tab = fakeTab(
      onAction(() => {
        tab.close();
        throw GONE;
      }),
    );
    expect(await perform(CLICK)).toMatchObject({ ok: false, reason: 'gone' });
    const other = fakeTab(
      onAction(() => {
        other.fail('net::ERR_NAME_NOT_RESOLVED');
        throw GONE;
      }),
    );
    expect(await perform(CLICK)).toMatchObject({
      ok: false,
      reason: 'unreachable',
      message: 'The page could not be loaded (net::ERR_NAME_NOT_RESOLVED).',
    });
  });

  it.each([
    ['the page before has come to its end', 'onCompleted', {}],
    ['another page takes its place', 'onErrorOccurred', { error: 'net::ERR_ABORTED' }],
  ] as const)(
    'is told when the page it leads to is there, though %s',
    async (_what, step, details) => {
      const to = 'https://shop.example/cart';
      const tab = fakeTab(
        onAction(() => {
          tab.report('onBeforeNavigate', { status: 'loading' });
          tab.report(step, {}, details);
          tab.report('onBeforeNavigate', {});
          setTimeout(() => {
            const how = { transitionType: 'link', transitionQualifiers: [] };
            tab.report('onCommitted', { url: to, title: 'Cart' }, how);
            tab.report('onDOMContentLoaded', {});
          });
          return CHANGED;
        }),
      );
      const performed = await perform(CLICK);
      const changes = performed.ok ? performed.receipt.changes : [];
      expect(changes).toContainEqual({ kind: 'url', from: 'https://shop.example/', to });
    },
  );

  it('waits for no page where it led to a download', async () => {
    const tab = fakeTab(
      onAction(() => {
        tab.report('onBeforeNavigate', { status: 'loading' });
        tab.report('onErrorOccurred', { status: 'complete' }, { error: 'net::ERR_ABORTED' });
        return CHANGED;
      }),
    );
    expect(await perform(CLICK)).toEqual(CHANGED);
  });

  it('is not done without a page that performs it', async () => {
    fakeTab(() => {
      throw new Error('Could not establish connection. Receiving end does not exist.');
    });
    expect(await perform(CLICK)).toMatchObject({ ok: false, reason: 'unreachable' });
  });
});

describe('a stop', () => {
  it('that has been asks nothing of the page', async () => {
    const tab = fakeTab();
    expect(await perform(CLICK, AbortSignal.abort())).toMatchObject({ reason: 'stopped' });
    expect(tab.sent).toEqual([]);
  });

  it('reaches the page at once, and reports what had come of it by then', async () => {
    const stop = new AbortController();
    const stopped: PerformResult = { ok: false, reason: 'stopped', message: 'Stopped.' };
    let answer: (performed: PerformResult) => void = () => undefined;
    const tab = fakeTab(({ type }) => {
      if (type === 'action.stop') answer(stopped);
      if (type !== 'action.perform') return undefined;
      return new Promise((resolve) => {
        answer = resolve;
        stop.abort();
      });
    });
    expect(await perform(CLICK, stop.signal)).toEqual(stopped);
    expect(tab.sent.map(({ type }) => type)).toEqual(['action.perform', 'action.stop']);
    expect(tab.countListeners()).toBe(0);
  });

  it('waits for no page that does not answer', async () => {
    const stop = new AbortController();
    fakeTab(({ type }) => {
      if (type === 'action.perform') stop.abort();
      return new Promise(() => undefined);
    });
    await expect(perform(CLICK, stop.signal)).rejects.toThrow('abort');
  });
});

describe('an action on the tab itself', () => {
  it.each([
    ['https://shop.example/', 'reload'],
    ['https://other.example/', 'update https://other.example/'],
  ])('opens %s by what makes it load', async (url, driven) => {
    const tab = fakeTab();
    const done = perform({ intent: 'load', url });
    await vi.waitFor(() => expect(tab.driven).toEqual([driven]));
    tab.go(url);
    expect(await done).toMatchObject({ ok: true, receipt: { verdict: 'changed' } });
    expect(tab.ordered).toEqual(['pilot.navigating']);
  });

  it('says that there is no page to go back to', async () => {
    fakeTab();
    expect(await perform({ intent: 'back' })).toMatchObject({
      ok: false,
      message: 'There is no page before this one in the tab’s history.',
    });
  });
});
