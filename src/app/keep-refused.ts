import type { PageAction } from '../core/action/action.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { order } from './connection.ts';

/** Passes a round's events on, and keeps with each recorded turn what the person refused in its place. */
export async function* keepRefused(
  rejected: PageAction,
  events: AsyncIterable<RoundEvent>,
): AsyncGenerator<RoundEvent> {
  for await (const event of events) {
    yield event;
    if (event.type !== 'acted') continue;
    const { turnId } = event;
    // Without a recording there is no turn to keep it with.
    await order('recording.refused', { turnId, refused: [rejected] }).catch(() => undefined);
  }
}
