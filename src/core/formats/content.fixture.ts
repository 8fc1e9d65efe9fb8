import type { Action } from '../action/action.ts';
import { targetOf } from '../action/action.ts';
import { startDemonstration } from '../demonstration/recording-state.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import { encodeText } from '../bytes.ts';
import { encodeBoxes } from '../demonstration/content.ts';
import type { BrowserTurn, Demonstration, Turn } from '../demonstration/demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../demonstration/make-turn.fixture.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { findByUid, xpathOf } from '../snapshot/element-tree.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { FixturePage } from './page.fixture.ts';

/** What happened on which page; `page` null for actions about no page. */
export interface FixtureStep {
  action: Action;
  page?: FixturePage;
  over?: Partial<BrowserTurn>;
}

const IMAGE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);

/** A demonstration of these steps, two seconds apart, with the pages in a store of its own. */
export function makeContent(
  steps: readonly FixtureStep[],
  over: Partial<Demonstration> = {},
): DemonstrationContent {
  const store = new Map<string, Uint8Array<ArrayBuffer>>([['image', IMAGE]]);
  const begun = startDemonstration({
    id: 'demo',
    at: 1_760_000_000_000,
    title: 'Shop',
    userAgent: 'Mozilla/5.0 Chrome/140.0.0.0',
    timezoneOffsetMinutes: 0,
    recorder: '1.0.0',
  });
  const demonstration: Demonstration = { ...begun, state: 'stopped', ...over };
  const turns = steps.map((step, index): Turn => {
    const common = {
      id: `turn-${index}`,
      demonstrationId: demonstration.id,
      at: demonstration.startedAt + 2000 * (index + 1),
      seq: index,
    };
    if (step.action.intent === 'say') return makeSayTurn({ ...common, action: step.action });
    return { ...makeStep(step, step.action, store), ...common, ...step.over };
  });
  const read = (hash: string) => Promise.resolve(store.get(hash) ?? null);
  return { demonstration, turns, read };
}

function makeStep(
  { page }: FixtureStep,
  action: BrowserTurn['action'],
  store: Map<string, Uint8Array<ArrayBuffer>>,
): BrowserTurn {
  const turn = makeBrowserTurn({ action });
  if (!page) return turn;
  const { frame } = page;
  const key = frame.html;
  store.set(`html ${key}`, encodeText(frame.html)).set(`boxes ${key}`, encodeBoxes(frame.boxes));
  const stored = { ...frame, html: `html ${key}`, boxes: `boxes ${key}` };
  const proof = { kind: 'unchanged', requestedAt: 0, doneAt: 1 } as const;
  return {
    ...turn,
    metadata: { ...turn.metadata, url: frame.url },
    element: describe(page, targetOf(action)),
    snapshot: { frames: [stored], devicePixelRatio: 1, takenAt: 0, exact: true },
    screenshot: { status: 'kept', image: 'image', width: 1280, height: 720, proof },
  };
}

function describe({ frame }: FixturePage, uid: string | null): BrowserTurn['element'] {
  const root = parsePage({ frames: [frame], devicePixelRatio: 1, takenAt: 0 });
  const node = uid === null ? null : findByUid(root, uid);
  if (!node || uid === null) return null;
  const known = listCandidates([root]).find((candidate) => candidate.uid === uid);
  return {
    uid,
    frameId: 0,
    tagName: node.tag.toUpperCase(),
    attributes: { ...node.attributes },
    box: node.box ?? { x: 0, y: 0, width: 0, height: 0 },
    textContent: node.children.filter((child) => typeof child === 'string').join(''),
    xpath: xpathOf(node),
    name: known?.fields.name ?? '',
    role: known?.role ?? '',
  };
}
