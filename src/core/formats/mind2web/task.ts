import type { DemonstrationContent, ReadContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { listMindCandidates } from './candidates.ts';
import type { MindCandidate } from './candidates.ts';
import { cleanTree } from './clean.ts';
import type { MindAct, MindOperation } from './operation.ts';
import { listMindSteps, writeActionRepr } from './operation.ts';
import { buildMindTree } from './tree.ts';
import { nameWebsite } from './website.ts';
import { writeXml } from './xml.ts';

/** An entry of a task's `actions`. Both pages are from before the action. */
export interface MindAction {
  action_uid: string;
  raw_html: string;
  cleaned_html: string;
  operation: MindOperation;
  pos_candidates: MindCandidate[];
  neg_candidates: MindCandidate[];
}

/** A browser turn that is no action of the task. */
export interface LeftTurn {
  turn_id: string;
  intent: string;
  reason: string;
}

/** What is known of a task once all its actions were read. */
export interface MindOutcome {
  /** The turns that became actions, in order. */
  actions: BrowserTurn[];
  reprs: string[];
  left: LeftTurn[];
}

/** The members of a task but its actions. */
export interface MindTask {
  annotation_id: string;
  website: string;
  domain: string;
  subdomain: string;
  confirmed_task: string;
  action_reprs: string[];
}

/**
 * A demonstration's actions one by one, each page read once and let go; `outcome` is filled on the way.
 * A turn whose page was not kept, or whose target is not in it, is no action: so every action that there
 * is has its target in `cleaned_html`.
 */
export async function* listMindActions(
  { turns, read }: DemonstrationContent,
  outcome: MindOutcome,
): AsyncGenerator<MindAction> {
  for (const step of listMindSteps(turns)) {
    if ('left' in step) {
      leave(outcome, step.turn, step.left);
      continue;
    }
    const written = await writeStep(step, read);
    if (typeof written === 'string') {
      leave(outcome, step.turn, written);
      continue;
    }
    outcome.actions.push(step.turn);
    outcome.reprs.push(writeActionRepr(step));
    yield written;
  }
}

function leave({ left }: MindOutcome, { id, action }: BrowserTurn, reason: string): void {
  left.push({ turn_id: id, intent: action.intent, reason });
}

/** The action, or why there is none. */
async function writeStep(step: MindAct, read: ReadContent): Promise<MindAction | string> {
  const page = step.turn.snapshot && (await readPage(read, step.turn.snapshot));
  if (page === null) return 'its page was not kept';
  return writeMindAction(step, page) ?? 'its target is not in the kept page';
}

/** One action with its pages and candidates. Null when the target is not in the page. */
export function writeMindAction(
  { turn, operation, uid }: Pick<MindAct, 'turn' | 'operation' | 'uid'>,
  page: PageSnapshot,
): MindAction | null {
  const root = parsePage(page);
  const tree = buildMindTree(root, page.frames[0]?.scroll ?? { x: 0, y: 0 });
  const candidates = listMindCandidates(root, tree, uid);
  if (candidates === null) return null;
  const { positives, negatives } = candidates;
  const ids = new Set([...positives, ...negatives].map((candidate) => candidate.backend_node_id));
  return {
    action_uid: turn.id,
    raw_html: writeXml(tree),
    cleaned_html: writeXml(cleanTree(tree, ids)),
    operation,
    pos_candidates: positives,
    neg_candidates: negatives,
  };
}

/** `domain` and `subdomain` are the first two categories of the form; Mind2Web's are of that kind. */
export function describeMindTask(
  { demonstration, turns }: DemonstrationContent,
  { actions, reprs }: MindOutcome,
): MindTask {
  const { form } = demonstration;
  const asked = turns.flatMap((turn) =>
    turn.kind === 'say' && turn.action.speaker === 'instructor' ? [turn.action.utterance] : [],
  );
  return {
    annotation_id: demonstration.id,
    website: nameWebsite(actions[0]?.metadata.url ?? ''),
    domain: form.tasks[0] ?? '',
    subdomain: form.tasks[1] ?? '',
    confirmed_task: form.description.trim() || asked.join(' '),
    action_reprs: reprs,
  };
}
