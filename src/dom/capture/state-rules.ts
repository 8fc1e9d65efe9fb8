import {
  findClosest,
  getAdoptedSheets,
  getLocalName,
  getOwnerDocument,
  getRootOf,
  getStyleSheets,
  matchesSelector,
} from '../read/native.ts';
import { listStyled } from './state-selectors.ts';
import type { CapturePorts } from './ports.ts';

/** What a pointer is meant to rest on; also what a style sheet that cannot be read is taken to restyle. */
export const INTERACTIVE =
  'a, button, input, select, textarea, label, summary, li, tr, img, [role], [tabindex], [aria-haspopup], [aria-expanded]';

/** Style sheets are looked through again after this long, ms. */
const FRESH_MS = 250;

/** States that leave no trace in the document. `:focus-visible` can be asked for itself. */
export const HOVER = /:hover/;
export const FOCUS = /:focus(?!-visible)/;

/** What the style sheets of a document or shadow root say about a state. */
interface Rules {
  readAt: number;
  /** Elements that restyle something while they are in it; null when there are none. */
  selector: string | null;
  /** Whether the host itself does. */
  ofHost: boolean;
}

export type StateRules = ReturnType<typeof createStateRules>;

/**
 * Knows which elements may restyle something by being hovered, or having the focus. CSS leaves no trace in the
 * document: without this a picture from before would pass for one of now.
 */
export function createStateRules(ports: Pick<CapturePorts, 'shadowRootOf'>, state: RegExp) {
  const known = new WeakMap<Node, Rules>();
  const parsed = new WeakMap<CSSStyleSheet, { length: number; styled: string[] }>();

  function read(sheet: CSSStyleSheet): string[] {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      // Another origin's.
      return [INTERACTIVE];
    }
    const before = parsed.get(sheet);
    if (before?.length === rules.length) return before.styled;
    const styled = listStyled(rules, state);
    parsed.set(sheet, { length: rules.length, styled });
    return styled;
  }

  function rulesOf(root: Node): Rules {
    const before = known.get(root);
    const now = performance.now();
    if (before && now - before.readAt < FRESH_MS) return before;
    const styled = new Set(listSheets(root).flatMap(read));
    const ofHost = styled.delete(':host');
    const selector = styled.size > 0 ? [...styled].join(', ') : null;
    const rules = { readAt: now, selector, ofHost };
    known.set(root, rules);
    return rules;
  }

  return {
    /** Whether it matters to a style sheet that the element is in the state, or is not any more. */
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
