import type { TurnCall } from '../formats/dmr/query.ts';
import { RECENT_TURNS } from '../formats/dmr/query.ts';
import { fitUtterances } from '../formats/otr/cut-parts.ts';
import type { OtrMessage, OtrBudgets } from '../formats/otr/prompt.ts';
import { insertEmptyUser, fitCalls, OTR_BUDGETS, writeOtrPrompt } from '../formats/otr/prompt.ts';
import { countPrompt } from '../navigator/model/cost.ts';
import type { ChatMessage, FinalQuestion, Prompt, PromptCut } from '../navigator/model/question.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/page/visible-text.ts';
import {
  addPastsPart,
  makeActionsPart,
  makeHopsPart,
  makeToolsPart,
  makeUtterancesPart,
  writeAddress,
} from './conversation-parts.ts';
import type { FlexiblePart, PartTexts } from './fit-prompt.ts';
import { countKept, fitPrompt, joinLines } from './fit-prompt.ts';
import { describeCallForm, HONESTY, offerCalls } from './offered-calls.ts';
import type { OfferedCalls } from './offered-calls.ts';
import { listStates, openOutline } from './outline.ts';
import { makePassagesPart } from './passages.ts';
import type { EndpointTerms, LiveScene, OtrScene, Strategy } from './strategy.ts';

/** How much smaller all parts get in each try, and how often. */
const SMALLER = 0.8;
const TRIES = 14;

/**
 * WebLINX's prompt of the optimal text representation, asked once (paper, section 4). For a recording it is the
 * paper's, token for token; the paper's budgets hold if they fit the endpoint, otherwise all parts shrink in
 * proportion. On a live page it is shorter (`openWeblinxLive`). `version` counts changes of the prompts of
 * recordings, since results are stored by it.
 */
export const weblinxStrategy: Strategy = {
  name: 'weblinx',
  version: 1,
  isVerbatim: true,
  async open(scene, terms) {
    if (scene.live) return openWeblinxLive(scene, terms);
    const otr = await scene.readOtr();
    const { choices } = otr;
    return {
      kind: 'decide',
      prompt: fit(terms, (scale) => writeRecorded(otr, terms, scale)),
      choices,
      targets: choices,
      isNumbered: false,
      hasMore: () => false,
      translate: (reply) => reply,
    };
  },
};

/** Smaller and smaller until it fits; the last try is given back as it is. */
function fit(terms: EndpointTerms, write: (scale: number) => ChatMessage[]): Prompt {
  let scale = 1;
  for (let left = TRIES; ; left--) {
    const messages = write(scale);
    const tokens = countPrompt(messages, [], terms.tokenizer.count);
    if (tokens <= terms.budget || left === 0) {
      const percent = Math.round(scale * 100);
      const cuts: PromptCut[] = percent < 100 ? [{ part: 'text', kept: percent, of: 100 }] : [];
      return { messages, tools: [], tokens, cuts, note: null };
    }
    scale *= SMALLER;
  }
}

function writeRecorded(
  { material }: OtrScene,
  { tokenizer }: EndpointTerms,
  scale: number,
): ChatMessage[] {
  return toChat(writeOtrPrompt(material, tokenizer, scaleBudgets(scale)));
}

function scaleBudgets(scale: number): OtrBudgets {
  const { page, utterances, previousTurns, candidates } = OTR_BUDGETS;
  const part = (tokens: number): number => Math.floor(tokens * scale);
  return {
    page: part(page),
    utterances: part(utterances),
    previousTurns: part(previousTurns),
    candidates: part(candidates),
  };
}

/** Endpoints know three roles; a past action cut too short to have one is the assistant's, as most are. */
function toChat(messages: readonly OtrMessage[]): ChatMessage[] {
  return insertEmptyUser(messages).map(({ role, content }) => ({
    role: role === 'unknown' ? 'assistant' : role,
    content,
  }));
}

/** Of the whole prompt, for what was said before and for the past turns each, where WebLINX's room is more. */
const EARLIER_SHARE = 0.12;
/** Of what the instructor said before, in characters; WebLINX's, too. */
const MAX_EARLIER_UTTERANCE = 200;
const SHARES = { page: 0.5, utterances: 0.25, actions: 0.15 };

/**
 * Writes WebLINX's prompt for a live page: the page pruned to the candidates and their ancestors, the best candidates,
 * utterances and past turns. Unlike the paper's prompt it drops what carries no information, adds calls and the effects of the
 * last actions, and keeps the instructor's last utterance whole. Rules come first, so that endpoints can cache them.
 */
async function openWeblinxLive(scene: LiveScene, terms: EndpointTerms): Promise<FinalQuestion> {
  const { live } = scene;
  const { fence } = live;
  const { candidates, tree } = await scene.readElements();
  const shown = candidates.slice(0, live.shown);
  const outline = openOutline(
    tree,
    shown.map((candidate, at) => ({ label: `#${at + 1}`, candidate })),
    ({ label, candidate }) => `${candidate.tag} ${label}`,
  );
  const lines = shown.map((candidate, at) =>
    writeLiveCandidate(candidate, outline.textsAround(at)),
  );
  const page: FlexiblePart = {
    name: 'page',
    of: shown.length,
    share: SHARES.page,
    write: (kept) => joinLines([tree ? outline.bracket(kept) : '', ...lines.slice(0, kept)]),
  };
  // What the navigator said is among the past turns already.
  const acted = scene.history.filter(
    (event) => event.kind === 'acted' || event.speaker === 'instructor',
  );
  const parts = [
    makeUtterancesPart(scene.history, SHARES.utterances, terms, 1),
    makeActionsPart(acted, SHARES.actions, fence),
    page,
    makeHopsPart(scene),
    makeToolsPart(scene),
    makePassagesPart(live.readPassages(), fence, outline.texts),
  ];
  const form = `Reply with exactly one of these calls, ${describeCallForm('…')}:`;
  const offered = offerCalls(scene, terms, form);
  const write = (texts: PartTexts): ChatMessage[] => writeMessages(scene, terms, texts, offered);
  const layout = { parts: addPastsPart(parts, scene), write, ...offered.terms };
  const prompt = fitPrompt(layout, terms);
  const kept = countKept(prompt, shown.length);
  const choices = shown.slice(0, kept);
  return {
    kind: 'decide',
    prompt: { ...prompt, elements: { shown: kept, of: candidates.length } },
    choices,
    targets: choices,
    isNumbered: false,
    hasMore: () => live.hasMore(),
    translate: (reply) => reply,
  };
}

function writeMessages(
  scene: LiveScene,
  terms: EndpointTerms,
  { utterances: asked = '', actions = '', page = '', ...texts }: PartTexts,
  { rule, isStructured }: OfferedCalls,
): ChatMessage[] {
  const { live, viewport } = scene;
  const { fence, earlier, recent } = live;
  const most = Math.floor(Math.min(OTR_BUDGETS.utterances, terms.budget * EARLIER_SHARE));
  const utterances = fitUtterances(earlier, most, terms.tokenizer);
  const system = [
    'You must predict the next action on a web page for a user request; it will be executed.',
    rule,
    HONESTY,
    fence.rule,
    ...(earlier.length > 0 ? [`The user's first and last utterances are: ${utterances}`] : []),
    ...(viewport
      ? [`Viewport size: ${viewport.height}h x ${viewport.width}w${writeScroll(live.scroll)}`]
      : []),
    'The page, its pruned contents, and the top candidates for this turn, #1 first:',
    fence.around(joinLines([writeAddress(scene), page])),
  ];
  const tail = [
    texts.memory ?? '',
    texts.passages ?? '',
    actions && `What came of the last actions:\n${actions}`,
    texts.hops ?? '',
    texts.tools ?? '',
    `What the instructor said last:\n${asked}`,
    'Select the best action.',
  ];
  const messages: ChatMessage[] = [{ role: 'system', content: system.join('\n') }];
  for (const turn of recent) {
    // A model that sees its earlier calls as text writes text again. Their effects name them, too.
    const written = isStructured ? writeSaid(turn) : writeTurn(turn, terms);
    if (written) addTurn(messages, written);
  }
  addTurn(messages, { role: 'user', content: joinLines(tail) });
  // Chat templates want a user's message first, and some endpoints refuse an empty one.
  if (messages[1]?.role === 'assistant') messages.splice(1, 0, { role: 'user', content: '…' });
  return messages;
}

function writeScroll({ x, y }: { x: number; y: number }): string {
  if (x === 0 && y === 0) return '';
  return `, scrolled ${Math.round(y)} px down${x === 0 ? '' : ` and ${Math.round(x)} px right`}`;
}

/** Neighbours of one role become one message. */
function addTurn(messages: ChatMessage[], turn: ChatMessage): void {
  const last = messages.at(-1);
  if (last?.role === turn.role) last.content += `\n${turn.content}`;
  else messages.push(turn);
}

/** What was said, as it was said, since the message says whose it is; null for actions. */
function writeSaid(turn: TurnCall | string): ChatMessage | null {
  if (typeof turn === 'string' || turn.name !== 'say') return null;
  const { speaker, utterance } = turn.args;
  if (typeof utterance !== 'string') return null;
  const content = cut(collapse(utterance), MAX_EARLIER_UTTERANCE);
  return { role: speaker === 'instructor' ? 'user' : 'assistant', content };
}

/** What the instructor said as it is; the rest as WebLINX's calls. */
function writeTurn(turn: TurnCall | string, { budget, tokenizer }: EndpointTerms): ChatMessage {
  if (typeof turn === 'string') {
    return { role: 'assistant', content: `(${cut(collapse(turn), MAX_EARLIER_UTTERANCE)})` };
  }
  const said = writeSaid(turn);
  if (said?.role === 'user') return said;
  const most = Math.min(OTR_BUDGETS.previousTurns, budget * EARLIER_SHARE) / RECENT_TURNS;
  const [call = ''] = fitCalls([turn], Math.floor(most), tokenizer);
  return { role: 'assistant', content: call };
}

const LONGEST = 80;
const LONGEST_VALUE = 60;
const LONGEST_OPTION = 40;
const LONGEST_CONTEXT = 120;
const MOST_OPTIONS = 20;

/** Roles that the tag tells by itself. */
const PLAIN: Readonly<Record<string, string | undefined>> = {
  a: 'link',
  button: 'button',
  img: 'img',
  option: 'option',
  select: 'combobox',
  textarea: 'textbox',
};

/**
 * A candidate of a live page as a WebLINX line with the fields that help a model to choose: accessible name, role,
 * state, options and surroundings, without path, box and attributes. Redundant fields are dropped; so is whether it
 * is in view, since the run scrolls to it. `around` already describes its place.
 */
function writeLiveCandidate(candidate: Candidate, around: readonly string[]): string {
  const { uid, tag, role, fields, checked, options } = candidate;
  const reported: Record<string, string> = {
    tag,
    text: oneLine(fields.text),
    name: fields.name === fields.text ? '' : oneLine(fields.name),
    role: role === 'generic' || role === PLAIN[tag] ? '' : role,
    label: fields.label === fields.name ? '' : oneLine(fields.label),
    placeholder: fields.placeholder === fields.name ? '' : oneLine(fields.placeholder),
    value: fields.value === fields.text ? '' : oneLine(fields.value, LONGEST_VALUE),
    checked: checked === null ? '' : String(checked),
    options: listOptions(options),
    context: writeContext(candidate, around),
    state: listStates(candidate).join(', '),
  };
  const written = Object.entries(reported).flatMap(([name, text]) =>
    text === '' ? [] : [`[[${name}]] ${text}`],
  );
  return `(uid = ${uid}) ${written.join(' ')}`;
}

function listOptions(options: readonly string[]): string {
  const shown = options.slice(0, MOST_OPTIONS).map((option) => oneLine(option, LONGEST_OPTION));
  const more = options.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' | ');
}

/** What is nearest first; not what its own name or the places around it tell, nor one thing twice. */
function writeContext({ fields }: Candidate, around: readonly string[]): string {
  const known = [...around, fields.name, fields.text];
  const pieces: string[] = [];
  for (const line of fields.context.split('\n')) {
    const piece = collapse(line);
    const isKnown = [...known, ...pieces].some((text) => text.includes(piece));
    // The same, cut elsewhere.
    const repeats = [...around, ...pieces].some(
      (text) => text !== '' && piece.startsWith(text.replace(/…$/, '')),
    );
    if (piece !== '' && !isKnown && !repeats) pieces.push(piece);
  }
  return cut(pieces.join(' / '), LONGEST_CONTEXT);
}

function oneLine(text: string, length = LONGEST): string {
  return cut(collapse(text), length);
}
