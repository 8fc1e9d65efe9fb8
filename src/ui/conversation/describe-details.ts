import type { Receipt, ReceiptChange } from '../../core/action/receipt.ts';
import type { Screenshot } from '../../core/demonstration/demonstration.ts';
import type { PromptCut, PromptPart } from '../../core/navigator/model/question.ts';
import type { MessageName } from '../../messages/message.ts';
import { countMessage, message } from '../../messages/message.ts';
import { formatTokens } from '../format.ts';
import type { PromptSummary } from './entry.ts';

function describeAge(ms: number): string {
  return ms < 1000
    ? message('commonMilliseconds', Math.round(ms))
    : message('commonSeconds', (ms / 1000).toFixed(1));
}

/** Explains how Wayscribe knows what a turn's screenshot shows. */
export function describeProof(screenshot: Screenshot): string {
  if (screenshot.status === 'pending') return message('commonScreenshotPending');
  if (screenshot.status === 'missing') return message('commonScreenshotMissing', screenshot.reason);
  const { proof } = screenshot;
  if (proof.kind === 'unchanged') return message('commonProofUnchanged');
  if (proof.kind === 'told') {
    return message(proof.by === 'annotator' ? 'commonProofChosen' : 'commonProofImported');
  }
  if (proof.kind === 'differs') return countMessage('commonProofDiffers', proof.regions.length);
  const age = describeAge(Math.abs(proof.ageMs));
  if (proof.kind === 'stale') {
    return message(proof.ageMs < 0 ? 'commonProofAfter' : 'commonProofBefore', age, proof.reason);
  }
  return proof.live ? message('commonProofFilmedLive', age) : message('commonProofFilmed');
}

function quote(text: string): string {
  return text === '' ? message('commonEmpty') : message('commonQuoted', text);
}

const CHANGES: {
  [K in ReceiptChange['kind']]: (change: Extract<ReceiptChange, { kind: K }>) => string;
} = {
  value: ({ from, to }) => message('commonChangeValue', quote(from), quote(to)),
  checked: ({ to }) => message(to ? 'commonChangeChecked' : 'commonChangeUnchecked'),
  selected: ({ to }) => message('commonChangeSelected', quote(to)),
  state: ({ name, to }) => message('commonChangeState', name, quote(to)),
  focus: () => message('commonChangeFocus'),
  reordered: () => message('commonChangeReordered'),
  moved: () => message('commonChangeMoved'),
  scrolled: ({ x, y }) => message('commonChangeScrolled', Math.round(x), Math.round(y)),
  url: ({ to }) => message('commonChangeUrl', to),
  title: ({ to }) =>
    to.trim() === '' ? message('commonChangeNoTitle') : message('commonChangeTitle', quote(to)),
  tab: () => message('commonChangeTab'),
  appeared: ({ text }) => message('commonChangeAppeared', quote(text)),
  vanished: ({ text }) => message('commonChangeVanished', quote(text)),
};

/** Returns one line per statement of a receipt. */
export function listReceiptLines({ verdict, changes }: Receipt): string[] {
  if (verdict === 'unchanged') return [message('commonReceiptUnchanged')];
  const lines = changes.map((change) => CHANGES[change.kind](change as never));
  return verdict === 'unknown' ? [message('commonReceiptUnknown'), ...lines] : lines;
}

/** Labels of `RankedCandidate.parts`. */
const SCORE_PARTS: Readonly<Record<string, MessageName>> = {
  words: 'commonScoreWords',
  concept: 'commonScoreConcept',
  typo: 'commonScoreTypo',
  context: 'commonScoreContext',
  meaning: 'commonScoreMeaning',
  encoder: 'commonScoreEncoder',
  exact: 'commonScoreExact',
  phrase: 'commonScorePhrase',
  role: 'commonScoreRole',
  impossible: 'commonScoreImpossible',
  offScreen: 'commonScoreOffScreen',
  disabled: 'commonScoreDisabled',
  behind: 'commonScoreBehind',
  covered: 'commonScoreCovered',
  fresh: 'commonScoreFresh',
  ordinal: 'commonScoreOrdinal',
  item: 'commonScoreItem',
  relation: 'commonScoreRelation',
  corner: 'commonScoreCorner',
};

/** Smaller parts of a score are not shown. */
const MIN_SHARE = 0.005;

/** Returns the parts of a score, largest first: `its words 0.31 · out of view −0.02`. */
export function describeScoreParts(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .filter(([, share]) => Math.abs(share) >= MIN_SHARE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([part, share]) => {
      const name = SCORE_PARTS[part];
      return `${name ? message(name) : part} ${share.toFixed(2).replace('-', '−')}`;
    })
    .join(' · ');
}

const CUTS: Record<Exclude<PromptPart, 'text'>, MessageName> = {
  utterances: 'commonPromptCutUtterances',
  actions: 'commonPromptCutActions',
  page: 'commonPromptCutPage',
  passages: 'commonPromptCutPassages',
  memory: 'commonPromptCutMemory',
  hops: 'commonPromptCutHops',
  tools: 'commonPromptCutTools',
};

/** Returns what a model was shown and what did not fit, one line each. */
export function describePrompt({ tokens, cuts, elements, wider }: PromptSummary): string[] {
  const size = cuts.length === 0 ? 'commonPromptTokensAll' : 'commonPromptTokens';
  const shown = elements && [elements.shown, countMessage('commonElements', elements.of)];
  return [
    message(size, formatTokens(tokens)),
    ...(shown ? [message('commonPromptElements', ...shown)] : []),
    ...(wider ? [message('commonPromptWider')] : []),
    ...cuts.map(describeCut),
  ];
}

function describeCut({ part, kept, of }: PromptCut): string {
  return part === 'text' ? message('commonPromptTextCut', kept) : message(CUTS[part], kept, of);
}
