import type { ChatImage, ChatMessage, FinalQuestion } from '../navigator/model/question.ts';
import type { RankTurn } from '../formats/training/rank-turn.ts';
import type { OtrTokenizer } from '../formats/otr/tokenizer.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import type {
  Mark,
  Elements,
  Picture,
  Scene,
  SceneEvent,
  Strategy,
} from '../strategies/strategy.ts';
import type { Usage } from './row.ts';
import { getDefinition } from '../action/action.ts';
import type { ReplayEvent, ReplayTurn } from '../formats/dmr/replay.ts';
import { writeCall } from '../formats/dmr/query.ts';
import type { OtrCandidate } from '../formats/otr/prompt.ts';
import { readPastAction, readMaterial } from '../formats/otr/prompt.ts';
import { assignCandidates } from '../formats/otr/select-turns.ts';
import { listRankedRecords } from '../formats/training/rank-turn.ts';
import { restoreTarget } from '../navigator/model/question.ts';
import { readReply } from '../navigator/reply/read-reply.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { collapse, cut } from '../ranking/page/visible-text.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';
import { budgetOf } from '../strategies/strategy.ts';

/** What came of one question. `stopped`: not asked any more; `failed`: asked in vain. */
export type Asked =
  | { ok: true; text: string; usage: Usage }
  | { ok: false; kind: 'stopped' | 'failed'; reason: string };

/** Asks the endpoint one thing. */
export type Ask = (messages: readonly ChatMessage[]) => Promise<Asked>;

/**
 * Draws marks into a screenshot (PNG). Marks and `viewportWidth` are in CSS px. Throws or rejects if the screenshot cannot be
 * read.
 */
export type DrawMarks = (
  png: Uint8Array,
  marks: readonly Mark[],
  viewportWidth: number,
) => ChatImage | Promise<ChatImage>;

/** A turn to be predicted, with what any strategy may show of it. Later turns must not be looked at. */
export interface OpenTurn {
  view: ReplayView;
  index: number;
  /** The view's turns that get a prompt, in order. */
  selected: readonly number[];
  rank: RankTurn;
  tokenizer: OtrTokenizer;
  /** Tokens that the model holds at once. */
  contextTokens: number;
}

/**
 * What a model says comes next, as one call in WebLINX's language, which all metrics read. Questions are
 * in text, with pictures where there is `drawMarks`; what they took together is the answer's usage. One that
 * fails ends it.
 */
export async function predictTurn(
  strategy: Strategy,
  open: OpenTurn,
  ask: Ask,
  drawMarks: DrawMarks | null = null,
): Promise<Asked> {
  const { tokenizer } = open;
  const budget = budgetOf(open.contextTokens);
  const terms = { budget, tokenizer, images: drawMarks !== null, form: 'text' } as const;
  let question = await strategy.open(await openReplayScene(open, drawMarks), terms);
  let usage: Usage | null = null;
  for (;;) {
    const asked = await ask(question.prompt.messages);
    if (!asked.ok) return asked;
    usage = usage ? addUsage(usage, asked.usage) : asked.usage;
    const further = question.kind === 'decide' && question.further?.(asked.text);
    if (further) {
      question = further;
      continue;
    }
    if (question.kind === 'decide') {
      const text = strategy.isVerbatim ? asked.text : writeAnswer(asked.text, question);
      return { ok: true, text, usage };
    }
    question = question.next(asked.text);
  }
}

/** An answer that cannot be read stays as it is, and counts as wrong. */
function writeAnswer(text: string, question: FinalQuestion): string {
  const translated = question.translate(text);
  const decision = restoreTarget(
    readReply(translated, question.choices, { numbered: question.isNumbered }),
    question,
  );
  if (decision.kind === 'say') {
    // WebLINX's reader ends a string at any quote.
    const utterance = decision.text.replaceAll('"', "'");
    return writeCall('say', { speaker: 'navigator', utterance });
  }
  if (decision.kind !== 'perform') return text;
  const { intent, ...args } = decision.action;
  return writeCall(getDefinition(intent).call, args);
}

function addUsage(one: Usage, other: Usage): Usage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    cost: one.cost + other.cost,
    estimated: one.estimated || other.estimated,
    cached: one.cached && other.cached,
  };
}

const LONGEST_NAME = 60;

/**
 * A recorded turn as input of strategies, complete. An utterance has no page; it gets the page before it, because a
 * missing page would reveal that something is said. Without `drawMarks` it has no screenshot.
 */
async function openReplayScene(open: OpenTurn, drawMarks: DrawMarks | null): Promise<Scene> {
  const { view, index } = open;
  const shown = await findPage(open);
  const top = shown?.page.frames[0];
  return {
    url: top?.url ?? '',
    title: top?.title ?? '',
    viewport: top?.viewport ?? null,
    history: view.turns.slice(0, index).map(toHistoryEntry),
    readElements: () => readElements(open, shown),
    ...(drawMarks && {
      takePicture: (marks: readonly Mark[]) => takePicture(open, shown, marks, drawMarks),
    }),
    async readOtr() {
      const page = await view.readPage(index);
      const html = page?.html ?? null;
      const candidates = await findCandidates(open);
      const material = readMaterial({ turns: view.turns, index, html, candidates });
      // The metric looks for what is named on the page, not among candidates.
      return { material, choices: [] };
    },
    live: null,
  };
}

interface ShownPage {
  index: number;
  page: PageSnapshot;
}

async function findPage({ view, index }: OpenTurn): Promise<ShownPage | null> {
  for (let at = index; at >= 0; at--) {
    const page = await view.readSnapshot(at);
    if (page) return { index: at, page };
  }
  return null;
}

async function readElements({ view, rank }: OpenTurn, shown: ShownPage | null): Promise<Elements> {
  if (!shown) return { candidates: [], tree: null };
  const tree = parsePage(shown.page);
  const listed = listCandidates([tree], shown.page.frames[0]?.viewport ?? null);
  const scores = await rank(view, shown.index, listed);
  const scored = listed.map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }));
  const ranked = scored.sort((one, other) => other.score - one.score);
  return { candidates: ranked.map(({ candidate }) => candidate), tree };
}

async function takePicture(
  { view }: OpenTurn,
  shown: ShownPage | null,
  marks: readonly Mark[],
  drawMarks: DrawMarks,
): Promise<Picture> {
  const png = shown && (await view.readScreenshot(shown.index));
  const width = shown?.page.frames[0]?.viewport.width;
  if (!png || !width) return { ok: false, reason: 'none was recorded' };
  try {
    return { ok: true, image: await drawMarks(png, marks, width) };
  } catch {
    return { ok: false, reason: 'the recorded one cannot be read' };
  }
}

/** The ten best of the turn; of a turn that nothing is ranked for those of the nearest before it. */
async function findCandidates({ view, index, selected, rank }: OpenTurn): Promise<OtrCandidate[]> {
  for (const at of selected.slice(0, selected.indexOf(index) + 1).toReversed()) {
    const records = await listRankedRecords(view, at, rank);
    if (records.length > 0) return assignCandidates([at], records).get(at) ?? [];
  }
  return [];
}

function toHistoryEntry(turn: ReplayTurn): SceneEvent {
  if (turn.type === 'chat') {
    const speaker = turn.speaker === 'instructor' ? 'instructor' : 'navigator';
    return { kind: 'said', speaker, text: turn.utterance };
  }
  return { kind: 'acted', call: readPastAction(turn), done: describeEvent(turn), outcome: null };
}

/** `text_input "lamp" in input "Search the shop"`. */
function describeEvent({ action }: ReplayEvent): string {
  const { intent, arguments: given } = action;
  const { element, properties, text, value } = given;
  const url = properties?.['url'];
  const content = text ?? value ?? (intent === 'load' && typeof url === 'string' ? url : undefined);
  const parts = [intent, ...(content === undefined ? [] : [quote(content)])];
  if (element) {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt', 'name'];
    const names = [element.textContent, ...attributes.map((at) => element.attributes[at])];
    const name = names.find((each) => each !== undefined && each.trim() !== '') ?? '';
    const tag = element.tagName.toLowerCase();
    parts.push(`in ${tag}${name === '' ? '' : ` ${quote(name)}`}`);
  }
  return parts.join(' ');
}

function quote(text: string): string {
  return `"${cut(collapse(text), LONGEST_NAME)}"`;
}
