import { printCall } from '../action/call.ts';
import type { Action } from '../action/action.ts';
import type { ChatMessage } from '../navigator/chat-message.ts';
import type { Prompt, Question } from '../navigator/question.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { cut } from '../ranking/visible-text.ts';
import { writeElement } from './element-line.ts';
import { NO_FENCE } from './fence.ts';
import { fitPrompt } from './fit-parts.ts';
import { readChoice, readOperation } from './mindact-reply.ts';
import type { MindActOperation } from './mindact-reply.ts';
import { openOutline } from './outline.ts';
import { HONESTY, listLiveCalls, listLiveElementCalls, PAGE_CALLS, ROLE } from './rules.ts';
import type { Elements, Scene } from './scene.ts';
import type { Strategy, Terms } from './strategy.ts';
import { tellActions, tellUtterances, writeAddress } from './told-parts.ts';
import { tellHops } from './told-hops.ts';
import { addPasts } from './told-pasts.ts';

/** As in the paper's experiments; somebody who waits is not asked to wait for as many questions. */
const MOST_CANDIDATES = 50;
const MOST_LIVE = 20;
const GROUP = 5;
const LETTERS = 'ABCDEF';
const LONGEST_CHOICE = 200;
const SHARES = { page: 0.45, utterances: 0.3, actions: 0.25 };

/**
 * MindAct (Mind2Web paper §3.2): the best candidates in groups of five, each with "none of the above"; what
 * is chosen goes into the next round, until one is left; then what to do with it. At most 14 questions,
 * 6 while somebody waits. Unlike there, groups are in the order of the ranking, not shuffled, and the
 * operation is a question of its own. An answer that is no choice counts as none.
 */
export const mindactStrategy: Strategy = {
  name: 'mindact',
  version: 1,
  isVerbatim: false,
  async open(scene, terms) {
    const elements = await scene.readElements();
    const most = scene.live ? MOST_LIVE : MOST_CANDIDATES;
    const ask: Asking = { scene, terms, elements };
    return eliminate(ask, elements.candidates.slice(0, most), []);
  },
};

interface Asking {
  scene: Scene;
  terms: Terms;
  elements: Elements;
}

/** `left` are still to be asked about in this round, `chosen` go into the next. */
function eliminate(
  asking: Asking,
  left: readonly Candidate[],
  chosen: readonly Candidate[],
): Question {
  if (left.length === 0 && chosen.length > 1) return eliminate(asking, chosen, []);
  const isAlone = left.length + chosen.length === 1 && chosen.length === 1;
  if (left.length === 0 || isAlone) return askOperation(asking, chosen[0] ?? null);
  const group = left.slice(0, GROUP);
  return {
    kind: 'narrow',
    prompt: writeChoices(asking, group),
    next(reply) {
      const choice = group[(readChoice(reply, group.length) ?? 0) - 1];
      return eliminate(asking, left.slice(GROUP), choice ? [...chosen, choice] : chosen);
    },
  };
}

function writeChoices(asking: Asking, group: readonly Candidate[]): Prompt {
  const fence = asking.scene.live?.fence ?? NO_FENCE;
  const choices = group.map(
    (candidate, at) => `${LETTERS[at + 1] ?? ''}. ${cut(writeElement(candidate), LONGEST_CHOICE)}`,
  );
  const question = [
    'Which of these elements is the next action done to? If it is none of them, or if no element is needed, choose A.',
    'A. None of the above',
    fence.around(choices.join('\n')),
    'Reply with the letter alone, as in "Answer: B".',
  ];
  return fitScene(asking, group, question.join('\n'));
}

function askOperation(asking: Asking, chosen: Candidate | null): Question {
  const { scene } = asking;
  const fence = scene.live?.fence ?? NO_FENCE;
  const others = [PAGE_CALLS, ...(scene.live ? [listLiveCalls(scene)] : [])];
  if (chosen && scene.live) others.unshift(listLiveElementCalls(`"${chosen.uid}"`));
  const question = chosen
    ? [
        'The next action is done to B:',
        fence.around(cut(writeElement(chosen), LONGEST_CHOICE)),
        'What is done to it? CLICK, TYPE with the whole text that the field is to hold, or SELECT with the label of an option. Reply in two lines:',
        'Action: CLICK, TYPE or SELECT\nValue: the text or label; empty for CLICK',
        `If something else has to be done, reply with one of these calls instead:\n${others.join('\n')}`,
      ]
    : [
        'The next action is done to no element of the page. Reply with one of these calls and nothing else:',
        ...others,
      ];
  const choices = chosen ? [chosen] : [];
  return {
    kind: 'decide',
    prompt: fitScene(asking, choices, question.join('\n')),
    choices,
    targets: choices,
    isNumbered: false,
    translate(reply) {
      const operation = chosen ? readOperation(reply) : null;
      return chosen && operation ? printCall(toAction(chosen, operation)) : reply;
    },
  };
}

/** The page around some candidates, what was said and done, and a question. */
function fitScene(
  { scene, terms, elements }: Asking,
  group: readonly Candidate[],
  question: string,
): Prompt {
  const fence = scene.live?.fence ?? NO_FENCE;
  const labelled = group.map((candidate, at) => ({ label: LETTERS[at + 1] ?? '', candidate }));
  const outline = openOutline(
    elements.tree,
    labelled,
    ({ label, candidate }) =>
      `[${label}] ${candidate.role === 'generic' ? candidate.tag : candidate.role}`,
  );
  const parts = [
    tellUtterances(scene.history, SHARES.utterances, terms),
    tellActions(scene.history, SHARES.actions, fence),
    {
      name: 'page' as const,
      of: group.length,
      share: SHARES.page,
      write: (kept: number) => fence.around(outline(kept)),
    },
    tellHops(scene),
  ];
  const write = ([
    utterances = '',
    actions = '',
    page = '',
    hops = '',
    pasts = '',
  ]: readonly string[]): ChatMessage[] => [
    {
      role: 'system',
      content: [ROLE, HONESTY, fence.rule].filter((line) => line !== '').join('\n'),
    },
    {
      role: 'user',
      content: [
        ...(pasts === '' ? [] : [pasts]),
        `Page:\n${fence.around(writeAddress(scene))}`,
        ...(page === '' ? [] : [`Where they stand on the page:\n${page}`]),
        `What the instructor said, oldest first:\n${utterances}`,
        `Previous actions:\n${actions === '' ? 'None' : actions}`,
        ...(hops === '' ? [] : [hops]),
        question,
      ].join('\n\n'),
    },
  ];
  return fitPrompt({ parts: addPasts(parts, scene), write }, terms);
}

/** Roles of fields whose value is set rather than typed. */
const SET_ROLES = new Set(['slider', 'spinbutton', 'listbox', 'checkbox', 'radio', 'switch']);

/** Mind2Web's operations in the words of our calls. */
function toAction({ uid, role, tag }: Candidate, { op, value }: MindActOperation): Action {
  if (op === 'CLICK') return { intent: 'click', uid };
  const isSet = op === 'SELECT' || tag === 'select' || (SET_ROLES.has(role) && tag !== 'input');
  return isSet ? { intent: 'change', uid, value } : { intent: 'textInput', uid, text: value };
}
