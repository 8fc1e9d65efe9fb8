import {
  findClosest,
  getAdoptedSheets,
  getLocalName,
  getOwnerDocument,
  getRootOf,
  getStyleSheets,
  matchesSelector,
} from '../read/native.ts';
import { listHovered } from './hover-selectors.ts';
import type { CapturePorts } from './ports.ts';

/** What a pointer is meant to rest on; also what a style sheet that cannot be read is taken to restyle. */
export const INTERACTIVE =
  'a, button, input, select, textarea, label, summary, li, tr, img, [role], [tabindex], [aria-haspopup], [aria-expanded]';

/** Style sheets are looked through again after this long, ms. */
const FRESH_MS = 250;

/** What the style sheets of a document or shadow root say about hovering. */
interface Rules {
  readAt: number;
  /** Elements that restyle something while they are hovered; null when there are none. */
  selector: string | null;
  /** Whether the host itself does. */
  ofHost: boolean;
}

export type HoverRules = ReturnType<typeof createHoverRules>;

/**
 * Knows which elements may restyle something by being hovered. CSS leaves no trace in the document:
 * without this a picture from before would pass for one of now.
 */
export function createHoverRules(ports: Pick<CapturePorts, 'shadowRootOf'>) {
  const known = new WeakMap<Node, Rules>();
  const parsed = new WeakMap<CSSStyleSheet, { length: number; hovered: string[] }>();

  function read(sheet: CSSStyleSheet): string[] {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      // Another origin's.
      return [INTERACTIVE];
    }
    const before = parsed.get(sheet);
    if (before?.length === rules.length) return before.hovered;
    const hovered = listHovered(rules);
    parsed.set(sheet, { length: rules.length, hovered });
    return hovered;
  }

  function rulesOf(root: Node): Rules {
    const before = known.get(root);
    const now = performance.now();
    if (before && now - before.readAt < FRESH_MS) return before;
    const hovered = new Set(listSheets(root).flatMap(read));
    const ofHost = hovered.delete(':host');
    const selector = hovered.size > 0 ? [...hovered].join(', ') : null;
    const rules = { readAt: now, selector, ofHost };
    known.set(root, rules);
    return rules;
  }

  return {
    /** Whether it matters to a style sheet that the element is hovered, or is not any more. */
    concern(element: Element): boolean {
      const { selector } = rulesOf(getRootOf(element));
      if (selector !== null && matches(element, selector)) return true;
      const own = getLocalName(element).includes('-') ? ports.shadowRootOf(element) : null;
      return own !== null && rulesOf(own).ofHost;
    },
  };
}

function listSheets(root: Node): CSSStyleSheet[] {
  if (root instanceof ShadowRoot) return [...root.styleSheets, ...root.adoptedStyleSheets];
  const document = root instanceof Document ? root : getOwnerDocument(root);
  return document ? [...getStyleSheets(document), ...getAdoptedSheets(document)] : [];
}

/** A selector that only this browser's parser of style sheets takes counts as matching what is interactive. */
function matches(element: Element, selector: string): boolean {
  try {
    return matchesSelector(element, selector);
  } catch {
    return findClosest(element, INTERACTIVE) === element;
  }
}
