import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { DmrRecord } from '../dmr/record.ts';
import { listDmrPairs } from '../dmr/record.ts';
import { readTargetUid } from '../dmr/replay.ts';
import type { OtrMessage, OtrCandidate } from '../otr/prompt.ts';
import { insertEmptyUser, readMaterial, writeOtrPrompt, writeOtrTarget } from '../otr/prompt.ts';
import { assignCandidates, sortPromptTurns } from '../otr/select-turns.ts';
import type { OtrTokenizer } from '../otr/tokenizer.ts';
import { approximateTokenizer } from '../otr/tokenizer.ts';
import type { ReplayView } from '../weblinx/replay.ts';
import { openReplay, writeReplayEvent } from '../weblinx/replay.ts';
import { createRandom, drawSome } from './random.ts';
import type { RankTurn } from './rank-turn.ts';
import { listRankedRecords } from './rank-turn.ts';
import type { Action } from '../../action/action.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { isExported } from '../weblinx/turn.ts';

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
      NEGATIVES,
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
async function* listPrompts(
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
    const material = readMaterial({ turns: view.turns, index, html, candidates });
    const prompt = writeOtrPrompt(material, tokenizer);
    yield { index, prompt: insertEmptyUser(prompt), target: writeOtrTarget(turn) };
  }
}

/** A conversation for chat fine-tuning; the model learns the last message. */
export interface ChatLine {
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
    const messages = [...prompt, ...say(target)].map(fillEmpty);
    yield { demonstration: view.name, turn: index, site: sites[index] ?? '', messages };
  }
}

/** Trainers refuse empty messages; WebLINX has one where the user said nothing yet. */
function fillEmpty(message: OtrMessage): OtrMessage {
  return message.content === '' ? { ...message, content: '…' } : message;
}

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

/**
 * A line for preference training: TRL's conversational preference format with an explicit prompt
 * (https://huggingface.co/docs/trl/dataset_formats#preference).
 */
export interface PreferenceLine {
  prompt: OtrMessage[];
  chosen: OtrMessage[];
  rejected: OtrMessage[];
  /** The person refused the action, or corrected it afterwards. */
  source: 'refused' | 'corrected';
}

/**
 * Yields what a person preferred to the copilot's proposals: each refused proposal against what was done instead, and each
 * action that verifiably failed against what the person then did on the same page. Drops pairs that read the same in the
 * prompt's language.
 */
export async function* listPreferenceLines(
  content: DemonstrationContent,
  options: PromptOptions = {},
): AsyncGenerator<PreferenceLine> {
  const rejected = findRejected(content.turns);
  if (rejected.size === 0) return;
  const view = await openReplay(content);
  for await (const { index, prompt, target } of listPrompts(view, options)) {
    const found = rejected.get(view.turnIds[index] ?? '');
    for (const { action, source } of found?.actions ?? []) {
      const shown = found && (await showAction(action, found.turn, content));
      const text = shown && writeOtrTarget(shown);
      if (text && text !== target) {
        yield {
          prompt: prompt.map(fillEmpty),
          ...{ chosen: say(target), rejected: say(text), source },
        };
      }
    }
  }
}

interface Rejected {
  turn: BrowserTurn;
  actions: { action: Action; source: PreferenceLine['source'] }[];
}

/** Returns rejected actions by the id of the turn that was chosen instead. */
function findRejected(turns: readonly Turn[]): Map<string, Rejected> {
  const found = new Map<string, Rejected>();
  const browser = turns.filter((turn) => turn.kind === 'browser');
  for (const [index, turn] of browser.entries()) {
    const actions: Rejected['actions'] = (turn.refused ?? []).map((action) => ({
      action,
      source: 'refused',
    }));
    const before = browser[index - 1];
    if (before && wasCorrected(before, turn)) {
      actions.push({ action: before.action, source: 'corrected' });
    }
    if (actions.length > 0) found.set(turn.id, { turn, actions });
  }
  return found;
}

/** Whether the copilot's action failed and the person continued on that page. */
function wasCorrected(before: BrowserTurn, turn: BrowserTurn): boolean {
  if (before.by !== 'copilot' || turn.by !== 'person' || before.receipt === null) return false;
  if (before.metadata.url !== turn.metadata.url) return false;
  return before.receipt.asAsked === false || before.receipt.verdict === 'unchanged';
}

/** Writes the action as a turn; null where the prompt's language lacks it. */
async function showAction(
  action: Action,
  turn: BrowserTurn,
  { demonstration, read }: DemonstrationContent,
): Promise<ReplayTurn | null> {
  if (action.intent === 'say') {
    return { type: 'chat', timestamp: 0, speaker: action.speaker, utterance: action.utterance };
  }
  const proposed: BrowserTurn = { ...turn, action, element: null };
  if (!isExported(proposed)) return null;
  const page = turn.snapshot && (await readPage(read, turn.snapshot));
  return writeReplayEvent(proposed, 0, page, demonstration.startedAt);
}

function say(content: string): OtrMessage[] {
  return [{ role: 'assistant', content }];
}
