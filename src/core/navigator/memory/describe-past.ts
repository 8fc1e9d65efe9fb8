import { describeAction } from '../../action/action.ts';
import type { Receipt, ReceiptChange } from '../../action/receipt.ts';
import type { DemonstrationForm } from '../../demonstration/demonstration.ts';
import { collapse, cut } from '../../ranking/page/visible-text.ts';
import { readUrl } from '../sites.ts';
import type { RunEnd } from './memory-settings.ts';
import type { Past, PastAction, PastOutcome, PastPassage, PastTurn } from './past.ts';
import { readPastPassages } from './past.ts';

const MAX_REQUEST = 300;
const MAX_LATER_REQUEST = 120;
/** Of longer ones, the beginning and the end are described. */
const FIRST_STEPS = 7;
const LAST_STEPS = 3;

export interface PastSource {
  id: string;
  form: Pick<DemonstrationForm, 'description' | 'tasks'>;
  /** In order. */
  turns: readonly PastTurn[];
  /** Earlier actions, whose typed texts are hidden, too. */
  earlier?: readonly PastAction[];
  /** How the copilot's last run in it ended. */
  ended: RunEnd | null;
}

/** Lists the requests of a demonstration, from its form if nothing was said. */
export function listRequests({
  form,
  turns,
}: Pick<PastSource, 'form' | 'turns'>): { site: string; text: string }[] {
  const passages = readPastPassages(turns);
  const said = passages.flatMap((passage) =>
    passage.kind === 'said' ? [{ site: passage.site, text: cut(passage.text, MAX_REQUEST) }] : [],
  );
  if (said.length > 0) return said;
  const written = collapse(form.description) || collapse(form.tasks.join('; '));
  const site = passages[0]?.site;
  return written === '' || site === undefined ? [] : [{ site, text: cut(written, MAX_REQUEST) }];
}

/** Describes a demonstration on one host, or on all if `site` is null. Returns null if there is nothing to describe. */
export function describePast(remembered: PastSource, site: string | null): Past | null {
  const { id, turns, ended, earlier = [] } = remembered;
  const isHere = (passage: { site: string }): boolean => site === null || passage.site === site;
  const requests = listRequests(remembered).filter(isHere);
  const passages = readPastPassages(turns).filter(isHere);
  const done = passages.flatMap((passage) => (passage.kind === 'did' ? [passage.turn] : []));
  const request = requests[0]?.text;
  if (request === undefined || done.length === 0) return null;
  const typed = turns.flatMap((turn) => (turn.kind === 'browser' ? [turn] : []));
  const discretion = createTextFilter(
    [...earlier, ...typed],
    requests.map(({ text }) => text).join('\n'),
  );
  return {
    id,
    request,
    sites: [...new Set(passages.map((passage) => passage.site))],
    outcome: judgeOutcome(done, ended),
    steps: shortenSteps(writeSteps(passages, discretion)),
  };
}

/** Without the first request. */
function writeSteps(passages: readonly PastPassage[], discretion: TextFilter): string[] {
  const first = passages.findIndex(({ kind }) => kind === 'said');
  let last = passages[0]?.site;
  return passages.flatMap((passage, at) => {
    const isFirst = at === first;
    if (isFirst) return [];
    const there = passage.site === last ? '' : `on ${passage.site}: `;
    last = passage.site;
    if (passage.kind === 'did') return [`${there}${describeStep(passage.turn, discretion)}`];
    return [`${there}the instructor said “${cut(passage.text, MAX_LATER_REQUEST)}”`];
  });
}

function shortenSteps(steps: readonly string[]): string[] {
  const left = steps.length - FIRST_STEPS - LAST_STEPS;
  if (left <= 0) return [...steps];
  return [...steps.slice(0, FIRST_STEPS), `… (${left} more)`, ...steps.slice(-LAST_STEPS)];
}

/** A good end of the run proves nothing, only receipts do. A bad end counts unless something was done after it. */
function judgeOutcome(done: readonly PastAction[], ended: RunEnd | null): PastOutcome {
  const last = done.at(-1);
  const isOver = ended !== null && !(last && last.at > ended.at);
  if (isOver && (ended.outcome === 'failed' || ended.outcome === 'stopped')) return 'failed';
  const receipt = done.findLast((turn) => turn.receipt !== null)?.receipt;
  if (!receipt || receipt.verdict === 'unknown') return 'unknown';
  const isSo = receipt.verdict === 'changed' ? receipt.asAsked !== false : receipt.asAsked === true;
  return isSo ? 'worked' : 'failed';
}

const MAX_NAME = 60;
const MAX_OUTCOME = 80;
/** Shorter texts occur everywhere. */
const MIN_MASKED = 3;

/** Hides what was typed, except what the instructor's own messages say. */
interface TextFilter {
  quoteTyped(text: string): string;
  mask(text: string): string;
}

/** `said`: words that may be repeated. */
function createTextFilter(turns: readonly PastAction[], said: string): TextFilter {
  const words = said.toLowerCase();
  const isSaid = (text: string): boolean => words.includes(text.toLowerCase());
  const typed = turns.flatMap((turn) => listTyped(turn)).map(collapse);
  const hidden = [...new Set(typed)]
    .filter((text) => text.length >= MIN_MASKED && !isSaid(text))
    .sort((one, other) => other.length - one.length);
  return {
    quoteTyped(text) {
      const plain = collapse(text);
      return isSaid(plain) ? quote(plain) : 'a text';
    },
    mask: (text) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), collapse(text)),
  };
}

/** Without choices from lists and ticks, which are the page's own words. */
function listTyped({ action, element }: PastAction): string[] {
  switch (action.intent) {
    case 'textInput':
    case 'paste':
      return [action.text];
    case 'change':
      return isChoice(action.value, element) ? [] : [action.value];
    case 'dialog':
      return action.kind === 'prompt' && action.answer !== null ? [action.answer] : [];
    default:
      return [];
  }
}

/** `click button “Add to cart” → “Added to cart” appeared`. Addresses go without their query. */
function describeStep(
  { action, element, receipt }: PastAction,
  { quoteTyped, mask }: TextFilter,
): string {
  const target = nameElement(element, mask);
  const sentence = describeAction(action, 'imperative', {
    ...{ target, hasTarget: element !== null, form: target, quoteTyped },
    quote: (text) => quote(mask(text)),
    quoteChosen: (value) => (isChoice(value, element) ? quote(value) : quoteTyped(value)),
    address: (url) => writeAddress(url, mask),
    key: (key) => key,
  });
  const done = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  const outcome = receipt ? describeOutcome(receipt, mask) : '';
  return outcome === '' ? done : `${done} → ${outcome}`;
}

function isChoice(value: string, element: PastAction['element']): boolean {
  const isList = element?.tagName.toLowerCase() === 'select' || element?.role === 'listbox';
  return value === 'true' || value === 'false' || isList;
}

function nameElement(element: PastAction['element'], clear: (text: string) => string): string {
  if (!element) return 'the page';
  const kind = element.role === 'generic' ? element.tagName.toLowerCase() : element.role;
  // A long text is no name.
  const says = collapse(element.textContent);
  const name = collapse(element.name) || (says.length <= MAX_NAME ? says : '');
  return name === '' ? kind : `${kind} ${quote(clear(name))}`;
}

/** Describes the most important change, without values of fields. */
function describeOutcome(
  { verdict, asAsked, changes }: Receipt,
  clear: (text: string) => string,
): string {
  if (verdict === 'unknown') return 'not known what came of it';
  if (verdict === 'unchanged') return asAsked ? 'it was so already' : 'nothing changed';
  if (asAsked === false) return 'not as asked';
  const described = changes
    .map((change) => describeChange(change, clear))
    .filter(({ rank }) => rank > 0);
  const [best] = described.sort((one, other) => one.rank - other.rank);
  return best?.text ?? 'done';
}

/** Lower ranks are more important; 0 is omitted. */
function describeChange(
  change: ReceiptChange,
  clear: (text: string) => string,
): { rank: number; text: string } {
  const say = (text: string): string => quote(cut(clear(text), MAX_OUTCOME));
  switch (change.kind) {
    case 'appeared':
      return { rank: 1, text: `${say(change.text)} appeared` };
    case 'url':
      return { rank: 2, text: `went to ${writeAddress(change.to, clear)}` };
    case 'title':
      return { rank: 3, text: `the page became ${say(change.to)}` };
    case 'vanished':
      return { rank: 4, text: `${say(change.text)} went away` };
    case 'tab':
      return { rank: 5, text: 'another tab opened' };
    default:
      return { rank: 0, text: '' };
  }
}

/** Without query and fragment, which may be private. */
function writeAddress(address: string, clear: (text: string) => string): string {
  const url = readUrl(address);
  return url ? cut(clear(`${url.host}${url.pathname}`), MAX_OUTCOME) : 'another page';
}

function quote(text: string): string {
  return `“${cut(collapse(text), MAX_NAME)}”`;
}
