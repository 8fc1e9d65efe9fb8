import { afterEach, beforeEach } from 'vitest';
import type {
  CapturedAction,
  CapturedTurn,
  TurnRevision,
} from '../../core/demonstration/captured-turn.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { ChangeClock } from '../snapshot/reuse/change-clock.ts';
import { createShadowRoots } from '../snapshot/shadow-roots.ts';
import { createUids } from '../snapshot/uids.ts';
import { startCapture } from './capture.ts';

const SALT = 7;

/**
 * Capturing in this document, with pages that hold nothing but which elements there were. `actions` are
 * the latest account of each turn, in order. `closed` are roots that only Wayscribe can open.
 */
export function captureHere(
  signal: AbortSignal,
  { hover = false, closed }: { hover?: boolean; closed?: ReadonlyMap<Element, ShadowRoot> } = {},
) {
  const turns = new Map<string, CapturedTurn>();
  const revisions: TurnRevision[] = [];
  const uids = createUids(SALT);
  const openRoot = (element: Element) => element.shadowRoot ?? closed?.get(element) ?? null;
  const shadowRoots = createShadowRoots(uids, openRoot);
  const clock = new ChangeClock(document, signal, shadowRoots);
  const listAll = (root: Document | ShadowRoot): Element[] =>
    Array.from(root.querySelectorAll('*')).flatMap((element) => [
      element,
      ...(element.shadowRoot ? listAll(element.shadowRoot) : []),
    ]);
  const uidOf = (element: Element) => formatUid(SALT, uids.of(element));
  let count = 0;
  startCapture(
    {
      document,
      options: () => ({ ...DEFAULT_OPTIONS, hover }),
      take: () => ({
        html: '<p></p>',
        salt: SALT,
        uids: Uint32Array.from(listAll(document), (element) => uids.of(element)),
        names: '',
        boxes: new Float32Array(),
        edits: [],
        spans: new Uint32Array(),
        omit: [],
        token: '',
        children: [],
        url: location.href,
        title: '',
        viewport: { width: innerWidth, height: innerHeight },
        scroll: { x: 0, y: 0 },
        devicePixelRatio: 1,
        takenAt: Date.now(),
      }),
      uidOf,
      numberOf: (element) => uids.of(element),
      shadowRootOf: (element) => shadowRoots.find(element),
      isOurs: () => false,
      isSecret: () => false,
      hidden: { holds: () => false, listIn: () => [] },
      clock,
      changes(butFocusSince) {
        clock.flush();
        return { ...clock.changes(0, butFocusSince), held: [], complete: true, live: false };
      },
      differences: () => [],
      newId: () => `turn-${String((count += 1))}`,
      copilotSince: () => null,
      emit: (captured) => turns.set(captured.turnId, captured),
      revise(revised) {
        revisions.push(revised);
        const { turnId, action } = revised;
        const turn = turns.get(turnId);
        if (turn) turns.set(turnId, { ...turn, action: action as CapturedAction });
      },
      requestScreenshot: () => undefined,
    },
    signal,
  );
  return {
    uidOf,
    turns: () => [...turns.values()],
    revisions: () => revisions,
    instants: () => clock.changes(0).instants,
    actions: () => [...turns.values()].map(({ action }) => action),
  };
}

/** A part of the page for each test, with capturing of what happens in it. */
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
