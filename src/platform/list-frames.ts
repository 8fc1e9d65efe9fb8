type Frame = Pick<
  chrome.webNavigation.GetAllFrameResultDetails,
  'frameId' | 'documentId' | 'documentLifecycle'
>;

/**
 * The frames of a tab that are on the screen: not those of pages that are prerendered or kept for going back.
 * None when the tab is gone.
 */
export async function listFrames(tabId: number): Promise<Frame[]> {
  const frames = await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null);
  return (frames ?? []).filter(({ documentLifecycle }) => documentLifecycle === 'active');
}
