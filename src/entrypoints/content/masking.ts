import type { CapturedTurn } from '../../core/demonstration/captured-turn.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { findClosest, isAttached, queryAll } from '../../dom/native.ts';
import { maskRegions, maskTexts } from '../../dom/snapshot/secrets/mask-markup.ts';
import { createRegions, measureMasks } from '../../dom/snapshot/secrets/regions.ts';
import { createSecrets, isDotted } from '../../dom/snapshot/secrets/secrets.ts';
import type { ShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import type { TakenElements } from '../../dom/snapshot/take.ts';
import type { Uids } from '../../dom/snapshot/uids.ts';
import type { MaskedParts } from '../../dom/capture/ports.ts';

/** What takes a text; an editor is typed into by its host. */
const TEXT_INPUTS =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

export interface MaskingTools {
  uids: Uids;
  shadowRoots: ShadowRoots;
  token: string;
  tokensOf: (frame: Element) => readonly string[];
}

/** What of this document must not be saved: secret fields, and parts that the user wants masked. */
export class Masking {
  /** Resolves when the masks of Settings and of this recording are known. Nothing unmasked leaves the document before. */
  readonly known: Promise<void>;
  /** Parts of the document whose texts must not be read. */
  readonly hidden: MaskedParts;
  /** Grows whenever the user's selectors change. */
  version = 0;
  private readonly regions = createRegions();
  private readonly secrets = createSecrets(this.regions);
  private readonly reported = {
    settings: Promise.withResolvers<undefined>(),
    recording: Promise.withResolvers<undefined>(),
  };
  private readonly selectors: Record<'settings' | 'recording', readonly string[]> = {
    settings: [],
    recording: [],
  };
  private isKnown = false;
  private fields: Element[] = [];
  /** Editable parts whose text was shown as dots when somebody typed there. */
  private dotted: Element[] = [];

  constructor(
    private readonly document: Document,
    private readonly tools: MaskingTools,
    signal: AbortSignal,
  ) {
    this.secrets.watch(document, signal);
    tools.shadowRoots.watch((root) => this.secrets.watch(root, signal), signal);
    const { settings, recording } = this.reported;
    this.known = Promise.all([settings.promise, recording.promise]).then(() => {
      this.isKnown = true;
    });
    this.hidden = {
      holds: this.regions.holds,
      listIn: (element) => [
        ...this.fields.filter((field) => field !== element && element.contains(field)),
        ...this.listRegions().filter((part) => element.contains(part)),
      ],
    };
  }

  /** Sets the user's selectors: those of Settings, for all recordings, or of this recording. */
  set(source: 'settings' | 'recording', selectors: readonly string[]): void {
    const isNew = JSON.stringify(selectors) !== JSON.stringify(this.selectors[source]);
    this.selectors[source] = selectors;
    if (isNew) {
      this.regions.set(this.listSelectors());
      this.version += 1;
    }
    this.reported[source].resolve(undefined);
  }

  /** Runs `work` now, or once it is known what to mask. */
  whenKnown(work: () => void): void {
    if (this.isKnown) work();
    else void this.known.then(work);
  }

  askAboutValues(isTyped: (value: string) => boolean): void {
    this.secrets.askAboutValues(isTyped);
  }

  isSecret = (element: Element): boolean => {
    const editable = findClosest(element, '[contenteditable]');
    if (!editable) return this.secrets.isSecret(element);
    if (this.dotted.includes(editable)) return true;
    if (!isDotted(editable)) return this.secrets.isSecret(element);
    this.dotted = [...this.dotted.filter(isAttached), editable];
    return true;
  };

  /** All that can be typed into and is secret, for any reason. */
  listSecret(): Element[] {
    return this.listRoots()
      .flatMap((root) => Array.from(queryAll(root, TEXT_INPUTS)))
      .filter(this.secrets.isSecret);
  }

  /** Whether anything is masked by the user's selectors just now. */
  hasRegions(): boolean {
    return this.listRegions().length > 0;
  }

  /** Returns a take without masked content, and with its places; null if it cannot be masked. */
  mask(raw: RawFrame, seen: TakenElements): RawFrame | null {
    const { uids, token, tokensOf } = this.tools;
    this.fields = [...seen.secretFields];
    const regions = this.listRegions();
    const frames = seen.frames.map(({ element }) => ({ element, tokens: tokensOf(element) }));
    const masks = measureMasks(window, token, { fields: this.fields, regions, frames });
    if (regions.length === 0) return { ...raw, masks };
    const indexes = new Set(regions.map((part) => raw.uids.indexOf(uids.of(part))));
    const html = maskRegions(raw, indexes);
    return html === null ? null : { ...raw, html, masks };
  }

  /** Where nothing must be seen now, without taking the document. */
  measure(): MaskReport {
    const { token, tokensOf } = this.tools;
    const roots = this.listRoots();
    const frames = roots
      .flatMap((root) => Array.from(queryAll(root, 'iframe, frame, object')))
      .filter((element) => element instanceof HTMLElement)
      .map((element) => ({ element, tokens: tokensOf(element) }));
    const fields = roots.flatMap((root) => this.secrets.list(root));
    return measureMasks(window, token, { fields, regions: this.listRegions(), frames });
  }

  cleanAction<T extends { intent: string }>(action: T): T {
    const parts = this.listRegions();
    if (parts.length === 0 || !('text' in action) || typeof action.text !== 'string') return action;
    return { ...action, text: maskTexts(action.text, parts) };
  }

  /** Masks a turn. Removes the page of a turn that was captured before it was known what to mask. */
  clean(captured: CapturedTurn): CapturedTurn | Promise<CapturedTurn> {
    if (this.isKnown) return { ...captured, action: this.cleanAction(captured.action) };
    return this.known.then(() =>
      this.listSelectors().length > 0
        ? removePageContent({ ...captured, action: this.cleanAction(captured.action) })
        : captured,
    );
  }

  private listSelectors(): string[] {
    return [...this.selectors.settings, ...this.selectors.recording];
  }

  private listRoots(): (Document | ShadowRoot)[] {
    return [this.document, ...this.tools.shadowRoots.list()];
  }

  private listRegions(): Element[] {
    const { regions } = this;
    const own = this.dotted.filter(isAttached).filter((element) => !regions.holds(element));
    if (this.listSelectors().length === 0) return own;
    return [...own, ...this.listRoots().flatMap((root) => regions.list(root))];
  }
}

/** Without masks that were measured too early, no picture is kept with it either. */
function removePageContent(captured: CapturedTurn): CapturedTurn {
  const { element } = captured;
  const named = element && { ...element, attributes: {}, textContent: '', name: '' };
  const raw = { ...captured.raw, html: '', names: '', title: '', edits: [] };
  delete raw.masks;
  return { ...captured, element: named, raw: { ...raw, spans: new Uint32Array() } };
}
