import type { PartedPage } from '../../protocol/parted.ts';
import type { Place } from './keep-turn.ts';

type Sender = PartedPage;

/** Where a content script is; null when that is no place to record: our own page, or a private window. */
export function placeOf({ tab, frameId }: Sender): Place | null {
  if (tab?.id === undefined || frameId === undefined || tab.incognito) return null;
  return { tabId: tab.id, frameId, url: tab.url ?? '' };
}

/**
 * What a page says as it is put away for going back comes when another has its place, under another
 * number: it is still the page of the tab.
 */
export async function settlePlace(place: Place, sender: Sender): Promise<Place> {
  const { documentId, documentLifecycle, url } = sender;
  if (documentLifecycle !== 'cached' || documentId === undefined) return place;
  const frame = await chrome.webNavigation.getFrame({ documentId }).catch(() => null);
  if (frame && frame.parentFrameId >= 0) return place;
  return { ...place, frameId: 0, url: url ?? place.url };
}
