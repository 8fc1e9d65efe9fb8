import type { RoundEvent } from '../../core/navigator/round-event.ts';
import type { RoundModel } from './view/view-model.ts';

export const BEGUN: RoundModel = { activity: 'Reading the page', steps: 0, charge: 'working' };

/** What the panel says a round is doing after an event; null once it has ended. */
export function nameActivity(round: RoundModel | null, event: RoundEvent): RoundModel | null {
  const now = round ?? BEGUN;
  const steps = now.steps + (event.type === 'acted' && !event.later ? 1 : 0);
  switch (event.type) {
    case 'ended':
      return null;
    case 'held':
      return { ...now, activity: nameHeld(event), charge: event.taken ? 'taken' : 'paused' };
    case 'released':
      return { ...now, activity: BEGUN.activity, charge: 'working' };
    // The instructor changes hops between rounds, too.
    case 'hops':
      return round;
    case 'approval':
      // Withdrawn at once.
      if (now.charge === 'taken') return now;
      return { ...now, activity: 'Waits for your answer' };
  }
  // What is still being finished is no news.
  if (now.charge !== 'working') return { ...now, steps };
  return { ...now, activity: nameWork(event) ?? now.activity, steps };
}

function nameWork(event: RoundEvent): string | null {
  switch (event.type) {
    case 'acting':
      return event.description;
    case 'acted':
      return BEGUN.activity;
    case 'thinking':
      return 'The model writes';
    case 'ranked':
      return `Looking for “${event.query}”`;
    default:
      return null;
  }
}

function nameHeld({ taken, still }: Extract<RoundEvent, { type: 'held' }>): string {
  if (taken) return still ? 'You have the page' : 'Yours after this step';
  return still ? 'Paused' : 'Pausing after this step';
}
