import type { ElementNode } from '../../snapshot/node.ts';

export interface CssWay {
  selector: string;
  matches: (node: ElementNode) => boolean;
}

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Attributes that pages do not change from visit to visit, the most telling first. */
const LASTING = ['name', 'aria-label', 'placeholder', 'for', 'href', 'title', 'alt', 'value'];
/** Longer values are contents, not names. */
const MOST_LENGTH = 120;

/** Ways to select an element by one attribute: test ids, then its id, then others. */
export function listCss(node: ElementNode): CssWay[] {
  const { tag, attributes } = node;
  const ways: CssWay[] = [];
  for (const name of [...TEST_IDS, 'id', ...LASTING]) {
    const value = attributes[name];
    if (value === undefined || value === '' || value.length > MOST_LENGTH) continue;
    // Values of text fields are what was typed there before.
    if (name === 'value' && !isPressed(node)) continue;
    const isId = name === 'id' || TEST_IDS.includes(name);
    ways.push({
      selector: `${isId ? '' : tag}[${name}=${quote(value)}]`,
      matches: (other) => other.attributes[name] === value && (isId || other.tag === tag),
    });
  }
  return ways;
}

function isPressed({ tag, attributes }: ElementNode): boolean {
  const type = attributes['type']?.toLowerCase() ?? '';
  return tag === 'button' || ['submit', 'button', 'radio', 'checkbox'].includes(type);
}

/** `div:nth-of-type(2) > a:nth-of-type(1)` from the top of its document or shadow root. */
export function pathInScope(node: ElementNode): string {
  const steps: string[] = [];
  let at: ElementNode = node;
  for (;;) {
    const { parent }: ElementNode = at;
    const inShadow: boolean = parent?.shadow?.children.includes(at) ?? false;
    const siblings = inShadow ? parent?.shadow?.children : parent?.children;
    const same = (siblings ?? []).filter(
      (sibling) => typeof sibling !== 'string' && sibling.tag === at.tag,
    );
    const number = Math.max(1, same.indexOf(at) + 1);
    steps.unshift(`${at.tag}:nth-of-type(${number})`);
    if (!parent || inShadow || parent.content === at) break;
    at = parent;
  }
  return steps.join(' > ');
}

/** A string of CSS (CSS Syntax Level 3, §4.3.5). */
function quote(value: string): string {
  const escaped = value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (blank) => `\\${blank.charCodeAt(0).toString(16)} `);
  return `"${escaped}"`;
}
