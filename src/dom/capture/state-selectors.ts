/** How deep style rules may be nested; what is deeper is not looked at. */
const DEPTH = 8;

/**
 * The elements that the rules restyle something for while they are in a state, as selectors: of
 * `nav li:hover > ul` with `:hover`, that is `li`. More rather than fewer: what stands in functions is left out, and
 * `:host` stands for the host of the root the rules are in.
 */
export function listStyled(rules: CSSRuleList, state: RegExp): string[] {
  const found = new Set<string>();
  collect(rules, '', { state, found }, 0);
  return [...found];
}

interface Listing {
  state: RegExp;
  found: Set<string>;
}

function collect(rules: CSSRuleList, outer: string, listing: Listing, depth: number): void {
  if (depth > DEPTH) return;
  for (const rule of rules) {
    let around = outer;
    if (rule instanceof CSSStyleRule) {
      const { selectorText } = rule;
      if (listing.state.test(selectorText)) note(selectorText, outer, listing);
      around = selectorText;
    }
    if (rule instanceof CSSImportRule) collectImported(rule, listing, depth);
    else if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) {
      if (rule.cssRules.length > 0) collect(rule.cssRules, around, listing, depth + 1);
    }
  }
}

function collectImported(rule: CSSImportRule, listing: Listing, depth: number): void {
  try {
    if (rule.styleSheet) collect(rule.styleSheet.cssRules, '', listing, depth + 1);
  } catch {
    // Another origin's.
    listing.found.add('a, button');
  }
}

function note(selectorText: string, outer: string, { state, found }: Listing): void {
  for (const selector of splitAt(selectorText, (char) => char === ',')) {
    for (const compound of splitAt(selector, (char) => ' >+~'.includes(char))) {
      if (!state.test(compound)) continue;
      if (compound.includes(':host')) found.add(':host');
      // What a nested rule refers to may be anything that its outer rule names last.
      else if (compound.startsWith('&')) {
        for (const part of splitAt(outer, (char) => char === ',')) found.add(lastOf(part));
      } else found.add(strip(compound));
    }
  }
}

function lastOf(selector: string): string {
  const last = splitAt(selector, (char) => ' >+~'.includes(char)).at(-1) ?? '';
  return last.includes('&') ? '*' : strip(last);
}

/** A compound selector without functions, states and parts: `a` of `a:is(:hover, :focus)::before`. */
function strip(compound: string): string {
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
  return plain.replace(STATES, (found) => (found.startsWith('[') ? found : '')) || '*';
}

/** Not the colons of class names, which are escaped, nor those in attributes, which are found whole. */
const STATES = /\[[^\]]*\]|(?<!\\)::?[a-z-]+/g;

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
