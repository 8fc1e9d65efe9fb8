import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { Uid } from '../../../core/action/action.ts';
import type { TextUpdate } from './controls.ts';
import { findEditContext, onTextUpdate, findEditable, readText } from './controls.ts';
import { findSelection, isAttached } from '../../native.ts';
import type { PressTracker, Gesture } from '../pointer/press-tracker.ts';
import { DeferredTasks } from '../deferred-tasks.ts';
import type { CapturePorts } from '../ports.ts';
import type { TypedText } from './typed-text.ts';
import { isHiddenField, trackTypedText } from './typed-text.ts';
import {
  containsComposed,
  findAncestorWithBox,
  findDeepTarget,
  findFocused,
} from '../../composed-tree.ts';
import { timeNow } from '../../time.ts';

/** A pause this long hands over what has been typed so far, so that a crash costs little. */
const PAUSE_MS = 500;
/** Editors that insert text themselves have done so after this long. */
const EDITOR_DELAY_MS = 50;

/** From the first input into a field until the person does something else. Its turn holds the whole text. */
class TypingEpisode {
  /** The text as it was reported last. */
  sent: string;
  /** Whether the browser set the field to its value: by its arrows, from its list. */
  isSetByBrowser: boolean;
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Epoch ms of the last input; null for editors, which may insert later what was typed. */
  private changedAt: number | null = null;

  constructor(
    private readonly ports: CapturePorts,
    readonly editable: HTMLElement,
    readonly text: TypedText,
    private readonly turn: { turnId: string; uid: Uid; text: string },
    /** The last input, which an editor may handle itself. */
    public lastInput: Event,
  ) {
    this.sent = turn.text;
    this.isSetByBrowser = isSetByBrowser(lastInput);
  }

  read(): string {
    return readTyped(this.editable, this.text, this.ports);
  }

  report(): void {
    const text = this.read();
    if (text !== this.sent) this.revise(text, this.changedAt);
  }

  /** Reports the text after a pause, so that a crash costs little. */
  reportLater(): void {
    this.close();
    this.changedAt = isRichText(this.editable) ? null : timeNow();
    this.timer = setTimeout(() => {
      this.timer = null;
      this.report();
    }, PAUSE_MS);
  }

  revise(text: string, at: number | null = null): void {
    const { turnId, uid } = this.turn;
    this.sent = text;
    const action = { intent: 'textInput', uid, text } as const;
    this.ports.revise({ turnId, ...(at !== null && { at }), action });
  }

  /** Whether the person selected the whole text after a pause: what comes next is a new text, not a correction. */
  isReplacedWhole(): boolean {
    if (this.timer !== null || isHiddenField(this.editable)) return false;
    const selected = findSelection(this.ports.document)?.toString() ?? '';
    const all = readText(this.editable);
    return all.trim() !== '' && removeSpace(selected) === removeSpace(all);
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** An input event that an editor may handle itself without further events. */
interface AnnouncedInput {
  editable: HTMLElement;
  event: Event;
  before: Gesture | null;
  text: string;
}

/**
 * Typing is one turn per editing episode, with the whole final value. `episode` is the state: an input begins one;
 * leaving the field, another action, page unload, or replacing the whole text after a pause ends it. `announced` is
 * an input that may begin one, until its text is there.
 */
export class Typing {
  /** Decisions about the last key or input; the next key makes them at once. */
  readonly soon = new DeferredTasks();
  private episode: TypingEpisode | null = null;
  private announced: AnnouncedInput | null = null;
  private readonly watched = new WeakSet<EventTarget>();

  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
    private readonly signal: AbortSignal,
  ) {}

  isIn(target: Element | null): boolean {
    return target !== null && this.episodeIn(target) !== null;
  }

  textIn(editable: HTMLElement): TypedText | null {
    return this.episodeIn(editable)?.text ?? null;
  }

  end(): void {
    this.settle();
    this.episode?.report();
    this.drop();
  }

  /**
   * The focus goes elsewhere. An editor that inserts what is typed itself may do both at once, and show the text only
   * then.
   */
  leave(): void {
    const left = this.episode;
    this.end();
    if (!left?.lastInput.defaultPrevented || !isRichText(left.editable)) return;
    this.soon.defer(() => {
      const text = left.read();
      if (text !== left.sent && isAttached(left.editable)) left.revise(text);
    });
  }

  /** A press continues typing inside the same field, except in a field that the browser sets at each press. */
  onPress(target: Element | null): void {
    if (!this.isIn(target) || this.episode?.isSetByBrowser) this.end();
  }

  /** Listens to the EditContext of a focused element: only that reports what is typed into it. */
  watch(target: Element | null): void {
    const editable = findEditable(target);
    const context = editable && findEditContext(editable);
    if (!context || this.watched.has(context)) return;
    this.watched.add(context);
    onTextUpdate(context, (event, update) => this.onUpdate(editable, event, update), this.signal);
  }

  onBeforeInput(event: Event): void {
    const editable = this.findTyped(event);
    if (!editable) return;
    if (this.episodeIn(editable)?.isReplacedWhole()) this.end();
    const episode = this.episodeIn(editable);
    if (episode) {
      episode.text.onBeforeInput();
      episode.lastInput = event;
      if (isRichText(editable)) episode.reportLater();
      return;
    }
    if (this.announced?.editable === editable && isRichText(editable)) return;
    const before = isPaste(event) ? null : this.findBeginning(editable, event);
    this.announced = { editable, event, before, text: before ? readText(editable) : '' };
    if (isRichText(editable)) this.settleSoon(event);
    else this.forgetUnlessPrevented(event);
  }

  onInput(event: Event): void {
    const editable = this.findTyped(event);
    if (!editable) return;
    const reported = this.announced?.editable === editable ? this.announced : null;
    const before = reported ? reported.before : this.findSetting(editable, event);
    this.announced = null;
    const episode = this.episodeIn(editable);
    if (episode) {
      episode.text.onInput();
      episode.isSetByBrowser = isSetByBrowser(event);
    } else {
      // A paste has a turn of its own. What a script puts in, no beforeinput announces.
      if (isPaste(event) || !before) return;
      this.begin(editable, before, event, { had: reported?.text ?? '' });
    }
    this.episode?.reportLater();
  }

  /** An EditContext reports only what a person inserts; no event announces composed text. */
  private onUpdate(editable: HTMLElement, event: Event, update: TextUpdate): void {
    if (this.ports.copilotSince() !== null) return;
    const isAnnounced = this.announced?.editable === editable;
    const before = isAnnounced ? this.announced?.before : this.findBeginning(editable, event);
    this.announced = null;
    const episode = this.episodeIn(editable);
    if (episode) episode.text.onInput(update);
    else if (before) this.begin(editable, before, event, { update });
    else return;
    this.episode?.reportLater();
  }

  /**
   * The synthetic key with which the browser announces each field that it autofills. The person chose that in a
   * browser list; while a page opens no field has the focus yet, so no person did.
   */
  onFill(event: Event): void {
    const editable = this.findTyped(event);
    if (!editable || this.isIn(editable)) return;
    if (this.presses.last === null || !findEditable(findFocused(this.ports))) return;
    const taken = this.presses.captureState(event, editable);
    if (!taken) return;
    const before: Gesture = { ...taken, kind: 'key' };
    this.presses.last = before;
    this.announced = { editable, event, before, text: '' };
    this.forgetUnlessPrevented(event);
  }

  /** A key wrote something: `text`, where the editor shows it elsewhere. */
  recordWriting(editable: HTMLElement, before: Gesture, event: Event, text: string): void {
    const episode = this.episodeIn(editable);
    if (episode) episode.text.insert(text);
    else this.begin(editable, before, event, { had: readText(editable), inserted: text });
    this.episode?.reportLater();
  }

  /**
   * Reports the text before a key that the page may take for a command, which changes the text or moves the focus.
   * Returns what ends the episode with that text.
   */
  checkpoint(): () => void {
    this.settle();
    const { episode } = this;
    episode?.report();
    const text = episode?.sent ?? '';
    return () => {
      if (this.episode === episode) this.drop();
      if (episode && episode.sent !== text) episode.revise(text);
    };
  }

  private episodeIn(target: Element): TypingEpisode | null {
    return this.episode && containsComposed(this.episode.editable, target) ? this.episode : null;
  }

  private findTyped(event: Event): HTMLElement | null {
    if (this.ports.copilotSince() !== null) return null;
    return findEditable(findDeepTarget(event, this.ports));
  }

  /** Announced input may not follow: Enter makes no line in a field. */
  private forgetUnlessPrevented(event: Event): void {
    this.soon.defer(() => {
      if (this.announced?.event === event && !event.defaultPrevented) this.announced = null;
    });
  }

  private settleSoon(event: Event): void {
    setTimeout(() => this.settle());
    setTimeout(() => {
      this.settle();
      if (this.announced?.event === event) this.announced = null;
    }, EDITOR_DELAY_MS);
  }

  /** Begins an episode if an editor has inserted the announced text itself. */
  private settle(): void {
    if (!this.announced) return;
    const { editable, event, before, text } = this.announced;
    if (!event.defaultPrevented || readText(editable) === text) return;
    this.announced = null;
    if (before && !this.isIn(editable)) this.begin(editable, before, event, { had: text });
    this.episode?.reportLater();
  }

  private begin(
    editable: HTMLElement,
    before: Gesture,
    event: Event,
    { had = '', update, inserted }: { had?: string; update?: TextUpdate; inserted?: string },
  ): void {
    this.end();
    const typed = trackTypedText(editable, had);
    if (inserted === undefined) typed.onInput(update);
    else typed.insert(inserted);
    const text = readTyped(editable, typed, this.ports);
    const shown = findAncestorWithBox(editable);
    const uid = this.ports.uidOf(shown);
    const more = shown === editable ? {} : { control: this.ports.uidOf(editable) };
    const action = { intent: 'textInput', uid, text } as const;
    const turnId = this.presses.emit(action, shown, before, event, more);
    this.episode = new TypingEpisode(this.ports, editable, typed, { turnId, uid, text }, event);
  }

  private drop(): void {
    this.episode?.close();
    this.episode = null;
  }

  /** The state at the key that began an episode, or just before input that no key announces: dictation, a drop. */
  private findBeginning(editable: HTMLElement, event: Event): Gesture | null {
    const cause = this.presses.causeOf(event);
    // A key that is a turn itself began nothing else: what follows it is composed, or dictated.
    const isBegun = cause?.kind === 'key' && cause.turnId === null;
    if (isBegun && containsComposed(editable, cause.target)) return { ...cause };
    const before = this.presses.captureState(event, editable);
    return before && { ...before, kind: 'key', turnId: null };
  }

  /**
   * The press by which the browser sets a field without `beforeinput`: the cross in a search field, a value of its own
   * list. Scripts make no such event; and a key is a turn already.
   */
  private findSetting(editable: HTMLElement, event: Event): Gesture | null {
    const cause = isSetByBrowser(event) ? this.presses.causeOf(event) : null;
    if (!cause || !containsComposed(editable, cause.target)) return null;
    if (findEditable(findFocused(this.ports)) !== editable) return null;
    return cause.kind === 'key' && cause.turnId !== null ? null : { ...cause, turnId: null };
  }
}

function readTyped(
  editable: HTMLElement,
  text: TypedText,
  { isSecret }: Pick<CapturePorts, 'isSecret'>,
): string {
  return isSecret(editable) ? MASK : text.read().toWellFormed();
}

/** Only editors of rich text put text in by themselves; in a field it would be the page's value. */
function isRichText(editable: HTMLElement): boolean {
  return !(editable instanceof HTMLInputElement) && !(editable instanceof HTMLTextAreaElement);
}

function removeSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste';
}

/** The browser set the field by itself: what a person types, dictates or drops in comes with more than that. */
function isSetByBrowser(event: Event): boolean {
  return event.type === 'input' && !(event instanceof InputEvent);
}
