import type { PageAction, TabAction } from '../../action/action.ts';
import type { PageTool } from '../../action/page-tool.ts';
import type { PerformResult, Receipt } from '../../action/receipt.ts';
import { listCandidates, listLeaves } from '../../ranking/page/list-candidates.ts';
import { buildPage, VIEWPORT } from '../../ranking/page.fixture.ts';
import type { SmallEncoder } from '../../ranking/encoder/small-encoder.ts';
import { rankCandidates } from '../../ranking/rank.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { createCompose } from '../../strategies/strategies.ts';
import type { Completed, Ports } from './ports.ts';
import type { StrategyName } from '../model/endpoint-settings.ts';
import type { ReplyForm, ReplyTerms } from '../model/tool-schema.ts';
import type { RunEvent } from './run-event.ts';
import type { Situation } from '../rules/judge.ts';
import { EMPTY_RULES } from '../rules/rule-book.ts';
import { startRunState } from './run-state.ts';
import type { RunState } from './run-state.ts';
import { runMessage } from './run.ts';

export type Done = PageAction | TabAction;

export function listPage(html: string): Candidate[] {
  return listCandidates([buildPage(`<body>${html}</body>`)], VIEWPORT);
}

const CHANGED: Receipt = {
  verdict: 'changed',
  changes: [{ kind: 'appeared', text: 'Saved' }],
};

/** Where nothing has to be asked but what names tell. */
const ANYWHERE: Omit<Situation, 'named'> = {
  page: 'http://localhost/',
  document: 'http://localhost/',
  facts: null,
  scope: ['localhost'],
  visited: [],
  read: [],
  said: [],
  readText: () => '',
  book: EMPTY_RULES,
  granted: [],
};

/** Ports on a page of plain HTML, with the real ranker and an account of what was performed. */
export function openPage(
  html: string,
  options: {
    /** What performing comes to; `set` replaces the page. */
    onPerform?: (
      action: Done,
      set: (html: string) => void,
    ) => PerformResult | Promise<PerformResult>;
    onComplete?: (prompt: string, terms: ReplyTerms) => Completed | Promise<Completed>;
    /** How the model is to reply, before each question; without it, in text. */
    findForm?: () => ReplyForm;
    strategy?: StrategyName;
    /** What a living page knows of a candidate besides. */
    look?: (candidate: Candidate) => Candidate;
    tools?: readonly PageTool[];
    /** Ranks by meaning, too, as the extension does. */
    small?: SmallEncoder;
  } = {},
): { ports: Ports; done: Done[]; prompts: string[] } {
  let candidates = listPage(html);
  let root = buildPage(`<body>${html}</body>`);
  const set = (next: string) => {
    candidates = listPage(next);
    root = buildPage(`<body>${next}</body>`);
  };
  const done: Done[] = [];
  const prompts: string[] = [];
  const { onPerform, onComplete, strategy = 'weblinx', look = (each: Candidate) => each } = options;
  const { findForm = () => 'text', tools = [], small } = options;
  const ports: Ports = {
    observe: () =>
      Promise.resolve({
        ok: true,
        observation: {
          tabId: 1,
          url: 'http://localhost/',
          title: 'Shop',
          candidates: candidates.map(look),
          root,
          tools,
          listLeaves: ({ isInView } = { isInView: true }) =>
            listLeaves([root], isInView ? VIEWPORT : null, candidates),
        },
      }),
    // The ranker is in another context, so that it answers with copies.
    async rank(query, among, k) {
      const given = { k, now: () => 0, ...(small && { small }) };
      const { ranked, ...rest } = await rankCandidates(query, among, given);
      const copies = ranked.map((entry) => ({ ...entry, candidate: { ...entry.candidate } }));
      return { ...rest, ranked: copies };
    },
    async perform({ action }) {
      done.push(action);
      return (await onPerform?.(action, set)) ?? { ok: true, receipt: CHANGED };
    },
    gate: {
      readSituation: () => Promise.resolve({ ...ANYWHERE, tools }),
      ask: () => Promise.resolve('once'),
      saveGrants: () => Promise.resolve(),
      allowHost: () => undefined,
    },
    wait: () => Promise.resolve(),
    newId: () => `turn-${String(done.length + 1)}`,
    history: () => [],
  };
  if (!onComplete) return { ports, done, prompts };
  const complete: Ports['complete'] = async (messages, onText, _signal, terms = {}) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    prompts.push(prompt);
    const reply = await onComplete(prompt, terms);
    if (reply.ok) onText(reply.text);
    return reply;
  };
  const terms = { strategy, contextTokens: 8192, images: false, tools: true };
  const compose = createCompose(terms, { findForm });
  return { ports: { ...ports, complete, compose }, done, prompts };
}

export interface Reply {
  events: RunEvent[];
  outcome: string;
  /** All sentences for the user, in order. */
  words: string;
}

/** Runs a round to its end. */
export async function send(
  message: string,
  ports: Ports,
  signal: AbortSignal,
  state: RunState = startRunState(),
  onEvent: (event: RunEvent) => void = () => undefined,
): Promise<Reply> {
  const events: RunEvent[] = [];
  for await (const event of runMessage(message, state, ports, signal)) {
    events.push(event);
    onEvent(event);
  }
  const ended = events.filter((event) => event.type === 'ended');
  if (ended.length !== 1 || events.at(-1)?.type !== 'ended') throw new Error('one end, at the end');
  const words = events.map((event) => {
    if (event.type === 'said') return event.text;
    if (event.type === 'asked') return event.question;
    return event.type === 'refused' || event.type === 'failed' ? event.message : '';
  });
  return { events, outcome: ended[0]?.outcome ?? '', words: words.filter(Boolean).join(' ') };
}
