import type { Captured } from '../../core/demonstration/captured.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { hideTexts } from '../../dom/snapshot/hidden-texts.ts';
import { maskRegions } from '../../dom/snapshot/mask-regions.ts';
import { measureMasks } from '../../dom/snapshot/measure-masks.ts';
import { createRegions } from '../../dom/snapshot/regions.ts';
import { createSecrets, isDotted } from '../../dom/snapshot/secrets.ts';
import type { ShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import type { Seen } from '../../dom/snapshot/take.ts';
import type { Uids } from '../../dom/snapshot/uids.ts';
import { findClosest, isAttached, queryAll } from '../../dom/read/native.ts';

export interface MaskingTools {
  uids: Uids;
  shadowRoots: ShadowRoots;
  token: string;
  tokensOf: (frame: Element) => readonly string[];
}

/** What takes a text; an editor is typed into by its host. */
const WRITABLE = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

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
  const isTold = new Promise<void>((resolve) => (hearGeneral = resolve));
  const isChosen = new Promise<void>((resolve) => (hearChosen = resolve));
  const known = Promise.all([isTold, isChosen]).then(() => {
    isKnown = true;
  });

  function apply(): void {
    const selectors = [...general, ...chosen];
    regions.set(selectors);
    rules += 1;
    hasSelectors = selectors.length > 0;
  }

  /** What Settings say is masked in all recordings; until this is told, nothing leaves whole either. */
  function follow(selectors: readonly string[]): void {
    const isNew = JSON.stringify(selectors) !== JSON.stringify(general);
    general = selectors;
    if (isNew) apply();
    hearGeneral();
  }

  /** What is masked in this recording besides; until this is told, nothing leaves the document whole. */
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
      .flatMap((root) => Array.from(queryAll(root, WRITABLE)))
      .filter(secrets.isSecret);
  }

  /** A take without what must not be seen, and with where that is; null when it cannot be masked. */
  function mask(raw: RawFrame, seen: Seen): RawFrame | null {
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
    return { ...action, text: hideTexts(action.text, parts) };
  }

  /**
   * What was captured in the first moments, before it was known what the user wants masked, goes
   * without its page if there is anything.
   */
  function clean(captured: Captured): Captured | Promise<Captured> {
    if (isKnown) return { ...captured, action: cleanAction(captured.action) };
    return known.then(() =>
      hasSelectors ? blank({ ...captured, action: cleanAction(captured.action) }) : captured,
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
function blank(captured: Captured): Captured {
  const { element } = captured;
  const named = element && { ...element, attributes: {}, textContent: '', name: '' };
  const raw = { ...captured.raw, html: '', names: '', title: '', edits: [] };
  delete raw.masks;
  return { ...captured, element: named, raw: { ...raw, spans: new Uint32Array() } };
}
