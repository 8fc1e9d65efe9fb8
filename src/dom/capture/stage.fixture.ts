import { afterEach, beforeEach } from 'vitest';
import { captureHere } from './capture.fixture.ts';

/** A part of the page to put things into, and capturing of what is done with them; anew for each test. */
export function captureOnStage() {
  let stop: AbortController;
  let stage: HTMLElement;
  let capture: ReturnType<typeof captureHere>;

  beforeEach(() => {
    stop = new AbortController();
    stage = document.createElement('main');
    document.body.append(stage);
    capture = captureHere(stop.signal);
  });
  afterEach(() => {
    stop.abort();
    stage.remove();
  });

  return {
    get stage() {
      return stage;
    },
    get capture() {
      return capture;
    },
  };
}
