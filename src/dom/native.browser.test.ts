import { afterEach, describe, expect, it } from 'vitest';
import { listenPersistently } from './native.ts';

const frames: HTMLIFrameElement[] = [];
let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
  for (const frame of frames.splice(0)) frame.remove();
});

/** A frame whose document may be opened. */
function makeFrame(): { window: Window; document: Document } {
  const frame = document.createElement('iframe');
  frames.push(frame);
  document.body.append(frame);
  const { contentWindow, contentDocument } = frame;
  if (!contentWindow || !contentDocument) throw new Error('no frame');
  return { window: contentWindow, document: contentDocument };
}

async function reopen(inner: Document): Promise<void> {
  const before = inner.body;
  inner.open();
  inner.close();
  await expect.poll(() => inner.body).not.toBe(before);
}

describe('listenForGood', () => {
  it('hears each event once after the document was opened and written again', async () => {
    const { window, document: inner } = makeFrame();
    const heard: string[] = [];
    listenPersistently(inner, window, 'ping', () => heard.push('window'), { signal: stop.signal });
    listenPersistently(inner, inner, 'ping', () => heard.push('document'), { signal: stop.signal });
    for (let time = 0; time < 2; time++) {
      await reopen(inner);
      heard.length = 0;
      inner.dispatchEvent(new Event('ping'));
      window.dispatchEvent(new Event('ping'));
      expect(heard).toEqual(['document', 'window']);
    }
  });

  it('stops when told to, and does not come back', async () => {
    const { window, document: inner } = makeFrame();
    let heard = 0;
    listenPersistently(inner, window, 'ping', () => heard++, { signal: stop.signal });
    stop.abort();
    await reopen(inner);
    window.dispatchEvent(new Event('ping'));
    expect(heard).toBe(0);
  });
});
