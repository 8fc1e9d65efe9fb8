import type { ReceiptChange, Receipt } from '../../action/receipt.ts';
import { describeReceipt, describeAttempts } from '../describe.ts';
import type { RunContext } from './run-progress.ts';
import type { RunEvent } from './run-event.ts';
import type { RunAction } from './run-progress.ts';

/**
 * Reads the receipts of the run's actions again and reports differences: a switch that the page reverted, a
 * message that came late. `isLast`: the run is about to end. Returns a sentence for each reverted action.
 */
export async function* reviewActions(
  {
    progress,
    ports,
    signal,
  }: Pick<RunContext, 'progress' | 'signal'> & { ports: Pick<RunContext['ports'], 'review'> },
  isLast: boolean,
): AsyncGenerator<RunEvent, string[]> {
  if (progress.actions.length === 0 || !ports.review) return [];
  const lost: string[] = [];
  for (const { turnId, receipt: now } of await ports.review(isLast, signal)) {
    const act = progress.actions.find((each) => each.turnId === turnId);
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

/** Pages show these at once, and revert them if they could not be saved. */
function isToggleChange(change: ReceiptChange): boolean {
  return change.kind === 'checked' || (change.kind === 'state' && change.name === 'pressed');
}

function isReverted({ receipt }: RunAction, now: Receipt): boolean {
  if (receipt.asAsked !== undefined) return receipt.asAsked && now.asAsked === false;
  return receipt.changes.some(isToggleChange) && !now.changes.some(isToggleChange);
}

function describeReverted({ changes }: Receipt, { target }: RunAction): string {
  const texts = changes.filter(({ kind }) => kind === 'appeared');
  const described = describeReceipt({ verdict: 'changed', changes: texts }, target);
  return `the page took it back${texts.length > 0 ? ` (${described})` : ''}`;
}

/** Merges receipts: messages of both stay, switches have their state of now. */
function mergeLaterReceipt(
  before: Receipt,
  { verdict, changes, asAsked, pending }: Receipt,
): Receipt {
  const described = { ...before };
  delete described.pending;
  const known = new Set(described.changes.map(changeKey));
  const after = new Set(changes.map(changeKey));
  const kept = described.changes.filter(
    (change) => !isToggleChange(change) || after.has(changeKey(change)),
  );
  const added = changes.filter(
    (change) =>
      !known.has(changeKey(change)) && (change.kind === 'appeared' || isToggleChange(change)),
  );
  return {
    ...described,
    verdict: described.verdict === 'unchanged' ? verdict : described.verdict,
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
