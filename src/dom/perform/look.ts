import type { Change } from '../../core/action/receipt.ts';
import { isInside } from './composed-tree.ts';
import type { PerformContext } from './context.ts';
import type { OldAttribute, PageActivity } from './page-activity.ts';
import { cutText } from './text.ts';

/** Marks that controls put on themselves whenever pressed, whether or not anything comes of it. */
const PRESS_MARKS = /focus|hover|ripple|waves/iu;

/**
 * Changes of looks alone (a heart filled, a slide moved on), which leave no other trace: of the
 * target whenever they came, of the rest of the page only when they came with the events.
 */
export function listLooks(
  target: Element | null,
  activity: PageActivity,
  ctx: PerformContext,
): Change[] {
  const restless = activity.restless();
  const counts = (element: Element, prompt: boolean): boolean =>
    element.isConnected &&
    !restless.has(element) &&
    (prompt || (target !== null && isInside(element, target, ctx)));
  for (const old of activity.attributes()) {
    if (!counts(old.element, old.prompt)) continue;
    const to = describe(old);
    if (to !== null) return [{ kind: 'state', uid: ctx.uidOf(old.element), name: old.name, to }];
  }
  const picture = activity
    .pictures()
    .find(
      (each) =>
        counts(each.element, each.prompt) &&
        !PRESS_MARKS.test(each.element.getAttribute('class') ?? ''),
    );
  const around = picture?.element.parentElement;
  return around ? [{ kind: 'state', uid: ctx.uidOf(around), name: 'content', to: 'changed' }] : [];
}

/** What it is now, or null when it is as before. */
function describe(old: OldAttribute): string | null {
  const now = old.element.getAttribute(old.name);
  if (old.name !== 'class') return now === old.value ? null : cutText(now ?? 'none', 60);
  const [before, after] = [readClasses(old.value), readClasses(now)];
  const added = [...after].filter((name) => !before.has(name));
  const removed = [...before].filter((name) => !after.has(name)).map((name) => `not ${name}`);
  const all = [...added, ...removed];
  return all.length > 0 ? cutText(all.join(' '), 60) : null;
}

function readClasses(text: string | null): Set<string> {
  return new Set(
    (text ?? '').split(/\s+/u).filter((name) => name !== '' && !PRESS_MARKS.test(name)),
  );
}
