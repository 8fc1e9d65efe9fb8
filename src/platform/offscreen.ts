let opening: Promise<void> | null = null;

/** Makes the offscreen document if there is none. There is one at most; two callers must not both make it. */
export function openOffscreen(): Promise<void> {
  opening ??= (async () => {
    if (await chrome.offscreen.hasDocument()) return;
    const made = chrome.offscreen.createDocument({
      url: 'src/entrypoints/offscreen/index.html',
      reasons: [chrome.offscreen.Reason.WORKERS, chrome.offscreen.Reason.USER_MEDIA],
      justification:
        'Runs the encoder that ranks the elements of a page, and films a recorded tab.',
    });
    // Another of our contexts may have been faster.
    await made.catch(async (error: unknown) => {
      if (!(await chrome.offscreen.hasDocument())) throw error;
    });
  })().finally(() => {
    opening = null;
  });
  return opening;
}
