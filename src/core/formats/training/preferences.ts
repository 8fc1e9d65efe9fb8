import type { Action } from '../../action/action.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { OtrMessage } from '../otr/prompt.ts';
import { writeOtrTarget } from '../otr/prompt.ts';
import { openReplay, writeReplayEvent } from '../weblinx/replay.ts';
import { isExported } from '../weblinx/turn.ts';
import type { PromptOptions } from './list.ts';
import { listPrompts } from './list.ts';

/** A line for preference training (the conversational form of TRL's DPO trainer). */
interface PreferenceLine {
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
        yield { prompt, chosen: say(target), rejected: say(text), source };
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
