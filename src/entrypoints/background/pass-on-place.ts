import type { Content } from '../../protocol/content.ts';
import type { Placed } from '../../protocol/placed.ts';
import { isPlaced } from '../../protocol/placed.ts';
import { sendToDocument } from '../../platform/messages.ts';
import { settleWithin } from './settle-within.ts';

/** A parent that shows a dialog does not answer; the child tries again. */
const ANSWER_MS = 2000;

/**
 * Tells a frame's parent which of its windows the frame is in. Null where nobody is there to be told; `unlisted`
 * for a frame that the browser does not tell extensions of (of a `blob:` address), whose parent nobody knows.
 */
export async function passOnPlace(
  placed: Placed,
  { tab, documentId }: chrome.runtime.MessageSender,
): Promise<boolean | 'unlisted' | null> {
  if (tab?.id === undefined || documentId === undefined || !isPlaced(placed)) return null;
  const frame = await chrome.webNavigation.getFrame({ documentId }).catch(() => null);
  if (!frame) return 'unlisted';
  const parent = frame.parentDocumentId;
  if (parent === undefined) return null;
  const { token, index, count, attempt } = placed;
  const told = { token, index, count, attempt };
  const target = { tabId: tab.id, documentId: parent };
  return settleWithin(
    sendToDocument<Content, 'frame.adopt'>(target, 'frame.adopt', told),
    ANSWER_MS,
  );
}
