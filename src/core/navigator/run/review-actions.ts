import type { ReceiptChange, Receipt } from '../../action/receipt.ts';
import { describeReceipt, describeAttempts } from '../describe.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import type { RunAction, RunProgress } from './run-progress.ts';

/**
 * Looks again at what this round has told as done, and tells what is otherwise by now: a switch that was not
 * saved and went back, a message that came late. `isLast`: the round is about to end. Returns a sentence for
 * each that was taken back.
 */
export async function* reviewActions(
  log: RunProgress,
  ports: Pick<Ports, 'review'>,
  isLast: boolean,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, string[]> {
  if (log.actions.length === 0 || !ports.review) return [];
  const lost: string[] = [];
  for (const { turnId, receipt: now } of await ports.review(isLast, signal)) {
    const act = log.actions.find((each) => each.turnId === turnId);
    if (!act || act.isTakenBack) continue;
    const isTakenBack = isReverted(act, now);
    const receipt = mergeLaterReceipt(act.receipt, now);
    if (!isTakenBack && receiptKey(receipt) === receiptKey(act.receipt)) continue;
    const outcome = isTakenBack
      ? describeReverted(now, act)
      : describeAttempts(receipt, describeReceipt(receipt, act.target, act.among));
    Object.assign(act, { receipt, outcome, ...(isTakenBack && { isTakenBack }) });
    yield { type: 'acted', turnId, receipt, description: outcome, later: true };
    if (isTakenBack) lost.push(`I ${act.done}, but ${outcome}.`);
  }
  signal.throwIfAborted();
  return lost;
}

/** What a page shows at once and takes back when it could not be saved. */
function isToggleChange(change: ReceiptChange): boolean {
  return change.kind === 'checked' || (change.kind === 'state' && change.name === 'pressed');
}

function isReverted({ receipt }: RunAction, now: Receipt): boolean {
  if (receipt.asAsked !== undefined) return receipt.asAsked && now.asAsked === false;
  return receipt.changes.some(isToggleChange) && !now.changes.some(isToggleChange);
}

function describeReverted({ changes }: Receipt, { target }: RunAction): string {
  const texts = changes.filter(({ kind }) => kind === 'appeared');
  const told = describeReceipt({ verdict: 'changed', changes: texts }, target);
  return `the page took it back${texts.length > 0 ? ` (${told})` : ''}`;
}

/** What was told, with what is true by now: messages come and go, a switch is where it is now. */
function mergeLaterReceipt(
  before: Receipt,
  { verdict, changes, asAsked, pending }: Receipt,
): Receipt {
  const told = { ...before };
  delete told.pending;
  const known = new Set(told.changes.map(changeKey));
  const after = new Set(changes.map(changeKey));
  const kept = told.changes.filter(
    (change) => !isToggleChange(change) || after.has(changeKey(change)),
  );
  const added = changes.filter(
    (change) =>
      !known.has(changeKey(change)) && (change.kind === 'appeared' || isToggleChange(change)),
  );
  return {
    ...told,
    verdict: told.verdict === 'unchanged' ? verdict : told.verdict,
    changes: [...kept, ...added],
    ...(asAsked !== undefined && { asAsked }),
    ...(pending && { pending }),
  };
}

function receiptKey({ verdict, changes, asAsked, pending }: Receipt): string {
  return JSON.stringify([verdict, changes, asAsked, pending]);
}

function changeKey(change: ReceiptChange): string {
  return JSON.stringify(change);
}
