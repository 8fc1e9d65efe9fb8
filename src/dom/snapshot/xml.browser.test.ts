import { describe, expect, it } from 'vitest';
import { stitchFrame } from '../../core/snapshot/stitch.ts';
import { createShadowRoots } from './shadow-roots.ts';
import { takeFrame } from './take.ts';
import { createUids } from './uids.ts';

/** A frame with a document of this type, as a browser shows it. */
async function openDocument(text: string, type: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.src = URL.createObjectURL(new Blob([text], { type }));
  document.body.append(frame);
  await loaded;
  return frame;
}

describe('documents that are not HTML', () => {
  it.each([
    [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Dial</title><g/><rect id="x" width="9"/></svg>',
      ['title', 'g', 'rect'],
    ],
    [
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p/><br/><script/><svg xmlns="http://www.w3.org/2000/svg"><g/></svg></body></html>',
      ['head', 'title', 'body', 'p', 'br', 'script', 'svg', 'g'],
    ],
  ])('writes %s as HTML, every element with its uid', async (type, text, names) => {
    const frame = await openDocument(text, type);
    const inner = frame.contentDocument;
    if (!inner) throw new Error('no document');
    const uids = createUids(1);
    const taken = takeFrame(inner, {
      uids,
      shadowRoots: createShadowRoots(uids),
      token: 'own',
      boxes: 'all',
      isSecret: () => false,
    });
    frame.remove();
    if (!taken.ok) throw new Error(taken.reason);
    const { html, exact } = stitchFrame(taken.raw);
    expect(exact).toBe(true);
    const tags = [...html.matchAll(/<([a-z]+)[^<>]* data-webtasks-id="/g)];
    expect(tags.map(([, name]) => name)).toEqual(names);
    expect(html).not.toContain('/>');
  });
});
