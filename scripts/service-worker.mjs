// @ts-check
/** The extension's service worker, seen from outside: find it, stop it, hear its errors. */

/** @typedef {import('./launch.mjs').App} App */
/** @typedef {{ method?: string, params?: { exceptionDetails?: { text: string, exception?: { description?: string } } } }} DevtoolsMessage */

/**
 * What is evaluated in it waits while it is stopped.
 *
 * @param {App} app
 */
export async function getServiceWorker({ context, extensionId }) {
  /** @param {import('playwright').Worker} worker */
  const isOurs = (worker) => worker.url().startsWith(`chrome-extension://${extensionId}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}

/**
 * Until the worker is activated the browser drops what is meant for it, a click on the icon too.
 *
 * @param {App} app
 */
export async function waitUntilActivated(app) {
  for (;;) {
    const worker = await getServiceWorker(app);
    try {
      await worker.evaluate(whenActivated);
      return;
    } catch (error) {
      // The extension was reloaded, or the worker stopped: the one that comes next is asked.
      if (!GONE.test(String(error))) throw error;
    }
  }
}

/** Of a browser that is closed no other worker comes: that is an error of its own. */
const GONE = /Service worker restarted|has been closed/;

async function whenActivated() {
  const { serviceWorker } = /** @type {{ serviceWorker: ServiceWorker }} */ (
    /** @type {unknown} */ (globalThis)
  );
  await new Promise((fulfil) => {
    const look = () => {
      if (serviceWorker.state === 'activated') fulfil(undefined);
    };
    serviceWorker.addEventListener('statechange', look);
    look();
  });
}

/**
 * Ends the service worker and all it held in memory, as the browser does to an idle one. The next
 * event (a message, a click) starts it again.
 * Relies on the session that watchServiceWorker holds.
 *
 * @param {App} app
 */
export async function stopServiceWorker(app) {
  const { devtools } = app;
  const targetId = await findTarget(app);
  if (!targetId) return;
  /** @type {Promise<void>} An event, because an open page may start the worker again at once. */
  const gone = new Promise((fulfil) => {
    /** @param {{ message: string }} event */
    const onMessage = ({ message }) => {
      if (readMessage(message).method !== 'Inspector.targetCrashed') return;
      devtools.off('Target.receivedMessageFromTarget', onMessage);
      fulfil();
    };
    devtools.on('Target.receivedMessageFromTarget', onMessage);
  });
  await devtools.send('Target.closeTarget', { targetId });
  await gone;
}

/**
 * Notes the service worker's uncaught errors in `app.errors`: Playwright does not report them. The
 * session lives on when the worker is stopped and started again.
 *
 * @param {App} app
 */
export async function watchServiceWorker(app) {
  const { devtools, errors } = app;
  await getServiceWorker(app);
  const targetId = await findTarget(app);
  if (!targetId) throw new Error("The extension's service worker stopped as soon as it started.");
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { method, params } = readMessage(message);
    if (method !== 'Runtime.exceptionThrown') return;
    const details = params?.exceptionDetails;
    errors.push(`service worker: ${details?.exception?.description ?? details?.text}`);
  });
  await devtools.send('Target.sendMessageToTarget', {
    sessionId,
    message: JSON.stringify({ id: 1, method: 'Runtime.enable' }),
  });
}

/** @param {App} app */
async function findTarget({ devtools, extensionId }) {
  const { targetInfos } = await devtools.send('Target.getTargets');
  return targetInfos.find(
    ({ type, url }) =>
      type === 'service_worker' && url.startsWith(`chrome-extension://${extensionId}/`),
  )?.targetId;
}

/**
 * @param {string} message
 * @returns {DevtoolsMessage}
 */
function readMessage(message) {
  return JSON.parse(message);
}
