import type { Page } from 'playwright';
import type { RunEvent } from '../../src/core/navigator/run/run-event.ts';

/** Sends a request to the copilot in `panel`, and returns what happened until its run ended. */
export async function sendRequest(panel: Page, tabId: number, text: string): Promise<RunEvent[]> {
  return panel.evaluate(
    ([id, said]) => {
      if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
      return globalThis.wayscribe.copilot.send(said, { tabId: id, approvals: 'once' });
    },
    [tabId, text] as const,
  );
}

/** What the copilot did and said, in one line. */
export function describeEvents(events: readonly RunEvent[]): string {
  const parts = events.flatMap((event) => {
    if (event.type === 'acted') return [`[${event.description}: ${event.receipt.verdict}]`];
    if (event.type === 'refused' || event.type === 'failed') return [`(${event.message})`];
    if (event.type === 'asked')
      return [`${event.question} ${event.options.map(({ label }) => label).join(' / ')}`];
    return event.type === 'said' ? [`“${event.text}”`] : [];
  });
  return parts.join(' ').replaceAll(/\s+/g, ' ');
}
