import type { ChatMessage } from '../navigator/chat-message.ts';
import type { OtrCandidate } from '../formats/otr/candidates-part.ts';
import type { OtrMessage } from '../formats/otr/merge-messages.ts';
import { insertEmptyUser } from '../formats/otr/merge-messages.ts';
import { writeOtrPrompt } from '../formats/otr/prompt.ts';
import { assignCandidates } from '../formats/otr/select-turns.ts';
import { listRankedRecords } from '../formats/training/rank-turn.ts';
import type { OpenTurn, Strategy } from './strategy.ts';

/** WebLINX's prompt of the optimal text representation, asked once (format notes §4). */
export const weblinxStrategy: Strategy = {
  name: 'weblinx',
  version: 1,
  predict: async (turn, ask) => ask(await writeMessages(turn)),
};

async function writeMessages(open: OpenTurn): Promise<ChatMessage[]> {
  const { view, index, tokenizer } = open;
  const page = await view.readPage(index);
  const candidates = await findCandidates(open);
  const html = page?.html ?? null;
  const prompt = writeOtrPrompt({ turns: view.turns, index, html, candidates, tokenizer });
  return insertEmptyUser(prompt).map(toChatMessage);
}

/** The ten best of the turn; of a turn that nothing is ranked for those of the nearest before it. */
async function findCandidates({ view, index, selected, rank }: OpenTurn): Promise<OtrCandidate[]> {
  for (const at of selected.slice(0, selected.indexOf(index) + 1).toReversed()) {
    const records = await listRankedRecords(view, at, rank);
    if (records.length > 0) return assignCandidates([at], records).get(at) ?? [];
  }
  return [];
}

/** Endpoints know three roles; a past action cut too short to have one is the assistant's, as most are. */
function toChatMessage({ role, content }: OtrMessage): ChatMessage {
  return { role: role === 'unknown' ? 'assistant' : role, content };
}
