import {
  findClosest,
  getAttribute,
  getParentElement,
  getWindow,
  listByName,
  measure,
  queryAll,
} from '../read/native.ts';
import type { ShadowRoots } from './shadow-roots.ts';

/** What in view may look different without a trace in the document. */
export interface ShownParts {
  fields: readonly Element[];
  /** Outermost ones. */
  drawings: readonly Element[];
  /** Pictures of a kind that may move. */
  films: readonly Element[];
  roots: readonly ShadowRoot[];
}

const FIELDS = ['input', 'textarea', 'select'] as const;
/** Nobody is told whether a GIF has several frames; few that stand still are made any more. */
const FILM = /\.gif(?:$|[?#])|^data:image\/gif/i;
/** Smaller ones are no pictures: they keep a place, or count visitors. */
const LEAST_PX = 16;
/** A page that has no idle time is looked at all the same. */
const PATIENCE_MS = 500;

export interface ShownPartsTools {
  shadowRoots: Pick<ShadowRoots, 'list'>;
  /** Another number whenever the page changed. */
  version: () => number;
  /** To be called right before other parts count, and right after. */
  turning: () => void;
  turned: () => void;
}

/**
 * The parts as they were when the page last had idle time: measuring them takes longer than an action may
 * wait. Whoever asks after a change has them looked at anew soon; whoever has the time, at once.
 */
export function followShownParts(
  document: Document,
  signal: AbortSignal,
  { shadowRoots, version, turning, turned }: ShownPartsTools,
): { list: () => ShownParts; refresh: () => void } {
  const window = getWindow(document);
  const look = (): ShownParts =>
    window ? listShownParts(document, window, shadowRoots.list()) : NOTHING;
  let parts = look();
  let listed = version();
  let handle = 0;
  const relist = (): void => {
    window?.cancelIdleCallback(handle);
    handle = 0;
    turning();
    listed = version();
    parts = look();
    turned();
  };
  signal.addEventListener('abort', () => window?.cancelIdleCallback(handle), { once: true });
  return {
    list() {
      if (version() !== listed && handle === 0 && !signal.aborted) {
        handle = window?.requestIdleCallback(relist, { timeout: PATIENCE_MS }) ?? 0;
      }
      return parts;
    },
    refresh() {
      if (version() !== listed) relist();
    },
  };
}

const NOTHING: ShownParts = { fields: [], drawings: [], films: [], roots: [] };

function listShownParts(
  document: Document,
  window: Window,
  shadowRoots: readonly ShadowRoot[],
): ShownParts {
  const { innerWidth, innerHeight } = window;
  const isOutOfSight = ({ top, right, bottom, left }: DOMRect): boolean =>
    right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
  const isShown = (element: Element): boolean => {
    const rect = measure(element);
    return rect.width > 0 && rect.height > 0 && !isOutOfSight(rect);
  };
  // A host may have no box itself.
  const roots = shadowRoots.filter(({ host }) => {
    const rect = measure(host);
    return (rect.width === 0 && rect.height === 0) || !isOutOfSight(rect);
  });
  const find = (names: readonly string[]): Element[] => [
    ...names.flatMap((name) => Array.from(listByName(document, name))),
    ...roots.flatMap((root) => Array.from(queryAll(root, names.join()))),
  ];
  return {
    fields: find(FIELDS).filter(isShown),
    drawings: find(['svg']).filter((drawing) => isOutermost(drawing) && isShown(drawing)),
    films: find(['img']).filter((image) => mayBeFilm(image) && isShown(image)),
    roots,
  };
}

function isOutermost(drawing: Element): boolean {
  const parent = getParentElement(drawing);
  return parent === null || findClosest(parent, 'svg') === null;
}

function mayBeFilm(image: Element): boolean {
  return (
    image instanceof HTMLImageElement &&
    FILM.test(getAttribute(image, 'src') ?? '') &&
    image.naturalWidth >= LEAST_PX &&
    image.naturalHeight >= LEAST_PX
  );
}
