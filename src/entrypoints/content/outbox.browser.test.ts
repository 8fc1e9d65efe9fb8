import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CapturedTurn } from '../../core/demonstration/captured-turn.ts';
import { createOutbox } from './outbox.ts';

interface Message {
  type: string;
  data: { turnId: string; action: { text: string } };
}

const sent: Message[] = [];
/** What went through the port. */
const left: unknown[] = [];
let answer: (message: Message) => Promise<unknown>;
let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  controller = new AbortController();
  answer = () => Promise.resolve({ value: { kept: true } });
  const sendMessage = (message: Message): Promise<unknown> => {
    sent.push(message);
    return answer(message);
  };
  left.length = 0;
  const port = {
    onDisconnect: { addListener: () => undefined },
    postMessage: (what: unknown) => left.push(what),
    disconnect: () => undefined,
  };
  vi.stubGlobal('chrome', { runtime: { id: 'us', sendMessage, connect: () => port } });
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fail = (): Promise<never> => Promise.reject(new Error('closed before a response'));

function makeCaptured(by: 'person' | 'copilot'): CapturedTurn {
  return { turnId: 'a', by } as CapturedTurn;
}

function revise(text: string) {
  return { turnId: 'a', action: { intent: 'textInput', uid: 'u', text } } as const;
}

describe('the outbox', () => {
  it('goes on until a person’s action is acknowledged, however long that takes', async () => {
    answer = fail;
    const kept = createOutbox(controller.signal).capture(makeCaptured('person'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBeGreaterThan(10);
    answer = () => Promise.resolve({ value: { kept: true } });
    await vi.advanceTimersByTimeAsync(6000);
    expect(await kept).toEqual({ kept: true });
  });

  it('takes silence for a no', async () => {
    answer = () => new Promise(() => undefined);
    void createOutbox(controller.signal).capture(makeCaptured('person'));
    await vi.advanceTimersByTimeAsync(5100);
    expect(sent).toHaveLength(2);
  });

  it('takes it for one sooner where all is to be handed over', async () => {
    const outbox = createOutbox(controller.signal);
    answer = () => new Promise(() => undefined);
    void outbox.capture(makeCaptured('person'));
    const drained = vi.fn();
    void outbox.drain().then(drained);
    answer = () => Promise.resolve({ value: { kept: true } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(2);
    expect(drained).toHaveBeenCalled();
  });

  it('tells the copilot, which waits, that it was not kept', async () => {
    answer = fail;
    const kept = createOutbox(controller.signal).capture(makeCaptured('copilot'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await kept).toMatchObject({ kept: false });
  });

  it('does not let an older text that is sent again undo a newer one', async () => {
    const outbox = createOutbox(controller.signal);
    answer = fail;
    outbox.revise(revise('still'));
    answer = () => Promise.resolve({ value: { kept: true } });
    outbox.revise(revise('still here'));
    await vi.advanceTimersByTimeAsync(10_000);
    await outbox.drain();
    expect(sent.at(-1)?.data.action.text).toBe('still here');
  });

  it('hands over once more what is not acknowledged when the page goes away', async () => {
    const outbox = createOutbox(controller.signal);
    answer = fail;
    void outbox.capture(makeCaptured('person'));
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(sent).toHaveLength(2);
    expect(left).toEqual([{ captured: [makeCaptured('person')], revised: [] }]);
    answer = () => Promise.resolve({ value: { kept: true } });
    await vi.advanceTimersByTimeAsync(100);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(sent).toHaveLength(3);
    expect(left).toHaveLength(1);
  });

  it('gives up when the extension is gone', async () => {
    answer = fail;
    const kept = createOutbox(controller.signal).capture(makeCaptured('person'));
    vi.stubGlobal('chrome', { runtime: {} });
    await vi.advanceTimersByTimeAsync(100);
    expect(await kept).toMatchObject({ kept: false });
  });
});
