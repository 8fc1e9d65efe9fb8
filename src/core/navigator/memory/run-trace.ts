import type { PageAction, TabAction } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import type { Receipt } from '../../action/receipt.ts';
import { MASK } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { mayHoldSecret, readTypedSecret } from '../journal/mask-secrets.ts';
import type { RunEvent } from '../run/run-event.ts';
import { readHost } from '../sites.ts';
import type { PastAction } from './past.ts';

/** A past act that the copilot did. */
type TracedAction = PastAction & { action: PageAction | TabAction };

/** A round of the copilot as far as it has come, in memory only. */
export interface RunTrace {
  /** Of the message that began it. */
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** What the instructor said; several where rounds before it asked. */
  messages: readonly string[];
  /** Of the page as it was read last. */
  url: string;
  /** Every host that it came to. */
  sites: readonly string[];
  /** What was done, oldest first. */
  acts: readonly TracedAction[];
  /** What was done in the rounds before, whose typed texts this one's page may show. */
  earlier: readonly TracedAction[];
  /** What is being done. */
  open: TracedAction | null;
  /** Something in it is not to be kept: a secret, or what the person did by hand. */
  hidden: boolean;
  /** What was typed into secret fields in this conversation, up to now. */
  secrets: readonly string[];
  /** How it ended; null while it goes on. */
  ended: { outcome: Extract<RunEvent, { type: 'ended' }>['outcome']; at: number } | null;
}

/** More than these are not looked for. */
const MAX_EARLIER = 100;

interface TraceBeginning {
  id: string;
  /** Epoch ms. */
  at: number;
  message: string;
  /** Of the page in the tab. */
  url: string;
  /** What it does on another element; absent for a round that is a request of its own. */
  corrects?: PageAction | undefined;
}

/**
 * A round that begins after `before`. The answer to what that one asked goes on with its request; so does a
 * correction, which is no request of its own: what was done on the wrong element is then no part of it.
 */
export function beginTrace(
  before: RunTrace | null,
  { id, at, message, url, corrects }: TraceBeginning,
): RunTrace {
  if (before && corrects)
    return { ...before, ...removeRejected(before, corrects), url, ended: null };
  const isAnswer = before?.ended?.outcome === 'asked';
  return {
    ...{ id, startedAt: at, url, acts: [], open: null, ended: null },
    messages: isAnswer ? [...before.messages, message] : [message],
    // What was said on a site that is left out must not be told through another.
    sites: addSite(isAnswer ? before.sites : [], url),
    earlier: before ? [...before.earlier, ...before.acts].slice(-MAX_EARLIER) : [],
    hidden:
      corrects !== undefined ||
      (isAnswer && before.hidden) ||
      mayHoldSecret(message) ||
      message.includes(MASK),
    secrets: before?.secrets ?? [],
  };
}

/** The last that was done so is taken out; its page may still show what was typed. */
function removeRejected(
  { acts, earlier }: RunTrace,
  rejected: PageAction,
): Pick<RunTrace, 'acts' | 'earlier'> {
  const call = printCall(rejected);
  const at = acts.findLastIndex(({ action }) => printCall(action) === call);
  const wrong = acts[at];
  return wrong
    ? { acts: acts.toSpliced(at, 1), earlier: [...earlier, wrong].slice(-MAX_EARLIER) }
    : { acts, earlier };
}

/** The round after something happened in it, at epoch ms. */
export function addToTrace(trace: RunTrace, event: RunEvent, at: number): RunTrace {
  switch (event.type) {
    case 'observed':
      return { ...trace, url: event.url, sites: addSite(trace.sites, event.url) };
    case 'acting': {
      const open = toTracedAction(event, trace.url, at);
      const { action, target } = event;
      const sites = action.intent === 'load' ? addSite(trace.sites, action.url) : trace.sites;
      return maskSecret({ ...trace, open, sites }, action, target, null);
    }
    case 'acted': {
      const { open, acts } = trace;
      if (!open) return trace;
      const { receipt } = event;
      const sites = receipt.changes.reduce<readonly string[]>(
        (known, change) => (change.kind === 'url' ? addSite(known, change.to) : known),
        trace.sites,
      );
      const next = { ...trace, open: null, acts: [...acts, { ...open, receipt }], sites };
      return maskSecret(next, open.action, null, receipt);
    }
    case 'refused':
      return { ...trace, open: null };
    case 'deed':
      return { ...trace, hidden: true };
    case 'ended': {
      const { open, acts } = trace;
      const ended = { outcome: event.outcome, at };
      return { ...trace, open: null, acts: open ? [...acts, open] : acts, ended };
    }
    default:
      return trace;
  }
}

function toTracedAction(
  { action, target }: Extract<RunEvent, { type: 'acting' }>,
  url: string,
  at: number,
): TracedAction {
  const element = target && {
    tagName: target.tag,
    role: target.role,
    name: target.fields.name,
    textContent: target.fields.text,
  };
  return {
    kind: 'browser',
    ...{ at, action, element, metadata: { url }, receipt: null, causedBy: null },
  };
}

function maskSecret(
  trace: RunTrace,
  action: PageAction | TabAction,
  target: Candidate | null,
  receipt: Receipt | null,
): RunTrace {
  const typed = readTypedSecret(action, target, receipt);
  return typed === null ? trace : { ...trace, hidden: true, secrets: [...trace.secrets, typed] };
}

function addSite(sites: readonly string[], url: string): readonly string[] {
  const site = readHost(url);
  return site === '' || sites.includes(site) ? sites : [...sites, site];
}
