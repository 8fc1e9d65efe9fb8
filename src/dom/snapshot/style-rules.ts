import * as dom from '../native.ts';
import type { ShadowRoots } from './shadow-roots.ts';

/** What a pointer is meant to rest on; also what a style sheet that cannot be read is taken to restyle. */
export const INTERACTIVE =
  'a, button, input, select, textarea, label, summary, li, tr, img, [role], [tabindex], [aria-haspopup], [aria-expanded]';

/** Style sheets are looked through again after this long, ms. */
const CACHE_MS = 250;

/** States that leave no trace in the document. `:focus-visible` can be asked for itself. */
export const HOVER_STATE = /:hover/;
export const ACTIVE_STATE = /:active/;
export const FOCUS_STATE = /:focus(?!-visible)/;
/** What elements have by what is in them: a change inside restyles all of them. */
export const CONTENT_STATE = /:has\(|:(?:user-)?(?:in)?valid|:focus-within/;

/** What the style sheets of a document or shadow root say. */
interface RootRules {
  readAt: number;
  /** The elements that are looked for; null when there are none. */
  selector: string | null;
  /** Whether the host itself does. */
  ofHost: boolean;
}

export type StyleRules = ReturnType<typeof createStyleRules>;

/**
 * Knows which elements may restyle something by being hovered, or having the focus. CSS leaves no trace in the
 * document: without this a picture from before would pass for one of now.
 */
export function createStateRules(shadowRootOf: ShadowRoots['find'], state: RegExp): StyleRules {
  return createStyleRules(shadowRootOf, (rules) => listStyledSelectors(rules, state));
}

/** Knows which elements the style sheets name in a place that `list` reads, as selectors, from their rules. */
export function createStyleRules(
  shadowRootOf: ShadowRoots['find'],
  list: (rules: CSSRuleList) => string[],
) {
  const known = new WeakMap<Node, RootRules>();
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
    const styled = list(rules);
    parsed.set(sheet, { length: rules.length, styled });
    return styled;
  }

  function rulesOf(root: Node): RootRules {
    const before = known.get(root);
    const now = performance.now();
    if (before && now - before.readAt < CACHE_MS) return before;
    const styled = new Set(listSheets(root).flatMap(read));
    const ofHost = styled.delete(':host');
    const selector = styled.size > 0 ? [...styled].join(', ') : null;
    const rules = { readAt: now, selector, ofHost };
    known.set(root, rules);
    return rules;
  }

  return {
    /** Whether the sheets of the element's root name any. */
    hasAny: (element: Element): boolean => rulesOf(dom.getRootOf(element)).selector !== null,
    /** Whether the element is one of those; with states, whether it matters that it is in one, or is not any more. */
    affects(element: Element): boolean {
      const { selector } = rulesOf(dom.getRootOf(element));
      if (selector !== null && matchesOrInteractive(element, selector)) return true;
      const own = dom.getLocalName(element).includes('-') ? shadowRootOf(element) : null;
      return own !== null && rulesOf(own).ofHost;
    },
  };
}

export function listSheets(root: Node): CSSStyleSheet[] {
  if (root instanceof ShadowRoot) return [...root.styleSheets, ...root.adoptedStyleSheets];
  const document = root instanceof Document ? root : dom.getOwnerDocument(root);
  return document ? [...dom.getStyleSheets(document), ...dom.getAdoptedSheets(document)] : [];
}

/** A selector that only this browser's parser of style sheets takes counts as matching what is interactive. */
function matchesOrInteractive(element: Element, selector: string): boolean {
  try {
    return dom.matchesSelector(element, selector);
  } catch {
    return dom.findClosest(element, INTERACTIVE) === element;
  }
}

/** How deep style rules may be nested; what is deeper is not looked at. */
const MAX_NESTING = 8;

/**
 * The elements that the rules restyle something for while they are in a state, as selectors: of
 * `nav li:hover > ul` with `:hover`, that is `li`. More rather than fewer: what stands in functions is left out, and
 * `:host` stands for the host of the root the rules are in.
 */
export function listStyledSelectors(rules: CSSRuleList, state: RegExp): string[] {
  const found = new Set<string>();
  for (const rule of walkStyleRules(rules)) {
    if (rule === null) found.add('a, button');
    else if (state.test(rule.selectorText)) noteSelector(rule, state, found);
  }
  return [...found];
}

/** The elements that rules restyle because of what stands before them in the same parent: `p` of `input:checked + p a`. */
export function listSiblingSelectors(rules: CSSRuleList): string[] {
  const found = new Set<string>();
  for (const rule of walkStyleRules(rules)) {
    if (rule === null) found.add('a, button');
    for (const [, compound = ''] of rule?.selectorText.matchAll(AFTER_SIBLING) ?? []) {
      const plain = stripStates(compound);
      if (CSS.supports(`selector(${plain})`)) found.add(plain);
    }
  }
  return [...found];
}

const AFTER_SIBLING = /[+~]\s*([^\s>+~,]+)/g;

/** The style rules of a list, nested and imported ones included; null for an import of another origin. */
export function* walkStyleRules(rules: CSSRuleList, depth = 0): Generator<CSSStyleRule | null> {
  if (depth > MAX_NESTING) return;
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule;
    let inner: CSSRuleList | undefined;
    try {
      if (rule instanceof CSSImportRule) inner = rule.styleSheet?.cssRules;
      else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) inner = rule.cssRules;
    } catch {
      yield null;
    }
    if (inner && inner.length > 0) yield* walkStyleRules(inner, depth + 1);
  }
}

/** The selectors of the style rule around a nested one; empty if there is none. */
export function readOuterSelector(rule: CSSRule): string {
  let outer = rule.parentRule;
  while (outer && !(outer instanceof CSSStyleRule)) outer = outer.parentRule;
  return outer?.selectorText ?? '';
}

function noteSelector(rule: CSSStyleRule, state: RegExp, found: Set<string>): void {
  for (const selector of splitAt(rule.selectorText, (char) => char === ',')) {
    for (const compound of splitAt(selector, (char) => ' >+~'.includes(char))) {
      if (!state.test(compound)) continue;
      if (compound.includes(':host')) found.add(':host');
      // What a nested rule refers to may be anything that its outer rule names last.
      else if (compound.startsWith('&')) {
        const outer = readOuterSelector(rule);
        for (const part of splitAt(outer, (char) => char === ',')) found.add(lastCompoundOf(part));
      } else found.add(stripStates(compound));
    }
  }
}

function lastCompoundOf(selector: string): string {
  const last = splitAt(selector, (char) => ' >+~'.includes(char)).at(-1) ?? '';
  return last.includes('&') ? '*' : stripStates(last);
}

/** A compound selector without functions, states and parts: `a` of `a:is(:hover, :focus)::before`. */
function stripStates(compound: string): string {
  let plain = '';
  let depth = 0;
  for (let at = 0; at < compound.length; at++) {
    const char = compound.charAt(at);
    if (char === '\\') {
      if (depth === 0) plain += compound.slice(at, at + 2);
      at++;
    } else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (depth === 0) plain += char;
  }
  return plain.replace(STATES_AND_PARTS, (found) => (found.startsWith('[') ? found : '')) || '*';
}

/** Not the colons of class names, which are escaped, nor those in attributes, which are found whole. */
const STATES_AND_PARTS = /\[[^\]]*\]|(?<!\\)::?[a-z-]+/g;

/** The non-empty pieces between separators outside brackets and quotes. */
function splitAt(text: string, isSeparator: (char: string) => boolean): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = '';
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      piece += text.slice(at, at + 2);
      at++;
      continue;
    }
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    if (depth === 0 && quote === '' && isSeparator(char)) {
      pieces.push(piece);
      piece = '';
    } else piece += char;
  }
  pieces.push(piece);
  return pieces.map((found) => found.trim()).filter((found) => found !== '');
}
