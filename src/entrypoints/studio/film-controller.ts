import type { OpenedFilm } from '../../app/library/film.ts';
import { openFilm } from '../../app/library/film.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import type { FilmModel } from './studio-model.ts';

/** Shows the film of one demonstration at a turn. */
export function createFilmController(show: (film: FilmModel | null) => void) {
  let model: FilmModel | null = null;
  let opened: OpenedFilm | null = null;

  function set(next: FilmModel | null): void {
    model = next;
    show(next);
  }

  function drop(): void {
    if (opened) URL.revokeObjectURL(opened.url);
    opened = null;
  }

  return {
    get: () => model,
    async open(demonstrationId: string, { id: turnId, at }: Turn): Promise<void> {
      const loading: FilmModel = { turnId, state: 'loading' };
      set(loading);
      const film = await openFilm(demonstrationId, at).catch(() => null);
      if (model !== loading) {
        if (film) URL.revokeObjectURL(film.url);
        return;
      }
      drop();
      opened = film;
      if (!film) set({ turnId, state: 'missing' });
      else
        set({
          turnId,
          state: 'ready',
          url: film.url,
          seconds: Math.max(0, (at - film.startedAt) / 1000),
        });
    },
    close(): void {
      drop();
      model = null;
    },
  };
}
