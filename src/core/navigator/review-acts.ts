import type { Change, Receipt } from '../action/receipt.ts';
import { describeReceipt } from './describe.ts';
import { tellTries } from './describe-tries.ts';
import type { Ports } from './ports.ts';
import type { RoundEvent } from './round-event.ts';
import type { Act, RoundLog } from './round-log.ts';

/**
 * Looks again at what this round has told as done, and tells what is otherwise by now: a switch that was not
 * saved and went back, a message that came late. `isLast`: the round is about to end. Returns a sentence for
 * each that was taken back.
 */
export async function* reviewActs(
  log: RoundLog,
  ports: Pick<Ports, 'review'>,
  isLast: boolean,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, string[]> {
  if (log.acts.length === 0 || !ports.review) return [];
  const lost: string[] = [];
  for (const { turnId, receipt: now } of await ports.review(isLast, signal)) {
    const act = log.acts.find((each) => each.turnId === turnId);
    if (!act || act.isTakenBack) continue;
    const isTakenBack = isUndone(act, now);
    const receipt = joinLater(act.receipt, now);
    if (!isTakenBack && nameReceipt(receipt) === nameReceipt(act.receipt)) continue;
    const outcome = isTakenBack
      ? tellTakenBack(now, act)
      : tellTries(receipt, describeReceipt(receipt, act.target, act.among));
    Object.assign(act, { receipt, outcome, ...(isTakenBack && { isTakenBack }) });
    yield { type: 'acted', turnId, receipt, description: outcome, later: true };
    if (isTakenBack) lost.push(`I ${act.done}, but ${outcome}.`);
  }
  signal.throwIfAborted();
  return lost;
}

/** What a page shows at once and takes back when it could not be saved. */
function isHeld(change: Change): boolean {
  return change.kind === 'checked' || (change.kind === 'state' && change.name === 'pressed');
}

function isUndone({ receipt }: Act, now: Receipt): boolean {
  if (receipt.asAsked !== undefined) return receipt.asAsked && now.asAsked === false;
  return receipt.changes.some(isHeld) && !now.changes.some(isHeld);
}

function tellTakenBack({ changes }: Receipt, { target }: Act): string {
  const texts = changes.filter(({ kind }) => kind === 'appeared');
  const told = describeReceipt({ verdict: 'changed', changes: texts }, target);
  return `the page took it back${texts.length > 0 ? ` (${told})` : ''}`;
}

/** What was told, with what is true by now: messages come and go, a switch is where it is now. */
function joinLater(before: Receipt, { verdict, changes, asAsked, pending }: Receipt): Receipt {
  const told = { ...before };
  delete told.pending;
  const known = new Set(told.changes.map(nameChange));
  const after = new Set(changes.map(nameChange));
  const kept = told.changes.filter((change) => !isHeld(change) || after.has(nameChange(change)));
  const added = changes.filter(
    (change) => !known.has(nameChange(change)) && (change.kind === 'appeared' || isHeld(change)),
  );
  return {
    ...told,
    verdict: told.verdict === 'unchanged' ? verdict : told.verdict,
    changes: [...kept, ...added],
    ...(asAsked !== undefined && { asAsked }),
    ...(pending && { pending }),
  };
}

function nameReceipt({ verdict, changes, asAsked, pending }: Receipt): string {
  return JSON.stringify([verdict, changes, asAsked, pending]);
}

function nameChange(change: Change): string {
  return JSON.stringify(change);
}
