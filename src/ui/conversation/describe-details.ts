import type { Receipt, ReceiptChange } from '../../core/action/receipt.ts';
import type { Screenshot, ScreenshotProof } from '../../core/demonstration/demonstration.ts';
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

function describeProofKind(proof: ScreenshotProof): string {
  switch (proof.kind) {
    case 'unchanged':
      return message('commonProofUnchanged');
    case 'told':
      return message('commonProofImported');
    case 'ring':
      return proof.live
        ? message('commonProofFilmedLive', describeAge(proof.ageMs))
        : message('commonProofFilmed');
    case 'stale':
      return proof.ageMs < 0
        ? message('commonProofAfter', describeAge(-proof.ageMs), proof.reason)
        : message('commonProofBefore', describeAge(proof.ageMs), proof.reason);
  }
}

/** Says how it is known what a turn's screenshot shows. */
export function describeProof(screenshot: Screenshot): string {
  switch (screenshot.status) {
    case 'pending':
      return message('commonScreenshotPending');
    case 'missing':
      return message('commonScreenshotMissing', screenshot.reason);
    case 'kept':
      return describeProofKind(screenshot.proof);
  }
}

function quote(text: string): string {
  return text === '' ? message('commonEmpty') : message('commonQuoted', text);
}

function describeChange(change: ReceiptChange): string {
  switch (change.kind) {
    case 'value':
      return message('commonChangeValue', quote(change.from), quote(change.to));
    case 'checked':
      return message(change.to ? 'commonChangeChecked' : 'commonChangeUnchecked');
    case 'selected':
      return message('commonChangeSelected', quote(change.to));
    case 'state':
      return message('commonChangeState', change.name, quote(change.to));
    case 'focus':
      return message('commonChangeFocus');
    case 'scrolled':
      return message('commonChangeScrolled', Math.round(change.x), Math.round(change.y));
    case 'url':
      return message('commonChangeUrl', change.to);
    case 'title':
      return change.to.trim() === ''
        ? message('commonChangeNoTitle')
        : message('commonChangeTitle', quote(change.to));
    case 'tab':
      return message('commonChangeTab');
    case 'appeared':
      return message('commonChangeAppeared', quote(change.text));
    case 'vanished':
      return message('commonChangeVanished', quote(change.text));
  }
}

/** Returns one line per statement of a receipt. */
export function listReceiptLines({ verdict, changes }: Receipt): string[] {
  if (verdict === 'unchanged') return [message('commonReceiptUnchanged')];
  const lines = changes.map(describeChange);
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
};

/** Says what a model was shown and what did not fit, one line each. */
export function describePrompt({ tokens, cuts, elements, wider }: PromptSummary): string[] {
  return [
    message(
      cuts.length === 0 ? 'commonPromptTokensAll' : 'commonPromptTokens',
      formatTokens(tokens),
    ),
    ...(elements
      ? [
          message(
            'commonPromptElements',
            elements.shown,
            countMessage('commonElements', elements.of),
          ),
        ]
      : []),
    ...(wider ? [message('commonPromptWider')] : []),
    ...cuts.map(describeCut),
  ];
}

function describeCut({ part, kept, of }: PromptCut): string {
  return part === 'text' ? message('commonPromptTextCut', kept) : message(CUTS[part], kept, of);
}
