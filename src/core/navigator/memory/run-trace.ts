import type { PageAction, TabAction } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import type { Receipt } from '../../action/receipt.ts';
import { MASK } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { mayHoldSecret, readTypedSecret } from '../log/mask-secrets.ts';
import type { LogEvent, LogEventOf, Projection } from '../log/run-log.ts';
import { readHost } from '../sites.ts';
import type { PastAction } from './past.ts';

/** An action of the copilot as memory describes it. */
type TracedAction = PastAction & { action: PageAction | TabAction };

/** What memory needs of a run. Never stored. */
export interface RunTrace {
  /** Of the message that began it. */
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** What the instructor said, with the messages before a question. */
  messages: readonly string[];
  /** The address of the last read page. */
  url: string;
  /** All visited hosts. */
  sites: readonly string[];
  /** Oldest first. */
  acts: readonly TracedAction[];
  /** Actions of earlier runs; the page may still show what they typed. */
  earlier: readonly TracedAction[];
  open: TracedAction | null;
  /** The run holds a secret or user actions and must not be remembered. */
  hidden: boolean;
  /** Texts typed into secret fields in this conversation. */
  secrets: readonly string[];
  ended: { outcome: LogEventOf<'ended'>['outcome']; at: number } | null;
}

const MAX_EARLIER = 100;

/** The run under way, or the last one. */
export const RUN_TRACE: Projection<RunTrace | null> = {
  start: null,
  add: (trace, event) =>
    event.type === 'began' ? beginTrace(trace, event) : trace && addToTrace(trace, event),
};

/** An answer continues the request of the run that asked, and so does a correction, without the rejected action. */
function beginTrace(before: RunTrace | null, began: LogEventOf<'began'>): RunTrace {
  const { id, at, url, corrects } = began;
  const message = began.said ?? began.message;
  if (before && corrects)
    return { ...before, ...removeRejected(before, corrects), url, ended: null };
  const isAnswer = before?.ended?.outcome === 'asked';
  return {
    ...{ id, startedAt: at, url, acts: [], open: null, ended: null },
    messages: isAnswer ? [...before.messages, message] : [message],
    // Messages given on an excluded site must not be repeated on another.
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

/** Moves the rejected action to the earlier ones. */
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

function addToTrace(trace: RunTrace, event: LogEvent): RunTrace {
  if (trace.ended) return trace;
  switch (event.type) {
    case 'observed':
      return { ...trace, url: event.url, sites: addSite(trace.sites, event.url) };
    case 'acting': {
      const open = toTracedAction(event, trace.url);
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
    case 'userAction':
      return { ...trace, hidden: true };
    case 'ended': {
      const { open, acts } = trace;
      const ended = { outcome: event.outcome, at: event.at };
      return { ...trace, open: null, acts: open ? [...acts, open] : acts, ended };
    }
    default:
      return trace;
  }
}

function toTracedAction({ action, target, at }: LogEventOf<'acting'>, url: string): TracedAction {
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
