import { approximateTokenizer } from '../formats/otr/tokenizer.ts';
import type { ChatMessage, Question, ModelContext } from '../navigator/model/question.ts';
import type { HistoryEntry } from '../navigator/run/history.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { parsePage } from '../snapshot/parse.ts';
import { UID_ATTRIBUTE } from '../snapshot/snapshot.ts';
import type { Box, PageSnapshot } from '../snapshot/snapshot.ts';
import type { EndpointTerms } from './strategy.ts';

const VIEWPORT = { width: 1200, height: 800 };

/**
 * A page as it is kept, from markup without uids: `id` names an element, and becomes its uid. Everything
 * has a box, one below the other, but for what `data-box="none"` or other numbers say.
 */
function makePage(body: string): PageSnapshot {
  const boxes: Record<string, Box> = {};
  let count = 0;
  const html = `<head></head><body>${body}</body>`.replace(
    /<(?!\/|option)([a-z0-9]+)([^>]*)>/g,
    (_, tag: string, attributes: string) => {
      count += 1;
      const uid = /\bid="([^"]+)"/.exec(attributes)?.[1] ?? `u${count}`;
      const given = /data-box="([^"]+)"/.exec(attributes)?.[1];
      const [x = 10, y = count * 22, width = 120, height = 20] =
        given === undefined || given === 'none' ? [] : given.split(' ').map(Number);
      if (given !== 'none' && tag !== 'head') boxes[uid] = { x, y, width, height };
      return `<${tag}${attributes} ${UID_ATTRIBUTE}="${uid}">`;
    },
  );
  const top = {
    ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, exact: true },
    ...{ url: 'https://shop.example/lamps', title: 'Lamps', html, boxes, viewport: VIEWPORT },
    root: { uid: 'root', attributes: {} },
    place: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    scroll: { x: 0, y: 0 },
  };
  return { frames: [top], devicePixelRatio: 1, takenAt: 0 };
}

/** What a round sees of it; candidates in the order of the page. */
export function see(
  body: string,
  history: readonly HistoryEntry[] = [
    { kind: 'said', speaker: 'instructor', text: 'put the walnut lamp into the cart' },
  ],
): ModelContext {
  const page = makePage(body);
  const candidates = listCandidates([parsePage(page)], VIEWPORT);
  const { url = '', title = '' } = page.frames[0] ?? {};
  const observation = { tabId: 1, url, title, candidates, page };
  return { observation, candidates, history, fence: '0a1b2c3d-4e5f', limit: null };
}

export function makeTerms(over: Partial<EndpointTerms> = {}): EndpointTerms {
  return {
    ...{ budget: 8000, tokenizer: approximateTokenizer, images: false, form: 'text' },
    ...over,
  };
}

/** Everything that a question says. */
export function readText({ prompt }: Question): string {
  return prompt.messages.map(({ content }: ChatMessage) => content).join('\n');
}
