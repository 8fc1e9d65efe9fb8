import type { Uid } from '../../core/action/action.ts';
import type { CapturedTurn } from '../../core/demonstration/captured-turn.ts';
import { PAINT_LAG_MS } from '../../core/demonstration/screenshot-proof.ts';
import type { ChangeLog, Differences } from '../../core/demonstration/screenshot-proof.ts';
import type { Look } from '../../core/ranking/page/looks.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import type { Overlay } from '../../dom/overlay/overlay.ts';
import { findClosest, getTitle, isAttached, queryAll } from '../../dom/native.ts';
import type { BoxScope } from '../../dom/snapshot/boxes.ts';
import { findElement, createShadowRoots, createLateRoots } from '../../dom/snapshot/shadow-roots.ts';
import type { FrameTokens, WindowIndex } from '../../dom/snapshot/frame-tokens.ts';
import { startFrameTokens } from '../../dom/snapshot/frame-tokens.ts';
import { watchPressIntervals } from '../../dom/snapshot/press-intervals.ts';
import { readLooks } from '../../dom/snapshot/looks.ts';
import { trackChangedParts } from '../../dom/snapshot/reuse/changed-parts.ts';
import { startChangeClock } from '../../dom/snapshot/reuse/change-clock.ts';
import { createFrameTaker, createEditions } from '../../dom/snapshot/reuse/frame-taker.ts';
import { createWalkMemory } from '../../dom/snapshot/reuse/walk-memory.ts';
import { maskRegions, maskTexts } from '../../dom/snapshot/secrets/mask-markup.ts';
import { createRegions, measureMasks } from '../../dom/snapshot/secrets/regions.ts';
import { createSecrets, isDotted } from '../../dom/snapshot/secrets/secrets.ts';
import type { ShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import { watchSilentChanges } from '../../dom/snapshot/silent-state.ts';
import { startSurvey } from '../../dom/snapshot/survey.ts';
import { ACTIVE_STATE, createStateRules } from '../../dom/snapshot/style-rules.ts';
import type { TakenElements } from '../../dom/snapshot/take.ts';
import type { Uids } from '../../dom/snapshot/uids.ts';
import { createUids } from '../../dom/snapshot/uids.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import { listAncestors } from '../../dom/composed-tree.ts';
import { measureClockSkew, readDocumentTime } from '../../dom/time.ts';

export type DocumentReader = ReturnType<typeof openReader>;

/** Everything that reads this document, under one set of uids. */
export function openReader(document: Document, overlay: Overlay, signal: AbortSignal) {
  const uids = createUids(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const shadowRoots = createShadowRoots(uids, (element) =>
    overlay.owns(element) ? null : openRoot(element),
  );
  const tokens = startFrameTokens(window, signal);
  const announce = createFrameAnnouncer(tokens, signal);
  void announce();
  const masking = openMasking(
    document,
    { uids, shadowRoots, token: tokens.token, tokensOf: tokens.tokensOf },
    signal,
  );
  let lastHtml = '';
  const editions = createEditions(uids.salt);
  const startedAt = readDocumentTime();
  const clock = startChangeClock(document, signal, shadowRoots, overlay.owns);
  const silent = watchSilentChanges(document, signal, { shadowRoots, clock, isOurs: overlay.owns });
  const activeRules = createStateRules(shadowRoots.find, ACTIVE_STATE);
  const held = watchPressIntervals(document, signal, overlay.owns, (target) => {
    clock.notePress([target, ...listAncestors(target).filter(activeRules.affects)]);
  });
  const lateRoots = createLateRoots(shadowRoots, clock);
  const memory = createWalkMemory(uids);
  const parts = trackChangedParts(document, signal, {
    clock,
    numberOf: uids.of,
    shadowRootOf: shadowRoots.find,
    animatedImages: silent.animatedImages,
  });
  startSurvey(document, signal, { uids, shadowRoots, clock, strayed: memory.forget });
  const takeFrame = createFrameTaker(
    document,
    {
      uids,
      shadowRoots,
      token: tokens.token,
      tokensOf: tokens.tokensOf,
      isSecret: masking.isSecret,
      clock,
      memory,
      unseen: () => masking.rules() + silent.count(),
    },
    signal,
  );

  function take(boxes: BoxScope, always: readonly Element[] = []): RawFrame {
    const host = overlay.host();
    const taken = takeFrame({ boxes, always, omit: host ? [host] : [] });
    const raw = taken.ok ? masking.mask(taken.raw, taken.seen) : null;
    if (taken.ok) lateRoots.expect(taken.seen.hostless);
    editions.note(raw, taken.ok && taken.again);
    if (!raw) return makeEmptyFrame(uids.salt, tokens.token);
    lastHtml = raw.html;
    return { ...raw, takenAt: raw.takenAt + measureClockSkew() };
  }

  return {
    take,
    /** Another one whenever a take finds the document other than the take before did. */
    edition: editions.name,
    /** Of the elements of the last take, what style sheets make of them. */
    looks: (): Look[] => readLooks(document, { uids, shadowRoots }),
    /** Fields whose content must not leave the document, as far as this document knows. */
    secrets: (): Uid[] =>
      masking.listSecret().map((element) => formatUid(uids.salt, uids.of(element))),
    uidOf: (element: Element): Uid => formatUid(uids.salt, uids.of(element)),
    numberOf: uids.of,
    resolve: (uid: Uid): Element | null => findElement(document, uid, { uids, shadowRoots }),
    shadowRootOf: (element: Element): ShadowRoot | null => shadowRoots.find(element),
    isSecret: masking.isSecret,
    masking,
    hidden: masking.hidden,
    /** Where pixels must not be shown now. */
    masks(): MaskReport {
      lateRoots.look();
      return masking.measure();
    },
    /** The html of the last take; empty before the first. */
    lastHtml: (): string => lastHtml,
    /** `since` and the answer's instants are epoch ms, as is from when on the focus is left out. */
    changes(since: number, butFocusSince: number = Infinity): ChangeLog {
      lateRoots.look();
      clock.flush();
      // The log is kept on this document's own clock and told on the system's.
      const skew = measureClockSkew();
      const unheard = silent.changes(Math.max(since - skew, startedAt));
      const known = clock.changes(unheard.since, butFocusSince - skew);
      const instants = [...unheard.instants, ...known.instants].sort((one, other) => one - other);
      return {
        since: known.since + skew,
        instants: instants.map((instant) => instant + skew),
        held: held(since - skew).map(({ from, until }) => ({
          from: from + skew,
          until: until + skew,
        })),
        complete: true,
        live: clock.live() || silent.animatedImages().length > 0,
      };
    },
    clock,
    /** Where the document in `now` can differ from the last screenshots; null when what is acted on is not in it. */
    differences(now: RawFrame, target: Element | null): Differences[] {
      const skew = measureClockSkew();
      return parts.differences(now, target && uids.of(target)).map(({ since, moved, changed }) => ({
        since: since + skew,
        moved,
        changed: changed.map(({ box, at }) => ({ box, at: at + skew })),
      }));
    },
    /**
     * To be called before a picture is asked for: what is shown then is what later changes are measured by. Returns what is
     * to be called when none was taken.
     */
    prepareScreenshot(): () => void {
      silent.refresh();
      const now = readDocumentTime();
      clock.flush();
      // What changed just before may be in the document, and not in the picture.
      const since = now - PAINT_LAG_MS;
      const isPainted = clock.changes(since).instants.length === 0 && held(since).length === 0;
      return isPainted ? parts.note(take('viewport'), now) : () => undefined;
    },
    /** Tells the parent frame which document this is; resolves when it knows, or it was given up. */
    announce,
    /** A child frame has told where it is; false when that no longer fits. */
    adopt: tokens.adopt,
  };
}

/** Closed roots too; Chrome throws for elements that cannot be hosts, which the caller expects. */
function openRoot(element: Element): ShadowRoot | null {
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
}

export function makeEmptyFrame(salt: number, token: string): RawFrame {
  return {
    html: '',
    salt,
    uids: new Uint32Array(),
    names: '',
    boxes: new Float32Array(),
    edits: [],
    spans: new Uint32Array(),
    omit: [],
    token,
    children: [],
    url: location.href,
    title: getTitle(document),
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: scrollX, y: scrollY },
    devicePixelRatio,
    takenAt: Date.now(),
  };
}

/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isExtensionConnected(): boolean {
  // The types know nothing of orphans.
  const { id } = chrome.runtime as { id?: string };
  return id !== undefined;
}

const ask = senderTo<BackgroundFromContent>('background');

/** Waits before each try: the parent's script may start later, and windows come and go while a page loads. */
const RETRY_DELAYS_MS = [0, 30, 100, 300, 1000, 3000];

/**
 * Tells the parent frame which of its windows this document is in: straight, where that is of the same origin;
 * else by way of the service worker. Neither does a page hear. Only where that cannot work, for documents of
 * another origin in shadow trees, by a message to the parent's window.
 * Resolves when the parent knows, or it was given up.
 */
function createFrameAnnouncer(tokens: FrameTokens, signal: AbortSignal): () => Promise<void> {
  let attempt = 0;

  /** Whether the parent knows; null if it has no script of ours, `unlisted` if the parent is unknown. */
  async function report(here: WindowIndex): Promise<boolean | 'unlisted' | null> {
    attempt += 1;
    const reported = { ...here, token: tokens.token, attempt };
    const taken = await ask('frame.placed', reported).catch(() => null);
    // Windows may have come and gone on the way.
    return taken === true ? isSameIndex(here, tokens.locate()) : taken;
  }

  return async () => {
    if (window.parent === window) return;
    let taken: boolean | 'unlisted' | null = null;
    for (const wait of RETRY_DELAYS_MS) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted || !isExtensionConnected()) return;
      const isReported = tokens.reportToSameOriginParent();
      if (isReported) return;
      // One of the same origin that does not hear has no script of ours yet, and would hear no message.
      if (isReported === false) continue;
      const here = tokens.locate();
      if (!here) break;
      taken = await report(here);
      if (taken === 'unlisted') break;
      if (taken) return;
    }
    if (tokens.reportToSameOriginParent() === null && (taken !== null || !tokens.locate()))
      tokens.postToParent();
  };
}

function isSameIndex(one: WindowIndex, other: WindowIndex | null): boolean {
  return other?.index === one.index && other.count === one.count;
}

export interface MaskingTools {
  uids: Uids;
  shadowRoots: ShadowRoots;
  token: string;
  tokensOf: (frame: Element) => readonly string[];
}

/** What takes a text; an editor is typed into by its host. */
const TEXT_INPUTS =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

/** What of this document must not be kept: secret fields, and parts that the user wants masked. */
export function openMasking(document: Document, tools: MaskingTools, signal: AbortSignal) {
  const { uids, shadowRoots, token, tokensOf } = tools;
  const regions = createRegions();
  const secrets = createSecrets(regions);
  let isKnown = false;
  let hasSelectors = false;
  let rules = 0;
  let fields: Element[] = [];
  /** Editable parts whose text was shown as dots when somebody typed there. */
  let dotted: Element[] = [];
  /** Of Settings, for all recordings, and of this one. */
  let general: readonly string[] = [];
  let chosen: readonly string[] = [];
  secrets.watch(document, signal);
  shadowRoots.watch((root) => secrets.watch(root, signal), signal);
  let hearGeneral: () => void = () => undefined;
  let hearChosen: () => void = () => undefined;
  const isReported = new Promise<void>((resolve) => (hearGeneral = resolve));
  const isChosen = new Promise<void>((resolve) => (hearChosen = resolve));
  const known = Promise.all([isReported, isChosen]).then(() => {
    isKnown = true;
  });

  function apply(): void {
    const selectors = [...general, ...chosen];
    regions.set(selectors);
    rules += 1;
    hasSelectors = selectors.length > 0;
  }

  /** The masks of Settings; until they arrive, nothing leaves the document unmasked. */
  function follow(selectors: readonly string[]): void {
    const isNew = JSON.stringify(selectors) !== JSON.stringify(general);
    general = selectors;
    if (isNew) apply();
    hearGeneral();
  }

  /** The masks of this recording; until they arrive, nothing leaves the document unmasked. */
  function choose(selectors: readonly string[]): void {
    const isNew = JSON.stringify(selectors) !== JSON.stringify(chosen);
    chosen = selectors;
    if (isNew) apply();
    hearChosen();
  }

  function listRegions(): Element[] {
    const own = dotted.filter(isAttached).filter((element) => !regions.holds(element));
    if (!hasSelectors) return own;
    return [...own, ...[document, ...shadowRoots.list()].flatMap((root) => regions.list(root))];
  }

  /** To be asked about what is typed into. */
  function isSecret(element: Element): boolean {
    const editable = findClosest(element, '[contenteditable]');
    if (!editable) return secrets.isSecret(element);
    if (dotted.includes(editable)) return true;
    if (!isDotted(editable)) return secrets.isSecret(element);
    dotted = [...dotted.filter(isAttached), editable];
    return true;
  }

  /** All that can be typed into and is secret, for any reason. */
  function listSecret(): Element[] {
    return [document, ...shadowRoots.list()]
      .flatMap((root) => Array.from(queryAll(root, TEXT_INPUTS)))
      .filter(secrets.isSecret);
  }

  /** A take without what must not be seen, and with where that is; null when it cannot be masked. */
  function mask(raw: RawFrame, seen: TakenElements): RawFrame | null {
    fields = [...seen.secretFields];
    const parts = listRegions();
    const frames = seen.frames.map(({ element }) => ({ element, tokens: tokensOf(element) }));
    const masks = measureMasks(window, token, { fields, regions: parts, frames });
    if (parts.length === 0) return { ...raw, masks };
    const indexes = new Set(parts.map((part) => raw.uids.indexOf(uids.of(part))));
    const html = maskRegions(raw, indexes);
    return html === null ? null : { ...raw, html, masks };
  }

  /** Where nothing must be seen now, without taking the document. */
  function measure(): MaskReport {
    const roots = [document, ...shadowRoots.list()];
    const frames = roots
      .flatMap((root) => Array.from(queryAll(root, 'iframe, frame, object')))
      .flatMap((element) =>
        element instanceof HTMLElement ? [{ element, tokens: tokensOf(element) }] : [],
      );
    const now = roots.flatMap((root) => secrets.list(root));
    return measureMasks(window, token, { fields: now, regions: listRegions(), frames });
  }

  function cleanAction<T extends { intent: string }>(action: T): T {
    const parts = listRegions();
    if (parts.length === 0 || !('text' in action) || typeof action.text !== 'string') return action;
    return { ...action, text: maskTexts(action.text, parts) };
  }

  /**
   * What was captured in the first moments, before it was known what the user wants masked, goes
   * without its page if there is anything.
   */
  function clean(captured: CapturedTurn): CapturedTurn | Promise<CapturedTurn> {
    if (isKnown) return { ...captured, action: cleanAction(captured.action) };
    return known.then(() =>
      hasSelectors
        ? removePageContent({ ...captured, action: cleanAction(captured.action) })
        : captured,
    );
  }

  /** Does it now, or once it is known what to mask. */
  function whenKnown(work: () => void): void {
    if (isKnown) work();
    else void known.then(work);
  }

  return {
    isSecret,
    askAboutValues: secrets.askAboutValues,
    listSecret,
    /** Another number whenever the user's selectors changed. */
    rules: () => rules,
    mask,
    measure,
    clean,
    cleanAction,
    follow,
    choose,
    known,
    whenKnown,
    /** Whether anything is masked by the user's selectors just now. */
    hasRegions: () => listRegions().length > 0,
    hidden: {
      holds: regions.holds,
      listIn: (element: Element): Element[] => [
        ...fields.filter((field) => field !== element && element.contains(field)),
        ...listRegions().filter((part) => element.contains(part)),
      ],
    },
  };
}

export type Masking = ReturnType<typeof openMasking>;

/** Without masks that were measured too early, no picture is kept with it either. */
function removePageContent(captured: CapturedTurn): CapturedTurn {
  const { element } = captured;
  const named = element && { ...element, attributes: {}, textContent: '', name: '' };
  const raw = { ...captured.raw, html: '', names: '', title: '', edits: [] };
  delete raw.masks;
  return { ...captured, element: named, raw: { ...raw, spans: new Uint32Array() } };
}
