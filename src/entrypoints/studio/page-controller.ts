import type { OpenedPage } from '../../app/library/targets.ts';
import { openPage } from '../../app/library/targets.ts';
import { storeReader } from '../../app/library/store-reader.ts';
import type { BrowserTurn } from '../../core/demonstration/demonstration.ts';
import type { TurnElement } from '../../core/demonstration/turn-element.ts';
import type { PageModel } from './studio-model.ts';

/** How many targets the ranker offers; the keys 1 to 5 choose one. */
const OFFERED = 5;

/** Shows the saved page of one turn, and ranks its elements. */
export function createPageController(show: (page: PageModel | null) => void) {
  let current: { turn: BrowserTurn; opened: OpenedPage | null } | null = null;
  let model: PageModel | null = null;

  function set(next: PageModel | null): void {
    model = next;
    show(next);
  }

  async function rank(request: string): Promise<void> {
    const ranking = current;
    const opened = ranking?.opened;
    if (!ranking || !opened) return;
    const { targets, html, viewport } = opened;
    const page = {
      turnId: ranking.turn.id,
      state: 'ready',
      html,
      viewport,
      targets,
      request,
    } as const;
    set({ ...page, best: null });
    const uids = await opened.rank(request, OFFERED);
    const isLatest = current === ranking && model?.state === 'ready' && model.request === request;
    if (!isLatest) return;
    const best = uids.flatMap((uid) => targets.find((each) => each.uid === uid) ?? []);
    set({ ...page, best });
  }

  return {
    get: () => model,
    close(): void {
      current = null;
      model = null;
    },
    /** `request`: what the ranker orders the elements for. */
    async open(turn: BrowserTurn, request: string): Promise<void> {
      if (current?.turn === turn) return;
      const opening = { turn, opened: null };
      current = opening;
      set({ turnId: turn.id, state: 'loading' });
      const opened = await openPage(turn, (hash) => storeReader.read(hash));
      if (current !== opening) return;
      if (!opened) {
        set({ turnId: turn.id, state: 'missing' });
        return;
      }
      current = { turn, opened };
      await rank(request);
    },
    rank,
    /** Null when the page of that turn is not open, or has no such element. */
    describe(turnId: string, uid: string): TurnElement | null {
      return current?.turn.id === turnId ? (current.opened?.describe(uid) ?? null) : null;
    },
  };
}
