import type { TaskOutcome } from '../../core/demonstration/demonstration.ts';
import type { ReviewStatus } from '../../core/demonstration/edits/edit.ts';
import type { MessageName } from '../../messages/message.ts';

export const OUTCOMES: Record<TaskOutcome, MessageName> = {
  success: 'studioOutcomeSuccess',
  partly: 'studioOutcomePartly',
  failed: 'studioOutcomeFailed',
};

export const STATUSES: Record<ReviewStatus, MessageName> = {
  draft: 'studioStatusDraft',
  ready: 'studioStatusReady',
  approved: 'studioStatusApproved',
  rejected: 'studioStatusRejected',
};
