/** Pages of imported files have boxes only of what was in view. */
import { describe, expect, it } from 'vitest';
import { parsePage } from '../../snapshot/parse.ts';
import type { Box, FrameSnapshot } from '../../snapshot/snapshot.ts';
import { listCandidates } from './list-candidates.ts';

const UID = 'data-webtasks-id';
const wide = (y: number, height: number): Box => ({ x: 0, y, width: 100, height });

function list(html: string, boxes: Record<string, Box>): string[] {
  const frame: FrameSnapshot = {
    ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, url: '', title: '' },
    ...{ html: `<head></head>${html}`, boxes, viewport: { width: 100, height: 200 } },
    ...{ scroll: { x: 0, y: 0 }, exact: true },
  };
  const page = { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
  return listCandidates([parsePage(page)]).map(({ uid }) => uid);
}

describe('a page with boxes only of what was in view', () => {
  it('lists what may lie below the view, and its own boxes', () => {
    const html = `<body ${UID}=body><button ${UID}=seen>A</button><button ${UID}=below>B</button></body>`;
    expect(list(html, { body: wide(0, 900), seen: wide(0, 20) })).toEqual(['seen', 'below']);
  });

  it('leaves out what would have a box if it were rendered', () => {
    const html = `<body ${UID}=body><nav ${UID}=nav><a href=/ ${UID}=hidden>A</a></nav><button ${UID}=seen>B</button></body>`;
    const boxes = { body: wide(0, 900), nav: wide(0, 40), seen: wide(50, 20) };
    expect(list(html, boxes)).toEqual(['seen']);
  });

  it('leaves out what its attributes hide', () => {
    const html = `<body ${UID}=body><div hidden ${UID}=div><button ${UID}=a>A</button></div><button ${UID}=b>B</button></body>`;
    expect(list(html, { body: wide(0, 900) })).toEqual(['b']);
  });
});
