import * as dom from '../../native.ts';
import type { RestingSnapshot } from './resting-snapshots.ts';
import { INTERACTIVE } from '../../snapshot/style-rules.ts';
import type { StyleRules } from '../../snapshot/style-rules.ts';
import { getComposedParent, isComposedAncestor, listAncestors } from '../../composed-tree.ts';

/** Content shown later than this after the pointer came is not its effect. */
const MAX_REVEAL_DELAY_MS = 1500;
/** Attributes are remembered of this many innermost elements. */
const MAX_WITH_ATTRIBUTES = 6;

export interface HoverVisit {
  at: number;
  /** In the frame's viewport, CSS px. */
  pointer: { x: number; y: number };
  state: RestingSnapshot;
  attributes: readonly (readonly [string, string])[];
  /** A press came in between, and explains what is shown now. */
  isSpent: boolean;
}

export interface HoverTrigger {
  element: Element;
  visit: HoverVisit;
  /** The element and its hovered descendants, outermost first. */
  hoveredPath: readonly Element[];
}

export class HoverTrail {
  /** Innermost first. */
  private chain: readonly Element[] = [];
  private visits = new Map<Element, HoverVisit>();

  constructor(private readonly rules: StyleRules) {}

  over(): Element | null {
    return this.chain[0] ?? null;
  }

  compare(over: Element | null): { next: Element[]; entered: Element[]; left: Element[] } {
    const next = over ? [over, ...listAncestors(over, getComposedParent)] : [];
    const kept = new Set(next);
    return {
      next,
      entered: next.filter((element) => !this.visits.has(element)),
      left: this.chain.filter((element) => !kept.has(element)),
    };
  }

  move(next: readonly Element[], now: Pick<HoverVisit, 'at' | 'pointer' | 'state'>): void {
    const before = this.visits;
    this.visits = new Map();
    next.forEach((element, n) => {
      const attributes = n < MAX_WITH_ATTRIBUTES ? readAttributes(element) : [];
      this.visits.set(element, before.get(element) ?? { ...now, attributes, isSpent: false });
    });
    this.chain = next;
  }

  /** What is hovered now reveals nothing more. */
  spend(): void {
    for (const visit of this.visits.values()) visit.isSpent = true;
  }

  /**
   * Returns the element whose hover shows `root`, judged by position; null if nothing was hovered after `since`
   * (epoch ms) and shortly before `until`. For style sheets an ancestor of both, for scripts the innermost control.
   */
  findTrigger(
    root: Element,
    isStyled: boolean,
    [since, until]: readonly [since: number, until: number],
  ): HoverTrigger | null {
    if (this.isRedrawn(root)) return null;
    const fresh = this.chain.filter(
      (element) => !isPageRoot(element) && isRecentVisit(this.visits.get(element), since, until),
    );
    const shared = fresh.findIndex((element) => isComposedAncestor(element, root));
    const inside = shared < 0 ? fresh : fresh.slice(0, shared + 1);
    const around = shared < 0 ? [] : fresh.slice(shared);
    const { affects } = this.rules;
    const found = isStyled
      ? (around.find(affects) ?? inside.findLast(affects))
      : (inside.find((element) => dom.matchesSelector(element, POPUP_OWNER)) ??
        inside.find((element) => dom.matchesSelector(element, INTERACTIVE)) ??
        inside[0]);
    const visit = found && this.visits.get(found);
    if (!found || !visit) return null;
    const hoveredPath = fresh.slice(0, fresh.indexOf(found) + 1).reverse();
    return { element: found, visit, hoveredPath };
  }

  /** Whether it replaces a picture that the pointer came to, as a star that fills. */
  private isRedrawn(root: Element): boolean {
    const { chain } = this;
    if (dom.isShown(chain[0] ?? root) || !isDecorative(root)) return false;
    return dom.getParentElement(root) === chain.find(dom.isShown);
  }
}

function isRecentVisit(visit: HoverVisit | undefined, since: number, until: number): boolean {
  return (
    visit !== undefined &&
    !visit.isSpent &&
    visit.at >= since &&
    until - visit.at < MAX_REVEAL_DELAY_MS
  );
}

const POPUP_OWNER = '[aria-haspopup], [aria-expanded], [aria-controls], [aria-describedby]';

function readAttributes(element: Element): HoverVisit['attributes'] {
  return Array.from(dom.getAttributes(element), ({ name, value }) => [name, value] as const);
}

/** Has no text, and nothing to press. */
function isDecorative(element: Element): boolean {
  if (dom.matchesSelector(element, INTERACTIVE) && !dom.matchesSelector(element, 'img'))
    return false;
  return (dom.getTextContent(element) ?? '').trim() === '';
}

function isPageRoot(element: Element): boolean {
  const document = dom.getOwnerDocument(element);
  if (!document) return true;
  return element === dom.getBody(document) || element === dom.getDocumentElement(document);
}
