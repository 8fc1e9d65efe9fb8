import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import { redactTurn } from '../../core/demonstration/secrets/redact.ts';
import { listTurns } from '../../platform/store/read.ts';
import { changeTurn } from '../../platform/store/write.ts';
import type { Kept, UnloadedPage } from '../../protocol/background.ts';
import { isCaptured, isRevised } from '../../protocol/check-messages.ts';
import type { Navigation } from './navigation/navigation.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { track } from './tasks.ts';
import type { Effects } from './turns/effects.ts';
import type { Keeping, Place } from './turns/save-turn.ts';
import { keepTurn, reviseKeptTurn } from './turns/save-turn.ts';
import type { SecretGuard } from './turns/secret-guard.ts';

/** A repeated turn comes soon after the first. */
const REMEMBERED = 200;

interface Parts {
  keeping: Keeping;
  guard: SecretGuard;
  open: Pick<OpenDemonstration, 'get'>;
  navigation: Navigation;
  effects: Effects;
  /** Informs the user, and pauses the recording when the disk is full. */
  failed: (what: string, error: unknown, turnId?: string) => void;
}

/** Receives turns, their revisions and secrets from content scripts, and acknowledges them when they are stored. */
export class CapturedTurns {
  /**
   * Turns received by this service worker. Saving a repeated turn while the first is being saved would read a page that
   * has changed since.
   */
  private readonly received = new Map<string, Promise<Kept>>();

  constructor(private readonly parts: Parts) {}

  add(captured: CapturedTurn, from: UnloadedPage): Kept | Promise<Kept> {
    const place = readPlace(from);
    if (!place || !isCaptured(captured)) return refuse('the message has no proper form');
    const { turnId } = captured;
    const known = this.received.get(turnId);
    if (known) return known;
    const { keeping, effects } = this.parts;
    const saved = settlePlace(place, from).then((settled) => this.save(captured, settled));
    effects.note(turnId);
    this.received.set(turnId, saved);
    // Before the first await, so that a revision right behind the turn finds it.
    keeping.adding.set(turnId, saved);
    void saved
      // A turn that failed is tried again.
      .catch(() => this.received.delete(turnId))
      .then(() => keeping.adding.delete(turnId));
    const [oldest] = this.received.keys();
    if (this.received.size > REMEMBERED && oldest !== undefined) this.received.delete(oldest);
    return track(keeping.inFlight, saved);
  }

  revise(revised: TurnRevision, from: UnloadedPage): Kept | Promise<Kept> {
    if (!readPlace(from) || !isRevised(revised)) return refuse('the message has no proper form');
    const { keeping, effects } = this.parts;
    effects.revise(revised);
    return track(keeping.inFlight, reviseKeptTurn(keeping, revised));
  }

  /**
   * Adds secrets that were just typed, and masks them in earlier turns: the address they were sent to, the message that
   * asked for them. Pages stored before stay; the leak test at export finds secrets in them. Returns false if nothing was
   * new.
   */
  async addSecrets(reported: unknown): Promise<boolean> {
    const { keeping, guard, open } = this.parts;
    const demonstration = await open.get();
    if (!demonstration) return false;
    const demonstrationId = demonstration.id;
    // Turns on their way may have been searched before this secret was known.
    const before = [...keeping.inFlight];
    if (!(await guard.add(demonstrationId, reported))) return false;
    await Promise.allSettled(before);
    const search = await guard.search(demonstrationId);
    const db = await keeping.db();
    for (const turn of await listTurns(db, demonstrationId)) {
      if (redactTurn(turn, search) === turn) continue;
      await changeTurn(db, turn.id, (stored) => redactTurn(stored, search));
      keeping.report({ type: 'turn.kept', demonstrationId, turnId: turn.id });
    }
    return true;
  }

  private async save(captured: CapturedTurn, place: Place): Promise<Kept> {
    const { keeping, open, navigation, failed } = this.parts;
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return refuse('nothing is being recorded');
    const { action, turnId } = captured;
    // A page could say so without having been asked.
    if (action.intent === 'dialog' && !demonstration.options.dialogs) {
      return refuse('dialogs are not kept in this recording');
    }
    try {
      return action.intent === 'leave'
        ? await navigation.unloads.add(demonstration.id, captured, place)
        : await keepTurn(keeping, demonstration.id, { ...captured, action }, place);
    } catch (error) {
      failed('action', error, turnId);
      if (!isDiskFull(error)) throw error;
      return refuse('the disk is full');
    }
  }
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Returns where a content script is. Null if nothing is recorded there: in our own pages and private windows. */
export function readPlace({ tab, frameId }: UnloadedPage): Place | null {
  if (tab?.id === undefined || frameId === undefined || tab.incognito) return null;
  return { tabId: tab.id, frameId, url: tab.url ?? '' };
}

/**
 * A page that is put into the back/forward cache sends its last messages when another page has its place, with another
 * frame id. It was still the page of the tab.
 */
async function settlePlace(place: Place, from: UnloadedPage): Promise<Place> {
  const { documentId, documentLifecycle, url } = from;
  if (documentLifecycle !== 'cached' || documentId === undefined) return place;
  const frame = await chrome.webNavigation.getFrame({ documentId }).catch(() => null);
  if (frame && frame.parentFrameId >= 0) return place;
  return { ...place, frameId: 0, url: url ?? place.url };
}

function refuse(reason: string): Kept {
  return { kept: false, reason };
}
