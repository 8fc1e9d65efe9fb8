import type { TaskOutcome } from '../../../core/demonstration/demonstration.ts';
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
