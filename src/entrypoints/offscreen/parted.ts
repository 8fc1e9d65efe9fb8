import { senderTo } from '../../platform/messages.ts';
import type { Kept } from '../../protocol/background.ts';
import type { BackgroundFromParted, Left, PartedPage } from '../../protocol/parted.ts';
import { PARTING_PORT } from '../../protocol/parted.ts';

/** Waits before each try: the service worker may be about to start, or to stop. */
const TRY_AFTER_MS = [0, 100, 300, 1000, 3000, 5000];
/** One that is stopped while it works may leave a message without any answer. */
const ANSWER_MS = 5000;

const order = senderTo<BackgroundFromParted>('background');

/**
 * Hands over what pages could not while the service worker was stopped. It takes each turn once, whoever
 * brings it, and checks its form: pages' content scripts are trusted with nothing here.
 */
export function takeParted(): void {
  chrome.runtime.onConnect.addListener((port) => {
    const { sender, name } = port;
    if (name !== PARTING_PORT || !sender?.tab || sender.id !== chrome.runtime.id) return;
    port.onMessage.addListener((left: Left) => void handOver(left, describePage(sender)));
  });
}

async function handOver({ captured, revised }: Left, page: PartedPage): Promise<void> {
  for (const turn of captured) {
    await insist(() => order('parted.captured', { captured: turn, page }));
  }
  for (const turn of revised) {
    await insist(() => order('parted.revised', { revised: turn, page }));
  }
}

function describePage(sender: chrome.runtime.MessageSender): PartedPage {
  const { tab, frameId, documentId, documentLifecycle, url } = sender;
  return {
    ...(tab && { tab }),
    ...(frameId !== undefined && { frameId }),
    ...(documentId !== undefined && { documentId }),
    ...(documentLifecycle !== undefined && { documentLifecycle }),
    ...(url !== undefined && { url }),
  };
}

async function insist(send: () => Promise<Kept>): Promise<void> {
  for (const wait of TRY_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
    if ((await Promise.race([send().catch(() => null), late])) !== null) return;
  }
}
