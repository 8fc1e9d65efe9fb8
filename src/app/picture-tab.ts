import { encodeBase64 } from '../core/formats/base64.ts';
import { joinMasks } from '../core/snapshot/masks.ts';
import type { Mark, Picture } from '../core/strategies/scene.ts';
import { decodeDataUrl } from '../platform/image/decode-data-url.ts';
import { drawMarks } from '../platform/image/draw-marks.ts';
import { paintOver } from '../platform/image/paint-over.ts';
import { readTabMasks } from './read-tab-masks.ts';

/** Chrome takes two pictures a second in all; the recorder may have had them. */
const AGAIN_MS = 600;

/**
 * What a tab shows, with marks on it, for a model. Secret fields and masked parts are painted over first,
 * wherever they were just before or just after; where that cannot be told there is no picture.
 */
export async function pictureTab(
  tabId: number,
  marks: readonly Mark[],
  signal: AbortSignal,
): Promise<Picture> {
  try {
    const tab = await chrome.tabs.get(tabId);
    if (!tab.active) return refuse('the tab is in the background');
    const before = await readTabMasks(tabId);
    const dataUrl = await capture(tab.windowId, signal);
    const masks = joinMasks(before, await readTabMasks(tabId));
    signal.throwIfAborted();
    const after = await chrome.tabs.get(tabId);
    if (!after.active || after.windowId !== tab.windowId || after.url !== tab.url) {
      return refuse('another page came to the front');
    }
    if (!masks) return refuse('it cannot be told where the page shows secrets');
    const png = decodeDataUrl(dataUrl);
    const { width, height } = await measure(png);
    const painted = await paintOver(png, masks.boxes, {
      scale: width / masks.width,
      width,
      height,
    });
    const jpeg = await drawMarks(painted, marks, masks.width);
    return { ok: true, image: { mediaType: 'image/jpeg', base64: encodeBase64(jpeg) } };
  } catch {
    signal.throwIfAborted();
    return refuse('the browser gave none');
  }
}

async function capture(windowId: number, signal: AbortSignal): Promise<string> {
  try {
    return await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    signal.throwIfAborted();
    return chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  }
}

async function measure(png: Uint8Array<ArrayBuffer>): Promise<{ width: number; height: number }> {
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  const { width, height } = image;
  image.close();
  return { width, height };
}

function refuse(reason: string): Picture {
  return { ok: false, reason };
}
