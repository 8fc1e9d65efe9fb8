import type { Receipt, ReceiptChange } from '../../core/action/receipt.ts';
import type { Screenshot, ScreenshotProof } from '../../core/demonstration/demonstration.ts';
import type { PromptCut, PromptPart } from '../../core/navigator/model/question.ts';
import { formatCount, formatTokens } from '../format.ts';
import type { PromptSummary } from './entry.ts';

function describeAge(ms: number): string {
  return ms < 1000 ? `${String(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function describeProofKind(proof: ScreenshotProof): string {
  switch (proof.kind) {
    case 'unchanged':
      return 'Nothing on the page changed between the screenshot and the action.';
    case 'told':
      return 'It was imported: the file says that the screenshot shows the page before the action.';
    case 'ring':
      return proof.live
        ? `The picture was filmed ${describeAge(proof.ageMs)} before the action; only what moves by itself can have moved since.`
        : 'The picture was filmed before the action, and nothing on the page changed in between.';
    case 'stale':
      return proof.ageMs < 0
        ? `The screenshot was taken ${describeAge(-proof.ageMs)} after the action: ${proof.reason}.`
        : `The screenshot is ${describeAge(proof.ageMs)} older than the action: ${proof.reason}.`;
  }
}

/** How it is known what a turn's screenshot shows, as one sentence for a person. */
export function describeProof(screenshot: Screenshot): string {
  switch (screenshot.status) {
    case 'pending':
      return 'The screenshot is still being stored.';
    case 'missing':
      return `There is no screenshot: ${screenshot.reason}.`;
    case 'kept':
      return describeProofKind(screenshot.proof);
  }
}

function quote(text: string): string {
  return text === '' ? 'empty' : `“${text}”`;
}

function describeChange(change: ReceiptChange): string {
  switch (change.kind) {
    case 'value':
      return `Its value went from ${quote(change.from)} to ${quote(change.to)}`;
    case 'checked':
      return change.to ? 'It is now ticked' : 'It is no longer ticked';
    case 'selected':
      return `${quote(change.to)} is now chosen`;
    case 'state':
      return `Its state “${change.name}” is now ${quote(change.to)}`;
    case 'focus':
      return 'It has the focus';
    case 'scrolled':
      return `Scrolled to ${String(Math.round(change.x))}, ${String(Math.round(change.y))}`;
    case 'url':
      return `The address became ${change.to}`;
    case 'title':
      return change.to.trim() === ''
        ? 'The page has no title'
        : `The page became ${quote(change.to)}`;
    case 'tab':
      return 'Another tab opened';
    case 'appeared':
      return `Appeared: ${quote(change.text)}`;
    case 'vanished':
      return `Went away: ${quote(change.text)}`;
  }
}

/** Everything a receipt says, one line each. */
export function listReceiptLines(receipt: Receipt): string[] {
  switch (receipt.verdict) {
    case 'changed':
      return receipt.changes.map(describeChange);
    case 'unchanged':
      return ['The page was watched until it was quiet, and nothing changed.'];
    case 'unknown':
      return [
        'The page went away before it could be checked.',
        ...receipt.changes.map(describeChange),
      ];
  }
}

/** What each part of a score is called for a person; names are those of `RankedCandidate.parts`. */
const SCORE_PART_NAMES: Readonly<Record<string, string>> = {
  words: 'its words',
  concept: 'words of the same meaning',
  typo: 'spelled nearly so',
  context: 'what is around it',
  meaning: 'small encoder',
  encoder: 'model',
  exact: 'called just so',
  phrase: 'words in a row',
  role: 'its kind',
  impossible: 'cannot be done on it',
  offScreen: 'out of view',
  disabled: 'switched off',
  behind: 'behind a dialog',
  covered: 'covered',
  fresh: 'just came up',
  ordinal: 'counted',
  item: 'in the item named',
  relation: 'beside what was named',
  corner: 'place on the page',
};

/** Smaller shares are left out. */
const MIN_SHARE = 0.005;

/** The parts of a score that count, largest first: `its words 0.31 · out of view −0.02`. */
export function describeScoreParts(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .filter(([, share]) => Math.abs(share) >= MIN_SHARE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(
      ([name, share]) => `${SCORE_PART_NAMES[name] ?? name} ${share.toFixed(2).replace('-', '−')}`,
    )
    .join(' · ');
}

const PART_LABELS: Record<Exclude<PromptPart, 'text'>, string> = {
  utterances: 'messages',
  actions: 'past actions',
  page: 'elements of the page',
  passages: 'passages of the page',
  memory: 'earlier demonstrations and conversations',
  hops: 'hops',
};

/** What a model was shown, and what there was no room for, a line each. */
export function describePrompt({ tokens, cuts, elements, wider }: PromptSummary): string[] {
  const size = `About ${formatTokens(tokens)} tokens${cuts.length === 0 ? '; there was room for everything' : ''}.`;
  return [
    size,
    ...(elements
      ? [`The best ${String(elements.shown)} of ${formatCount(elements.of, 'element')}.`]
      : []),
    ...(wider ? ['It lacked something, so it was asked again and shown more.'] : []),
    ...cuts.map(describeCut),
  ];
}

function describeCut({ part, kept, of }: PromptCut): string {
  if (part === 'text') return `Texts of the page were cut to ${String(kept)} %.`;
  return `There was room for ${String(kept)} of ${String(of)} ${PART_LABELS[part]}.`;
}
