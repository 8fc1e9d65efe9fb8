import type { Action } from '../action/action.ts';
import { printCall } from '../action/call.ts';
import { countPrompt } from '../navigator/model/cost.ts';
import type { ChatMessage, FinalQuestion, Prompt, Question } from '../navigator/model/question.ts';
import { addRejection } from '../navigator/model/question.ts';
import { findHosts } from '../navigator/sites.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { cut } from '../ranking/page/visible-text.ts';
import {
  addPastsPart,
  makeActionsPart,
  makeHopsPart,
  makeToolsPart,
  makeUtterancesPart,
  writeAddress,
} from './conversation-parts.ts';
import type { PartTexts } from './fit-prompt.ts';
import { NO_FENCE, fitPrompt, joinLines } from './fit-prompt.ts';
import { HONESTY, ROLE, describeCallForm, listCalls } from './offered-calls.ts';
import { openOutline, writeElement } from './outline.ts';
import type { Passage } from './passages.ts';
import { makePassagesPart } from './passages.ts';
import type { Elements, EndpointTerms, Scene, Strategy } from './strategy.ts';

/** As in the paper's experiments; somebody who waits is not asked to wait for as many questions. */
const MAX_CANDIDATES = 50;
const MAX_LIVE_CANDIDATES = 20;
const GROUP = 5;
const LETTERS = 'ABCDEF';
const MAX_CHOICE = 200;
/** Of what was said and done before. The paper's prompts have as many actions; WebLINX's as many utterances. */
const MAX_HISTORY = 5;
/** Of what the operation is asked for in. */
const LAST_LINE = 'Value: the whole text of the field, or the label of the option; empty for CLICK';
/** Shown to the user when a letter could not be read. */
const UNREADABLE_NOTE =
  'The model replied twice with none of the letters that it may choose. That counts as “none of the above”.';
const SHARES = { page: 0.45, utterances: 0.3, actions: 0.25 };

/**
 * MindAct (Mind2Web paper §3.2): asks about the best candidates in groups of five, each with "none of the above". The chosen
 * ones go into the next round until one is left; then asks what to do with it. At most 15 questions, 7 while a person waits:
 * then only the candidates that the ranking finds likely are asked about first, and the others if none of those is chosen.
 * Unlike in the paper, groups follow the ranking and are listed in page order instead of shuffled, and the operation is a
 * separate question. An invalid answer is asked for once more. A second one counts as "none", and ends the questions.
 */
export const mindactStrategy: Strategy = {
  name: 'mindact',
  version: 4,
  isVerbatim: false,
  async open(scene, terms) {
    const elements = await scene.readElements();
    const asking: MindActContext = { scene, terms, elements };
    const { candidates } = elements;
    if (!scene.live) return eliminate(asking, candidates.slice(0, MAX_CANDIDATES), []);
    const { shown, wider } = scene.live;
    if (wider) {
      const before = new Set(scene.live.before.slice(0, MAX_LIVE_CANDIDATES));
      const others = candidates.filter(({ uid }) => !before.has(uid));
      return eliminate(asking, others.slice(0, 2 * MAX_LIVE_CANDIDATES), []);
    }
    const first = Math.min(MAX_LIVE_CANDIDATES, Math.ceil(shown / GROUP) * GROUP);
    return eliminate(
      asking,
      candidates.slice(0, first),
      [],
      candidates.slice(first, MAX_LIVE_CANDIDATES),
    );
  },
};

interface MindActContext {
  scene: Scene;
  terms: EndpointTerms;
  elements: Elements;
  /** Set once an answer could not be read. */
  note?: string;
}

/**
 * `left` are still to be asked about in this round, `chosen` go into the next; `others` are asked about where
 * none was chosen.
 */
function eliminate(
  asking: MindActContext,
  left: readonly Candidate[],
  chosen: readonly Candidate[],
  others: readonly Candidate[] = [],
): Question {
  if (left.length + chosen.length === 0 && others.length > 0) return eliminate(asking, others, []);
  if (left.length === 0 && chosen.length > 1) return eliminate(asking, chosen, []);
  const isAlone = left.length + chosen.length === 1 && chosen.length === 1;
  if (left.length === 0 || isAlone) return askOperation(asking, chosen[0] ?? null);
  const group = left.slice(0, GROUP);
  const goOn = (asked: MindActContext, choice: number): Question => {
    const taken = group[choice - 1];
    return eliminate(asked, left.slice(GROUP), taken ? [...chosen, taken] : chosen, others);
  };
  const prompt = writeChoices(asking, group);
  return {
    kind: 'narrow',
    prompt,
    next(reply) {
      const choice = readChoice(reply, group.length);
      if (choice !== null || asking.note) return goOn(asking, choice ?? 0);
      return {
        kind: 'narrow',
        prompt: askLetter(asking, prompt, reply, group.length),
        next(again) {
          const second = readChoice(again, group.length);
          return second === null
            ? goOn({ ...asking, note: UNREADABLE_NOTE }, 0)
            : goOn(asking, second);
        },
      };
    },
  };
}

/** The same question after a reply that names none of its letters. */
function askLetter(
  { terms }: MindActContext,
  prompt: Prompt,
  reply: string,
  count: number,
): Prompt {
  const letters = LETTERS.slice(0, count + 1)
    .split('')
    .join(', ');
  const why = `It names none of the letters.\nThe letters you may use: ${letters}.\nReply with the letter alone, as in "Answer: B".`;
  const messages = addRejection(prompt.messages, reply, why);
  const tokens = countPrompt(messages, prompt.tools, terms.tokenizer.count);
  return { ...prompt, messages, tokens };
}

function writeChoices(asking: MindActContext, group: readonly Candidate[]): Prompt {
  const question = [
    'Which element is the next action done to?',
    'A. None of the above, or it needs no element',
    'Reply with the letter alone, as in "Answer: B".',
  ];
  return fitScene(asking, group, question);
}

/**
 * The operation on the chosen element. Other actions are offered only if the model asks for them, or if hops are to
 * be planned or completed.
 */
function askOperation(asking: MindActContext, chosen: Candidate | null): FinalQuestion {
  const { scene } = asking;
  if (!chosen || scene.hops || namesSite(scene)) return askCall(asking, chosen);
  const question = [
    'The next action is done to B.',
    `What is done to it? Reply in two lines, or with a call, as in press(key="Enter", uid="${chosen.uid}"):`,
    'Action: CLICK, TYPE, SELECT, or OTHER to see what else can be done',
    LAST_LINE,
  ];
  return {
    ...makeQuestion(asking, chosen, question),
    further: (reply) => (asksForOther(reply) ? askCall(asking, chosen) : null),
  };
}

function namesSite({ history, live }: Scene): boolean {
  const last = history.findLast(
    (reported) => reported.kind === 'said' && reported.speaker === 'instructor',
  );
  return live !== null && last?.kind === 'said' && findHosts(last.text).length > 0;
}

/** The same with all that can be done instead. */
function askCall(asking: MindActContext, chosen: Candidate | null): FinalQuestion {
  const { scene } = asking;
  const question = chosen
    ? [
        'The next action is done to B.',
        'What is done to it? Reply in two lines:',
        'Action: CLICK, TYPE or SELECT',
        LAST_LINE,
        `If something else has to be done, reply with one of these calls instead, ${describeCallForm(chosen.uid)}:`,
        listCalls(scene, 'others'),
        HONESTY,
      ]
    : [
        'The next action is done to no element of the page. Reply with one of these calls and nothing else, texts quoted, arguments named:',
        listCalls(scene, 'none'),
        HONESTY,
      ];
  return makeQuestion(asking, chosen, question);
}

function makeQuestion(
  asking: MindActContext,
  chosen: Candidate | null,
  question: readonly string[],
): FinalQuestion {
  const { live } = asking.scene;
  const choices = chosen ? [chosen] : [];
  return {
    kind: 'decide',
    prompt: fitScene(asking, choices, question, live?.readPassages()),
    choices,
    targets: choices,
    isNumbered: false,
    hasMore: () => live?.hasMore() ?? false,
    translate(reply) {
      const operation = chosen ? readOperation(reply) : null;
      return chosen && operation ? printCall(toAction(chosen, operation)) : reply;
    },
  };
}

/** The page around some candidates, what was said and done, and a question. */
function fitScene(
  { scene, terms, elements, note = '' }: MindActContext,
  group: readonly Candidate[],
  question: readonly string[],
  passages: readonly Passage[] = [],
): Prompt {
  const fence = scene.live?.fence ?? NO_FENCE;
  const labelled = group.map((candidate, at) => ({ label: LETTERS[at + 1] ?? '', candidate }));
  const outline = openOutline(
    elements.tree,
    labelled,
    ({ label, candidate }) => `${label}. ${cut(writeElement(candidate), MAX_CHOICE)}`,
  );
  const parts = [
    makeUtterancesPart(scene.history, SHARES.utterances, terms, MAX_HISTORY),
    // The fence around the page holds them, too.
    makeActionsPart(scene.history, SHARES.actions, NO_FENCE, MAX_HISTORY),
    {
      name: 'page' as const,
      of: group.length,
      least: group.length,
      share: SHARES.page,
      write: (kept: number) => outline.indent(kept),
    },
    makeHopsPart(scene),
    makeToolsPart(scene),
    makePassagesPart(passages, fence, outline.texts),
  ];
  const write = ({
    utterances = '',
    actions = '',
    page = '',
    ...texts
  }: PartTexts): ChatMessage[] => [
    { role: 'system', content: joinLines([ROLE, fence.rule]) },
    {
      role: 'user',
      content: joinLines([
        texts.memory ?? '',
        texts.passages ?? '',
        `What the instructor said, oldest first:\n${utterances}`,
        texts.hops ?? '',
        texts.tools ?? '',
        `${actions === '' ? 'The page' : 'Previous actions, and the page'}${page === '' ? '' : ' with elements where they stand'}:`,
        fence.around(joinLines([actions, `Page ${writeAddress(scene)}`, page])),
        ...question,
      ]),
    },
  ];
  return fitPrompt({ parts: addPastsPart(parts, scene), write, note: note || null }, terms);
}

/** Roles of fields whose value is set rather than typed. */
const SET_ROLES = new Set(['slider', 'spinbutton', 'listbox', 'checkbox', 'radio', 'switch']);

/** Mind2Web's operations in the words of our calls. */
function toAction({ uid, role, tag }: Candidate, { op, value }: MindActOperation): Action {
  if (op === 'CLICK') return { intent: 'click', uid };
  const isSet = op === 'SELECT' || tag === 'select' || (SET_ROLES.has(role) && tag !== 'input');
  return isSet ? { intent: 'change', uid, value } : { intent: 'textInput', uid, text: value };
}

/** Reading the answers to MindAct's questions. Never throws. */

interface MindActOperation {
  op: 'CLICK' | 'TYPE' | 'SELECT';
  /** Empty for a click. */
  value: string;
}

/**
 * The choice in a reply: 0 for "none of the above", 1 for B, and so on; null when it names none of the
 * `count` choices. What a model thinks aloud before does not count.
 */
export function readChoice(reply: string, count: number): number | null {
  const text = dropThoughts(reply);
  const letter =
    /\banswer\W{0,6}(?:is\W{0,3})?([A-F])\b(?!')/i.exec(text)?.[1] ??
    /^\W*(?:option\s+|choice\s+)?([A-F])(?:\W|$)/i.exec(text)?.[1] ??
    (/^\s*none\b/i.test(text) ? 'A' : undefined);
  if (letter === undefined) return null;
  const choice = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  return choice <= count ? choice : null;
}

/** `Action: TYPE` and, on a line of its own, `Value: …`; null when there is no such thing in it. */
export function readOperation(reply: string): MindActOperation | null {
  const text = dropThoughts(reply);
  const op = /\baction\W{0,6}(CLICK|TYPE|SELECT)\b/i.exec(text)?.[1]?.toUpperCase();
  if (op !== 'CLICK' && op !== 'TYPE' && op !== 'SELECT') return null;
  if (op === 'CLICK') return { op, value: '' };
  const value = /^\W*value\W*?:\s*(.*)$/im.exec(text)?.[1];
  return value === undefined ? null : { op, value: unquote(value.trim()) };
}

/** Whether a reply asks what else can be done, and holds no call that says it. */
function asksForOther(reply: string): boolean {
  const text = dropThoughts(reply);
  return /^\W*(?:action\W{0,6})?other\b/im.test(text) && !/\w\(/.test(text);
}

function dropThoughts(reply: string): string {
  return reply.replace(/^[\s\S]*<\/(?:think|thinking|thought)>/i, '').trim();
}

function unquote(value: string): string {
  return /^(["“'])(.*)["”']$/.exec(value)?.[2] ?? value;
}
