import type { CapturedTurn } from '../../../core/demonstration/captured-turn.ts';
import type { BrowserTurn } from '../../../core/demonstration/demonstration.ts';
import { isSameDocument } from '../../../core/demonstration/cause.ts';
import { redactPage } from '../../../core/demonstration/secrets/redact.ts';
import { redactText } from '../../../core/demonstration/secrets/search.ts';
import { ASCII_MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import { listTurns } from '../../../platform/store/read.ts';
import { changeTurn } from '../../../platform/store/write.ts';
import type { Kept } from '../../../protocol/background.ts';
import { keepShotOfLeft } from '../turns/save-screenshot.ts';
import type { Place, Keeping } from '../turns/save-turn.ts';
import { splitSnapshot } from '../turns/save-turn.ts';
import type { SecretGuard } from '../turns/secret-guard.ts';

/** A page's last state and the commit that ended it arrive in either order, this far apart at most. */
const PAIRING_MS = 3000;
/** A page hears of its end only this long after the browser has turned to the next one. */
const COMMITTED_BEFORE_MS = 1000;

interface Departure {
  captured: CapturedTurn;
  place: Place;
}

/** The last states of pages that go away, or change their address by a person's hand: what a load left. */
export function createDepartures(keeping: LoadKeeping) {
  /** Of pages. */
  const left = new Map<number, Departure>();
  /** Of addresses of pages that stay. */
  const moved = new Map<number, Departure>();

  function take(from: Map<number, Departure>, tabId: number, at: number): Departure | null {
    const departure = from.get(tabId);
    if (!departure || Math.abs(departure.captured.at - at) >= PAIRING_MS) return null;
    from.delete(tabId);
    return departure;
  }

  async function leave(
    demonstrationId: string,
    captured: CapturedTurn,
    place: Place,
  ): Promise<Kept> {
    if (place.frameId !== 0) return { kept: false, reason: 'only whole pages are left' };
    const to = captured.properties['to'];
    if (typeof to === 'string') {
      moved.set(place.tabId, { captured, place });
      return { kept: true };
    }
    // At once: the load may be on its way to the store, and looks here when it is there.
    left.set(place.tabId, { captured, place });
    const turns = await listTurns(await keeping.db(), demonstrationId);
    const search = await keeping.guard.search(demonstrationId);
    const url = redactText(captured.raw.url, search, ASCII_MASK);
    const [load] = turns
      .filter((turn) => turn.kind === 'browser')
      .filter(({ metadata, snapshot }) => metadata.tabId === place.tabId && snapshot === null)
      .filter((turn) => isLoadFrom(turn, url) && captured.at - turn.at < COMMITTED_BEFORE_MS)
      .filter((turn) => turn.at - captured.at < PAIRING_MS)
      .sort((one, other) => Math.abs(one.at - captured.at) - Math.abs(other.at - captured.at));
    if (load) await give(load);
    return { kept: true };
  }

  /** Gives a load the state it left, if that is here; false when it is not. */
  async function give(load: BrowserTurn): Promise<boolean> {
    const isMove = isSameDocument(load);
    const departure = take(isMove ? moved : left, load.metadata.tabId, load.at);
    if (!departure) return false;
    const { captured, place } = departure;
    const search = await keeping.guard.search(load.demonstrationId);
    const page = redactPage(composePage([{ frameId: place.frameId, raw: captured.raw }]), search);
    const { snapshot, contents } = await splitSnapshot(page, captured.raw.children.length === 0);
    const shot = await keepShotOfLeft(keeping.shots, place.tabId, captured);
    if (!isMove) keeping.shots.forget(place.tabId);
    const { viewport, devicePixelRatio } = captured.raw;
    const size = { viewportWidth: viewport.width, viewportHeight: viewport.height };
    const mouse = { mouseX: captured.pointer.x, mouseY: captured.pointer.y };
    await changeTurn(
      await keeping.db(),
      load.id,
      (turn) => {
        if (turn.kind !== 'browser') return turn;
        const metadata = { ...turn.metadata, ...size, ...mouse, zoomLevel: devicePixelRatio };
        return { ...turn, metadata, snapshot, screenshot: shot.screenshot };
      },
      [...contents, ...shot.contents],
    );
    keeping.report({ type: 'turn.kept', demonstrationId: load.demonstrationId, turnId: load.id });
    return true;
  }

  return {
    leave,
    give,
    /** Whether a page of this tab was left after `since`: a tab that a script closes says nothing. */
    hasLeft: (tabId: number, since: number): boolean =>
      (left.get(tabId)?.captured.at ?? -Infinity) >= since,
    forget(tabId: number): void {
      left.delete(tabId);
      moved.delete(tabId);
    },
  };
}

/** Whether a load can have left a page of this address. */
function isLoadFrom(turn: BrowserTurn, url: string): boolean {
  const { action, properties } = turn;
  if (action.intent !== 'load' || isSameDocument(turn)) return false;
  // A recording's beginning leaves no page.
  if (properties['transitionType'] === 'start_page') return false;
  return action.url !== url || properties['transitionType'] === 'reload';
}

/** As much of it as loads need. */
export type LoadKeeping = Omit<Keeping, 'extras' | 'adding' | 'guard'> & {
  guard: Pick<SecretGuard, 'search'>;
};
