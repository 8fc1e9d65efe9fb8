import type { PageAction } from '../../core/action/action.ts';
import type { Change, Receipt } from '../../core/action/receipt.ts';
import { activeElementOf, isInside, parentOf } from './composed-tree.ts';
import type { PerformContext, Prepared } from './context.ts';
import { compareControl, readControls, TEXT_LENGTH } from './control-state.ts';
import { editingHostOf } from './editable-text.ts';
import { listLooks } from './look.ts';
import type { PageActivity } from './page-activity.ts';
import { followSubject } from './follow-subject.ts';
import { isField } from './text-input.ts';
import { cutText } from './text.ts';
import { listNewText, readVisibleText } from './visible-text.ts';

const MOST_CHANGES = 8;
const MOST_APPEARED = 5;

export interface Watch {
  /** Whether there is evidence by now. Cheap while nothing moves. */
  isChanged(): boolean;
  finish(): Receipt;
  /** Whether the control holds what was asked; undefined where nothing was, or the control is gone. */
  isHeld(): boolean | undefined;
}

/** Takes down how things are before an action; call after `activity.begin()`. */
export function startWatch(
  intent: PageAction['intent'],
  { subject: target, shows, holds }: Pick<Prepared, 'subject' | 'shows' | 'holds'>,
  activity: PageActivity,
  ctx: PerformContext,
): Watch {
  const view = ctx.document.defaultView;
  // Where no state was asked for, what has gone is an outcome like others.
  const follow = followSubject(target, () => activity.version(), ctx);
  const current = holds ? follow : () => (target?.isConnected ? target : null);
  const controls = readControls(target, activity.roots());
  const editor = target && editingHostOf(target);
  const text = readVisibleText(activity.roots(), editor, ctx);
  const shown = shows?.();
  const url = ctx.document.URL;
  const { title } = ctx.document;
  const focus = activeElementOf(ctx);
  const scrollers = listScrollers(target, ctx);
  const places = scrollers.map((each) => ({ x: each.scrollLeft, y: each.scrollTop }));
  let seen = -1;

  function listControls(): Change[] {
    const own = listShown();
    const others = [...controls]
      .filter(([element]) => element.isConnected && element !== target)
      .flatMap(([element, before]) => compareControl(element, before, ctx));
    return [...(shows ? [] : compareTarget()), ...others, ...own];
  }

  /** By the name of the one that it was asked of, also where that has been drawn anew. */
  function compareTarget(): Change[] {
    const before = target && controls.get(target);
    const now = current();
    if (!before || !now) return [];
    return compareControl(now, before, { ...ctx, uidOf: () => ctx.uidOf(target) });
  }

  function isHeld(): boolean | undefined {
    const now = current();
    return now ? holds?.(now) : undefined;
  }

  function listShown(): Change[] {
    if (!target || !shows || shown === undefined || shows() === shown) return [];
    const [from, to] = [shown, shows()].map((each) => cutText(each, TEXT_LENGTH));
    return [{ kind: 'value', uid: ctx.uidOf(target), from: from ?? '', to: to ?? '' }];
  }

  function listPlace(): Change[] {
    const changes: Change[] = [];
    const to = activity.leaving()?.to || ctx.document.URL;
    if (to !== url) changes.push({ kind: 'url', from: url, to });
    if (ctx.document.title !== title) {
      changes.push({ kind: 'title', to: cutText(ctx.document.title, TEXT_LENGTH) });
    }
    for (const [index, scroller] of scrollers.entries()) {
      const before = places[index] ?? { x: 0, y: 0 };
      const x = Math.round(scroller.scrollLeft - before.x);
      const y = Math.round(scroller.scrollTop - before.y);
      if (x !== 0 || y !== 0) changes.push({ kind: 'scrolled', x, y });
    }
    return changes;
  }

  function listRefused(): Change[] {
    return [...new Set(activity.invalid())].map((element) => {
      const message =
        'validationMessage' in element && !ctx.isSecret(element)
          ? String(element.validationMessage)
          : 'true';
      return { kind: 'state', uid: ctx.uidOf(element), name: 'invalid', to: cutText(message, 200) };
    });
  }

  function listTexts(): Change[] {
    const now = readVisibleText(activity.roots(), editor, ctx);
    const restless = activity.restless();
    const appeared = listNewText(now, text, restless).slice(0, MOST_APPEARED);
    const vanished = listNewText(text, now, restless);
    return [
      ...appeared.map((each) => ({ kind: 'appeared' as const, text: cutText(each, TEXT_LENGTH) })),
      ...vanished.map((each) => ({ kind: 'vanished' as const, text: cutText(each, TEXT_LENGTH) })),
    ];
  }

  /**
   * Focus that we have put on the target ourselves proves nothing (a dead button takes it as well)
   * and is left out. It counts when the page moved it elsewhere, and where a click is meant to focus:
   * in text.
   */
  function listFocus(): Change[] {
    const active = activeElementOf(ctx);
    if (!active || active === focus) return [];
    const own = target && (isInside(active, target, ctx) || isInside(target, active, ctx));
    const writes = isField(active) || editingHostOf(active) !== null;
    if (own && !(writes && intent === 'click')) return [];
    return [{ kind: 'focus', uid: ctx.uidOf(active) }];
  }

  function isTelling(change: Change): boolean {
    if (intent !== 'textInput' && intent !== 'change') return true;
    // Here something definite was asked of one control: nothing else is an answer.
    if (!target || !('uid' in change) || change.uid !== ctx.uidOf(target)) return false;
    return change.kind !== 'state' || change.name === 'pressed' || change.name === 'selected';
  }

  function collect(): Change[] {
    const known = [...listControls(), ...listRefused(), ...listPlace(), ...listTexts()];
    const looks = known.length === 0 ? listLooks(target, activity, ctx) : [];
    return [...known, ...looks, ...listFocus()];
  }

  return {
    isHeld,
    isChanged() {
      // A control that holds what was asked is all the evidence there can be, also when it did before.
      if (isHeld() === true) return true;
      if ([...listControls(), ...listPlace(), ...listRefused()].some(isTelling)) return true;
      if (seen === activity.version()) return false;
      seen = activity.version();
      return collect().some(isTelling);
    },
    finish() {
      const changes = collect();
      const left = activity.leaving()?.gone === true;
      const telling = changes.some(isTelling);
      const verdict = telling ? 'changed' : left || !view ? 'unknown' : 'unchanged';
      // Of a control that the page has put away, the last that it held is what is known.
      const asAsked = isHeld() ?? (target ? holds?.(target) : undefined);
      return {
        verdict,
        changes: changes.slice(0, MOST_CHANGES),
        ...(asAsked !== undefined && { asAsked }),
      };
    },
  };
}

/** The page and every box around the target that scrolls. */
function listScrollers(target: Element | null, ctx: PerformContext): Element[] {
  const page = ctx.document.scrollingElement;
  const scrollers: Element[] = page ? [page] : [];
  for (let at = target; at; at = parentOf(at)) {
    const moves = at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;
    if (moves && at !== page) scrollers.push(at);
  }
  return scrollers;
}
