import { create } from 'zustand';
import type { OpenedFilm } from '../../../app/library/film.ts';
import { openFilm } from '../../../app/library/film.ts';
import { storeReader } from '../../../app/library/store-reader.ts';
import type { OpenedPage, TargetChoice } from '../../../app/library/targets.ts';
import { openPage } from '../../../app/library/targets.ts';
import type { BrowserTurn, Turn } from '../../../core/demonstration/demonstration.ts';
import type { TurnElement } from '../../../core/demonstration/turn-element.ts';

/** How many targets the ranker offers; the keys 1 to 5 choose one. */
const OFFERED = 5;

export type PageModel = { turnId: string } & (
  | { state: 'loading' }
  | { state: 'missing' }
  | ({
      state: 'ready';
      /** The ranker's first for what was asked; null while it ranks. */
      best: readonly TargetChoice[] | null;
      /** What they were ranked for. */
      request: string;
    } & Omit<OpenedPage, 'rank' | 'describe'>)
);

/** The film of the selected demonstration at one turn. */
type FilmModel = { turnId: string } & (
  | { state: 'loading' }
  | { state: 'missing' }
  /** `seconds`: when the turn was, from the beginning of the film. */
  | { state: 'ready'; url: string; seconds: number }
);

export const usePage = create<PageModel | null>(() => null);
export const useFilm = create<FilmModel | null>(() => null);

let current: { turn: BrowserTurn; opened: OpenedPage | null } | null = null;
let film: OpenedFilm | null = null;

/** Opens the saved page of a turn. `request`: what the ranker orders the elements for. */
export async function openPageOf(turn: BrowserTurn, request: string): Promise<void> {
  if (current?.turn === turn) return;
  const opening = (current = { turn, opened: null });
  usePage.setState({ turnId: turn.id, state: 'loading' }, true);
  const opened = await openPage(turn, (hash) => storeReader.read(hash));
  if (current !== opening) return;
  if (!opened) {
    usePage.setState({ turnId: turn.id, state: 'missing' }, true);
    return;
  }
  current = { turn, opened };
  await rankTargets(request);
}

/** Ranks the elements of the opened page for other words. */
export async function rankTargets(request: string): Promise<void> {
  const ranking = current;
  if (!ranking?.opened) return;
  const { rank, targets, html, viewport } = ranking.opened;
  const page = { turnId: ranking.turn.id, state: 'ready', html, viewport, targets } as const;
  const shown = { ...page, request, best: null };
  usePage.setState(shown, true);
  const uids = await rank(request, OFFERED);
  if (usePage.getState() !== shown) return;
  const best = uids.flatMap((uid) => targets.find((each) => each.uid === uid) ?? []);
  usePage.setState({ ...shown, best }, true);
}

/** Null when the page of that turn is not open, or has no such element. */
export function describeTarget(turnId: string, uid: string): TurnElement | null {
  return current?.turn.id === turnId ? (current.opened?.describe(uid) ?? null) : null;
}

export async function openFilmAt(demonstrationId: string, { id: turnId, at }: Turn): Promise<void> {
  const loading = { turnId, state: 'loading' } as const;
  useFilm.setState(loading, true);
  const opened = await openFilm(demonstrationId, at).catch(() => null);
  if (useFilm.getState() !== loading) {
    if (opened) URL.revokeObjectURL(opened.url);
    return;
  }
  dropFilm();
  film = opened;
  if (!opened) {
    useFilm.setState({ turnId, state: 'missing' }, true);
    return;
  }
  const seconds = Math.max(0, (at - opened.startedAt) / 1000);
  useFilm.setState({ turnId, state: 'ready', url: opened.url, seconds }, true);
}

function dropFilm(): void {
  if (film) URL.revokeObjectURL(film.url);
  film = null;
}

export function closeStage(): void {
  dropFilm();
  current = null;
  usePage.setState(null);
  useFilm.setState(null);
}
