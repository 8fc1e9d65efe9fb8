import type { RoundEvent } from '../../core/navigator/round-event.ts';
import type { RoundModel } from './view/view-model.ts';

/** What the panel says a round is doing after an event; null once it has ended. */
export function nameActivity(round: RoundModel | null, event: RoundEvent): RoundModel | null {
  const steps = round?.steps ?? 0;
  switch (event.type) {
    case 'ended':
      return null;
    case 'approval':
      return { activity: 'Waits for your answer', steps };
    case 'acting':
      return { activity: event.description, steps };
    case 'acted':
      return { activity: 'Reading the page', steps: steps + 1 };
    case 'thinking':
      return { activity: 'The model writes', steps };
    case 'ranked':
      return { activity: `Looking for “${event.query}”`, steps };
    default:
      return { activity: round?.activity ?? 'Reading the page', steps };
  }
}
