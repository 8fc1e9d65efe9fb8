import { approximateTokenizer } from '../../../src/core/formats/otr/tokenizer.ts';
import type { RankedElement } from '../../../src/app/automation.ts';
import type { StrategyName } from '../../../src/core/navigator/model/endpoint-settings.ts';
import { STRATEGY_NAMES } from '../../../src/core/navigator/model/endpoint-settings.ts';
import { roundFigure } from '../recorder/median.ts';
import type { MadePage } from './make-page.ts';
import type { Bench } from './open-bench.ts';
import { askAbout } from './ask-about.ts';

/** What one strategy takes, asked in text; tokens are means of all tasks on the page, which are one conversation. */
export interface StrategyFigures {
  strategy: StrategyName;
  /** One question as it reached the endpoint, rules and conversation included. */
  prompt_tokens: number;
  /** Of it, what was taken from the page. */
  observation_tokens: number;
  /** Questions up to the action, and their tokens together. */
  questions: number;
  action_tokens: number;
  times_fewer_than_dom: number;
  /** The same for the observation alone: a prompt with the whole DOM also has rules and conversation. */
  observation_times_fewer_than_dom: number;
  times_fewer_than_listing: number;
  /** Of a question that offers tools: their descriptions, the same in each, and the whole against the DOM. */
  tools_tokens: number;
  times_fewer_than_dom_with_tools: number;
  /** Share of tasks whose target the model can choose. */
  recall: number;
}

/** All tokens are counted alike. */
export interface PromptFigures {
  elements: number;
  tasks: number;
  /** The page's markup alone, without scripts and styles: real pages have more of these than our made ones. */
  dom_tokens: number;
  /** Letters of markup to an element, likewise. */
  letters_per_element: number;
  /** A numbered line for everything that can be acted on, alone. */
  listing_tokens: number;
  dom_recall: number;
  listing_recall: number;
  /** The same where both have the room that the first strategy's prompt took. */
  dom_recall_same_room: number;
  listing_recall_same_room: number;
  strategies: StrategyFigures[];
}

const { count } = approximateTokenizer;

/**
 * What a page costs a model in every strategy, and whether what is asked for is in it. `open` gives a browser in
 * which nothing was said yet.
 */
export async function measurePrompts(
  open: (strategy: StrategyName) => Promise<Bench>,
  path: string,
  made: MadePage,
): Promise<PromptFigures> {
  const bench = await open('weblinx');
  try {
    const page = await measurePage(bench, path, made);
    const strategies: StrategyFigures[] = [];
    for (const strategy of STRATEGY_NAMES) {
      const asked = await open(strategy);
      strategies.push(await measureStrategy(asked, strategy, path, made, page));
      await asked.close();
    }
    const room = strategies[0]?.prompt_tokens ?? 0;
    return { ...page, ...(await measureSameRoom(bench, made, room)), strategies };
  } finally {
    await bench.close();
  }
}

async function listLines(bench: Bench) {
  const elements = await bench.listElements('');
  return elements
    .toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0))
    .map((element, at) => ({
      element,
      line: `[${at}]<${element.tag}>${element.name}</${element.tag}>`,
    }));
}

async function listTargets(bench: Bench, { tasks }: MadePage) {
  const elements = await bench.listElements('');
  const targets = [];
  for (const { selector } of tasks) targets.push(await findTarget(bench, elements, selector));
  return targets;
}

async function measurePage(bench: Bench, path: string, made: MadePage) {
  await bench.open(path);
  const html = dropCode(await bench.page.content());
  const lines = await listLines(bench);
  const targets = await listTargets(bench, made);
  const of = made.tasks.length;
  return {
    elements: made.elements,
    tasks: of,
    dom_tokens: count(html),
    letters_per_element: Math.round(html.length / made.elements),
    listing_tokens: count(lines.map(({ line }) => line).join('\n')),
    dom_recall: 1,
    listing_recall: roundFigure(targets.filter((target) => target !== null).length / of),
  };
}

/** How many targets the beginning of the DOM and of the listing hold, in so many tokens. */
async function measureSameRoom(bench: Bench, made: MadePage, room: number) {
  const html = dropCode(await bench.page.content());
  const lines = await listLines(bench);
  const targets = await listTargets(bench, made);
  const near = { dom: 0, listing: 0 };
  for (const [at, { selector }] of made.tasks.entries()) {
    const place = lines.findIndex(({ element }) => element.uid === targets[at]?.uid);
    if (place === -1) continue;
    const upTo = lines.slice(0, place + 1).map(({ line }) => line);
    const [domPlace] = await bench.page.evaluate(findInMarkup, [selector, html] as const);
    if (count(upTo.join('\n')) <= room) near.listing += 1;
    if (count(html.slice(0, domPlace)) <= room) near.dom += 1;
  }
  const of = made.tasks.length;
  return {
    dom_recall_same_room: roundFigure(near.dom / of),
    listing_recall_same_room: roundFigure(near.listing / of),
  };
}

async function measureStrategy(
  bench: Bench,
  strategy: StrategyName,
  path: string,
  made: MadePage,
  sizes: { dom_tokens: number; listing_tokens: number },
): Promise<StrategyFigures> {
  await bench.open(path);
  const targets = await listTargets(bench, made);
  const sums = { prompts: 0, observed: 0, questions: 0, recalled: 0 };
  for (const [at, { instruction }] of made.tasks.entries()) {
    const { requests, isOffered } = await askAbout(
      bench,
      strategy,
      instruction,
      targets[at] ?? null,
    );
    const texts = requests.map(({ messages }) => messages.map(({ content }) => content));
    sums.questions += texts.length;
    for (const contents of texts) {
      sums.prompts += contents.reduce((sum, text) => sum + count(text), 0);
      sums.observed += contents.reduce((sum, text) => sum + countObserved(text), 0);
    }
    if (isOffered) sums.recalled += 1;
  }
  const tools = await measureTools(bench, made.tasks[0]?.instruction ?? '');
  const of = made.tasks.length;
  const [prompt, observation] = [sums.prompts / sums.questions, sums.observed / sums.questions];
  return {
    strategy,
    prompt_tokens: Math.round(prompt),
    observation_tokens: Math.round(observation),
    questions: roundFigure(sums.questions / of),
    action_tokens: Math.round(sums.prompts / of),
    times_fewer_than_dom: roundFigure(sizes.dom_tokens / prompt),
    observation_times_fewer_than_dom: roundFigure(sizes.dom_tokens / observation),
    times_fewer_than_listing: roundFigure(sizes.listing_tokens / prompt),
    tools_tokens: tools,
    times_fewer_than_dom_with_tools: roundFigure(sizes.dom_tokens / (prompt + tools)),
    recall: roundFigure(sums.recalled / of),
  };
}

/** Tokens of the tools that a question offers; 0 for a strategy that asks in text only. */
async function measureTools(bench: Bench, instruction: string): Promise<number> {
  await bench.setTools(true);
  bench.setReply(() => 'say(speaker="navigator", utterance="Seen.")');
  await bench.send(instruction);
  const tools = bench.requests.at(-1)?.body['tools'];
  if (!Array.isArray(tools)) return 0;
  return count(JSON.stringify(tools.map((tool: { function: object }) => tool.function)));
}

/** What stands between the marks for what comes from pages, marks included. */
function countObserved(text: string): number {
  const fenced = text.match(/<(untrusted-\w+)>\n[\s\S]*?\n<\/\1>/g) ?? [];
  return fenced.reduce((sum, part) => sum + count(part), 0);
}

function dropCode(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '');
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
  const at = `<!DOCTYPE html>${document.documentElement.outerHTML}`
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .indexOf('<!--bench-mark-->');
  mark.remove();
  return [at];
}
