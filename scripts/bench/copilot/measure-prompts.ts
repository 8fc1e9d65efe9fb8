import { approximateTokenizer } from '../../../src/core/formats/otr/approximate-tokenizer.ts';
import type { RankedElement } from '../../../src/app/automation.ts';
import { roundFigure } from '../recorder/median.ts';
import type { MadePage } from './make-page.ts';
import type { Bench } from './open-bench.ts';

/** Tokens are means of all tasks on the page, counted alike on all sides. */
export interface PromptFigures {
  elements: number;
  tasks: number;
  /** The whole prompt as it reached the endpoint, rules and conversation included. */
  ours_tokens: number;
  /** The page's markup alone. */
  dom_tokens: number;
  /** A numbered line for everything that can be acted on, alone. */
  listing_tokens: number;
  times_fewer_than_dom: number;
  times_fewer_than_listing: number;
  /** Share of tasks whose target the model can choose. */
  ours_recall: number;
  dom_recall: number;
  listing_recall: number;
  /** The same where all have the room that our prompt took. */
  dom_recall_same_room: number;
  listing_recall_same_room: number;
}

const { count } = approximateTokenizer;

/** What a page costs a model, and whether what is asked for is in it. */
export async function measurePrompts(
  bench: Bench,
  path: string,
  made: MadePage,
): Promise<PromptFigures> {
  await bench.open(path);
  const elements = await bench.listElements('');
  const html = await bench.page.content();
  const lines = elements
    .toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0))
    .map((element, at) => ({
      element,
      line: `[${at}]<${element.tag}>${element.name}</${element.tag}>`,
    }));
  const listing = lines.map(({ line }) => line).join('\n');
  const sums = { ours: 0, recalled: 0, listed: 0, domNear: 0, listedNear: 0 };
  bench.setReply(() => 'say(speaker="navigator", utterance="Seen.")');
  for (const { instruction, selector } of made.tasks) {
    const target = await findTarget(bench, elements, selector);
    const before = bench.requests.length;
    await bench.send(instruction);
    const request = bench.requests[before];
    if (!request) throw new Error(`Nothing was asked about “${instruction}”.`);
    const tokens = request.messages.reduce((sum, { content }) => sum + count(content), 0);
    sums.ours += tokens;
    if (!target) continue;
    const place = lines.findIndex(({ element }) => element === target);
    const upTo = lines.slice(0, place + 1).map(({ line }) => line);
    const [domPlace] = await bench.page.evaluate(findInMarkup, [selector, html] as const);
    if (isOffered(request.messages[0]?.content ?? '', target.uid)) sums.recalled += 1;
    sums.listed += 1;
    if (count(upTo.join('\n')) <= tokens) sums.listedNear += 1;
    if (count(html.slice(0, domPlace)) <= tokens) sums.domNear += 1;
  }
  const of = made.tasks.length;
  const ours = sums.ours / of;
  return {
    elements: made.elements,
    tasks: of,
    ours_tokens: Math.round(ours),
    dom_tokens: count(html),
    listing_tokens: count(listing),
    times_fewer_than_dom: roundFigure(count(html) / ours),
    times_fewer_than_listing: roundFigure(count(listing) / ours),
    ours_recall: roundFigure(sums.recalled / of),
    dom_recall: 1,
    listing_recall: roundFigure(sums.listed / of),
    dom_recall_same_room: roundFigure(sums.domNear / of),
    listing_recall_same_room: roundFigure(sums.listedNear / of),
  };
}

/** Candidates are listed behind everything else of the first message, one to a line with its uid. */
function isOffered(system: string, uid: string): boolean {
  return system.slice(system.lastIndexOf('candidates')).includes(uid);
}

export async function findTarget(
  { page }: Bench,
  elements: readonly RankedElement[],
  selector: string,
): Promise<RankedElement | null> {
  const found = await page.evaluate(
    ([paths, wanted]) => {
      const target = document.querySelector(wanted);
      return paths.findIndex(
        (path) =>
          document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
            .singleNodeValue === target,
      );
    },
    [elements.map(({ xpath }) => xpath), selector] as const,
  );
  return elements[found] ?? null;
}

/** Where the element ends in the markup: what has been read of the DOM by then. */
function findInMarkup([selector, html]: readonly [string, string]): [number] {
  const target = document.querySelector(selector);
  if (!target) return [html.length];
  const mark = document.createComment('bench-mark');
  target.after(mark);
  const at = `<!DOCTYPE html>${document.documentElement.outerHTML}`.indexOf('<!--bench-mark-->');
  mark.remove();
  return [at];
}
