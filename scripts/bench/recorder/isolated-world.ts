import type { CDPSession, Page } from 'playwright';

/** Runs expressions in a page's content-script world of one extension. */
export interface IsolatedWorld {
  evaluate: <T>(expression: string) => Promise<T>;
}

/** Loads `url` and finds the world of the extension that put its content script there. */
export async function openInWorld(
  page: Page,
  url: string,
  extensionId: string,
): Promise<IsolatedWorld> {
  const session = await page.context().newCDPSession(page);
  const found = findContext(session, `chrome-extension://${extensionId}`);
  await session.send('Runtime.enable');
  await page.goto(url, { waitUntil: 'load' });
  const contextId = await found;
  return {
    evaluate: async <T>(expression: string) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value as T;
    },
  };
}

function findContext(session: CDPSession, origin: string): Promise<number> {
  return new Promise((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === origin) resolve(context.id);
    });
  });
}
