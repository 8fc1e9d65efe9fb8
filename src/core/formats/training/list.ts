import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { DmrRecord } from '../dmr/record.ts';
import { listDmrPairs } from '../dmr/record.ts';
import { readTargetUid } from '../dmr/replay.ts';
import type { OtrMessage } from '../otr/prompt.ts';
import type { OtrCandidate } from '../otr/candidates-part.ts';
import { insertEmptyUser } from '../otr/prompt.ts';
import { writeOtrPrompt, writeOtrTarget } from '../otr/prompt.ts';
import { assignCandidates, sortPromptTurns } from '../otr/select-turns.ts';
import type { OtrTokenizer } from '../otr/tokenizer.ts';
import { approximateTokenizer } from '../otr/tokenizer.ts';
import type { ReplayView } from '../weblinx/replay.ts';
import { openReplay } from '../weblinx/replay.ts';
import { createRandom, drawSome } from './random.ts';
import type { RankTurn } from './rank-turn.ts';
import { listRankedRecords } from './rank-turn.ts';

/** A line for sentence-transformers' trainer with CosineSimilarityLoss; `label` is 1 for the target. */
interface DmrPairLine {
  sentence1: string;
  sentence2: string;
  label: 0 | 1;
}

/** WebLINX trains with at most nine wrong elements per turn. */
const NEGATIVES = 9;

/**
 * Yields training pairs of the element ranker as WebLINX draws them: for each turn whose target is in the page, the target
 * if it passes the candidate filter, and up to nine random others, seeded by the demonstration.
 */
export async function* listDmrPairLines(
  content: DemonstrationContent,
  negatives: number = NEGATIVES,
): AsyncGenerator<DmrPairLine> {
  const view = await openReplay(content);
  const random = createRandom(view.name);
  for (const [index, turn] of view.turns.entries()) {
    const uid = readTargetUid(turn);
    const page = uid === null ? null : await view.readPage(index);
    if (uid === null || !page?.html.includes(`"${uid}"`)) continue;
    const pairs = listDmrPairs(view.name, view.turns, index, page);
    const wrong = drawSome(
      pairs.filter(({ label }) => label === 0),
      negatives,
      random,
    );
    for (const { query, doc, label } of [...pairs.filter((pair) => pair.label === 1), ...wrong]) {
      yield { sentence1: query, sentence2: doc, label };
    }
  }
}

/** Yields WebLINX's candidates file, one record per candidate, ranked by words by default. */
export async function* listCandidateRecords(
  content: DemonstrationContent,
  rank?: RankTurn,
): AsyncGenerator<DmrRecord> {
  const view = await openReplay(content);
  for (const index of view.turns.keys()) yield* await listRankedRecords(view, index, rank);
}

interface PromptedTurn {
  /** Index in the view's turns. */
  index: number;
  prompt: OtrMessage[];
  /** What the model is to answer. */
  target: string;
}

export interface PromptOptions {
  /** Cuts prompts; an approximation by default. */
  tokenizer?: OtrTokenizer;
  rank?: RankTurn;
  /** Includes turns without a proven screenshot, which the prompts don't show. */
  unproven?: boolean;
  /** Called with the number of turns that have no prompt, since their screenshot is missing or not proven. */
  onSkipped?(turns: number): void;
}

/** Yields the prompts of a demonstration, in order, with one page in memory and the ten best records of a turn. */
export async function* listPrompts(
  view: ReplayView,
  { tokenizer = approximateTokenizer, rank, unproven = false, onSkipped }: PromptOptions,
): AsyncGenerator<PromptedTurn> {
  const sorted = sortPromptTurns(view.turns);
  const selected = unproven
    ? [...sorted.selected, ...sorted.unproven].sort((a, b) => a - b)
    : sorted.selected;
  if (!unproven) onSkipped?.(sorted.unproven.length);
  let candidates: readonly OtrCandidate[] = [];
  for (const index of selected) {
    const records = await listRankedRecords(view, index, rank);
    // A turn without ranked elements repeats the candidates of the one before.
    if (records.length > 0) candidates = assignCandidates([index], records).get(index) ?? [];
    const turn = view.turns[index];
    if (!turn) continue;
    const page = await view.readPage(index);
    const html = page?.html ?? null;
    const prompt = writeOtrPrompt({ turns: view.turns, index, html, candidates, tokenizer });
    yield { index, prompt: insertEmptyUser(prompt), target: writeOtrTarget(turn) };
  }
}

/** A conversation for chat fine-tuning; the model learns the last message. */
interface ChatLine {
  /** The demonstration's name, the turn from 0 as in WebLINX, and the page's host: for splits and tracing. */
  demonstration: string;
  turn: number;
  site: string;
  messages: OtrMessage[];
}

export async function* listChatLines(
  content: DemonstrationContent,
  options: PromptOptions = {},
): AsyncGenerator<ChatLine> {
  const view = await openReplay(content);
  const sites = listSites(view, content);
  for await (const { index, prompt, target } of listPrompts(view, options)) {
    const answer = { role: 'assistant', content: target } as const;
    const messages = [...prompt, answer].map((message) =>
      message.content === '' ? { ...message, content: EMPTY } : message,
    );
    yield { demonstration: view.name, turn: index, site: sites[index] ?? '', messages };
  }
}

/** Trainers refuse empty messages; WebLINX has one where the user said nothing yet. */
const EMPTY = '…';

/** The host of the page at each of the view's turns; of what was said, the one before. */
function listSites(view: ReplayView, { turns }: DemonstrationContent): string[] {
  const urls = new Map(
    turns.flatMap((turn) => (turn.kind === 'browser' ? [[turn.id, turn.metadata.url]] : [])),
  );
  let last = '';
  return view.turnIds.map((id) => {
    const url = urls.get(id) ?? '';
    if (URL.canParse(url)) last = new URL(url).hostname;
    return last;
  });
}
