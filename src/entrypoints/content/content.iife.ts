import { startContent } from './start.ts';

/*
 * One script for every frame, there only while something is recorded or piloted. It may be injected
 * twice into a document (registered and by hand); the second time nothing happens.
 */
declare global {
  var wayscribeContent: AbortController | undefined;
}

// A page could give one of its elements this name, which is then to be read here too.
const running: unknown = globalThis.wayscribeContent;
if (!(running instanceof AbortController) || running.signal.aborted) {
  const controller = new AbortController();
  globalThis.wayscribeContent = controller;
  startContent(controller);
}
