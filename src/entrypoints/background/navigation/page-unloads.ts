import type { CapturedTurn } from '../../../core/demonstration/captured-turn.ts';
import { isSameDocument } from '../../../core/demonstration/cause.ts';
import type { BrowserTurn } from '../../../core/demonstration/demonstration.ts';
import { redactPage } from '../../../core/demonstration/secrets/redact.ts';
import { redactText } from '../../../core/demonstration/secrets/search.ts';
import { ASCII_MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import { listTurns } from '../../../platform/store/read.ts';
import type { Kept } from '../../../protocol/background.ts';
import { keepShotOfLeft } from '../turns/save-screenshot.ts';
import type { Keeping, Place } from '../turns/save-turn.ts';
import { splitSnapshot } from '../turns/save-turn.ts';
import { updateTurn } from '../turns/write-turn.ts';

/** A page's last state and the commit that ended it arrive in either order, at most this far apart. */
const PAIRING_MS = 3000;
/** A page learns of its end at most this long after the browser committed the next page. */
const COMMITTED_BEFORE_MS = 1000;

interface LastState {
  captured: CapturedTurn;
  place: Place;
}

/** The last states of pages that go away or change their address, held until their load takes them. */
export class PageUnloads {
  private readonly pages = new Map<number, LastState>();
  /** Of documents that stay: the state before their address changed. */
  private readonly addresses = new Map<number, LastState>();

  constructor(private readonly keeping: Omit<Keeping, 'extras' | 'adding'>) {}

  async add(demonstrationId: string, captured: CapturedTurn, place: Place): Promise<Kept> {
    if (place.frameId !== 0) return { kept: false, reason: 'only whole pages are left' };
    if (typeof captured.properties['to'] === 'string') {
      this.addresses.set(place.tabId, { captured, place });
      return { kept: true };
    }
    // Before the first await: the load may be on its way to the store, and takes the state afterwards.
    this.pages.set(place.tabId, { captured, place });
    const turns = await listTurns(await this.keeping.db(), demonstrationId);
    const search = await this.keeping.guard.search(demonstrationId);
    const url = redactText(captured.raw.url, search, ASCII_MASK);
    const distance = (turn: BrowserTurn): number => Math.abs(turn.at - captured.at);
    const [load] = turns
      .filter((turn) => turn.kind === 'browser')
      .filter(({ metadata, snapshot }) => metadata.tabId === place.tabId && snapshot === null)
      .filter((turn) => isLoadFrom(turn, url) && captured.at - turn.at < COMMITTED_BEFORE_MS)
      .filter((turn) => turn.at - captured.at < PAIRING_MS)
      .sort((one, other) => distance(one) - distance(other));
    if (load) await this.giveTo(load);
    return { kept: true };
  }

  /** Gives a load the state of the page that it left. Returns false if that has not arrived. */
  async giveTo(load: BrowserTurn): Promise<boolean> {
    const isMove = isSameDocument(load);
    const states = isMove ? this.addresses : this.pages;
    const last = states.get(load.metadata.tabId);
    if (!last || Math.abs(last.captured.at - load.at) >= PAIRING_MS) return false;
    states.delete(load.metadata.tabId);
    const { captured, place } = last;
    const { shots, guard } = this.keeping;
    const search = await guard.search(load.demonstrationId);
    const page = redactPage(composePage([{ frameId: place.frameId, raw: captured.raw }]), search);
    const { snapshot, contents } = await splitSnapshot(page, captured.raw.children.length === 0);
    const { screenshot, contents: images } = await keepShotOfLeft(shots, place.tabId, captured);
    if (!isMove) shots.forget(place.tabId);
    const { viewport, devicePixelRatio } = captured.raw;
    const view = {
      viewportWidth: viewport.width,
      viewportHeight: viewport.height,
      mouseX: captured.pointer.x,
      mouseY: captured.pointer.y,
      zoomLevel: devicePixelRatio,
    };
    const complete = (turn: BrowserTurn): BrowserTurn => {
      return { ...turn, metadata: { ...turn.metadata, ...view }, snapshot, screenshot };
    };
    await updateTurn(this.keeping, load.id, complete, [...contents, ...images]);
    return true;
  }

  /** Whether a page of this tab was left after `since`. A tab that a script closes reports nothing. */
  hasLeft(tabId: number, since: number): boolean {
    return (this.pages.get(tabId)?.captured.at ?? -Infinity) >= since;
  }

  forget(tabId: number): void {
    this.pages.delete(tabId);
    this.addresses.delete(tabId);
  }
}

/** Whether a load can have left a page of this address. */
function isLoadFrom(turn: BrowserTurn, url: string): boolean {
  const { action, properties } = turn;
  if (action.intent !== 'load' || isSameDocument(turn)) return false;
  // The start of a recording leaves no page.
  if (properties['transitionType'] === 'start_page') return false;
  return action.url !== url || properties['transitionType'] === 'reload';
}
