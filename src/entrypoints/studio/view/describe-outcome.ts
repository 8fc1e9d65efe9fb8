import type { TaskOutcome } from '../../../core/demonstration/demonstration.ts';
import type { ReviewStatus } from '../../../core/demonstration/edits/edit.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';

const OUTCOMES: Record<TaskOutcome, MessageName> = {
  success: 'studioOutcomeSuccess',
  partly: 'studioOutcomePartly',
  failed: 'studioOutcomeFailed',
};

export function describeOutcome(outcome: TaskOutcome): string {
  return message(OUTCOMES[outcome]);
}

const STATUSES: Record<ReviewStatus, MessageName> = {
  draft: 'studioStatusDraft',
  ready: 'studioStatusReady',
  approved: 'studioStatusApproved',
  rejected: 'studioStatusRejected',
};

export function describeStatus(status: ReviewStatus): string {
  return message(STATUSES[status]);
}
