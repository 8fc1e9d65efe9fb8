import type { Uid } from '../../../core/action/action.ts';
import type { PerformContext, Refused } from '../context.ts';
import { refuse } from '../context.ts';
import { readFingerprint, startReadings, addressOf, listControls } from './fingerprint.ts';
import { isShown } from './preflight.ts';
import { cutText } from '../effects/text.ts';
import { listRoots } from '../../composed-tree.ts';
import type { Fingerprint } from './fingerprint.ts';

export interface Located {
  ok: true;
  element: Element;
  /** The element that was observed is gone; this one was drawn in its place. */
  again: boolean;
}

const GONE = 'The page has changed: this element is gone.';

/**
 * Returns the element of a uid. Pages redraw themselves between observation and action: if the element is gone, returns the
 * one that agrees in every feature that distinguished it then and distinguishes elements now. Resembling it is not enough:
 * acting on a wrong element is worse than not acting.
 */
export function locate(uid: Uid, ctx: PerformContext): Located | Refused {
  const element = ctx.resolve(uid);
  const wanted = ctx.sightings?.find(uid) ?? null;
  if (element?.isConnected) return wanted ? checkSame(element, wanted, ctx) : keep(element);
  if (!wanted) return refuse('gone', GONE);
  const here = addressOf(ctx.document);
  if (here !== ctx.sightings?.address) {
    return refuse('gone', 'The page has gone elsewhere since it was read: this element is gone.');
  }
  return findAgain(wanted, ctx);
}

function keep(element: Element): Located {
  return { ok: true, element, again: false };
}

/** Lists that scroll or sort use the same rows again for other contents. */
function checkSame(element: Element, wanted: Fingerprint, ctx: PerformContext): Located | Refused {
  const now = readFingerprint(element);
  const isOther = now.isItem && wanted.isItem && now.head !== wanted.head && wanted.head !== '';
  if (!isOther) return keep(element);
  const found = findAgain(wanted, ctx);
  if (found.ok || found.reason === 'ambiguous') return found;
  const message = `This place now shows “${cutText(now.head, 60)}” where “${cutText(wanted.head, 60)}” was, so I left it alone.`;
  return refuse('gone', message);
}

/** What may tell an element from others of its kind, the surest first; null where it has no such mark. */
const MARKS: readonly ((print: Fingerprint) => string | null)[] = [
  (print) => (print.place === '' ? null : `${print.place}\n${print.id}`),
  (print) => (/^(?:#.*)?$/u.test(print.href) ? null : `${print.href}\n${print.head}`),
  (print) => (print.head === '' ? null : print.head),
  (print) => (print.place !== '' || print.id === '' ? null : print.id),
  (print) => (print.place === '' ? '' : null),
];

function findAgain(wanted: Fingerprint, ctx: PerformContext): Located | Refused {
  const then = [...(ctx.sightings?.list() ?? [])].filter(({ kind }) => kind === wanted.kind);
  const readings = startReadings();
  const now = listRoots(ctx)
    .flatMap(listControls)
    .filter((element) => element.localName === wanted.kind.split('\n', 1)[0])
    .map((element) => ({ element, print: readFingerprint(element, readings) }))
    .filter(({ element, print }) => print.kind === wanted.kind && isShown(element));
  for (const markOf of MARKS) {
    const mark = markOf(wanted);
    if (mark === null) continue;
    const like = now.filter(({ print }) => markOf(print) === mark);
    const [only] = like;
    if (!only) continue;
    if (like.length > 1) return refuseSeveral(like.map(({ print }) => print));
    if (then.filter((print) => markOf(print) === mark).length > 1) continue;
    return { ok: true, element: only.element, again: true };
  }
  return refuse('gone', GONE);
}

function refuseSeveral(like: readonly Fingerprint[]): Refused {
  const named = like
    .slice(0, 3)
    .map(({ name, head }) => (head === '' ? `“${name}”` : `“${name}” at “${cutText(head, 40)}”`));
  const rest = like.length > 3 ? ` and ${like.length - 3} more` : '';
  const message = `The page was redrawn, and ${like.length} elements could be the one meant: ${named.join(', ')}${rest}. Nothing was done.`;
  return refuse('ambiguous', message);
}
