import type { CapturedTurn, TurnRevision } from '../core/demonstration/captured-turn.ts';
import type { Kept } from './background.ts';

/*
 * How turns survive a page and a service worker that go away in the same moment. A message to an extension
 * whose service worker does not run waits in the browser until it does, for whichever of its pages it is,
 * and is dropped when its sender is gone by then. A port that is open already has no such wait.
 */

/** The name of the port that a recorded document holds open to the offscreen document. */
export const UNLOAD_PORT = 'unload';

/** What goes through it when the page goes away: what the service worker has not acknowledged, in order. */
export interface Left {
  captured: CapturedTurn[];
  revised: TurnRevision[];
}

/** A page that is gone, as it was known to the browser. */
export type UnloadedPage = Pick<
  chrome.runtime.MessageSender,
  'tab' | 'frameId' | 'documentId' | 'documentLifecycle' | 'url'
>;

/** Messages from the offscreen document to the service worker. */
export type BackgroundFromUnload = {
  'unload.captured': (data: { captured: CapturedTurn; page: UnloadedPage }) => Kept;
  'unload.revised': (data: { revised: TurnRevision; page: UnloadedPage }) => Kept;
};
