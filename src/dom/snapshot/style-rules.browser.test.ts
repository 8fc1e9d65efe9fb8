import { describe, expect, it } from 'vitest';
import {
  FOCUS_STATE,
  HOVER_STATE,
  listSiblingSelectors,
  listStyledSelectors,
} from './style-rules.ts';

function list(css: string, state = HOVER_STATE): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return listStyledSelectors(sheet.cssRules, state);
}

describe('listStyled', () => {
  it.each([
    ['nav li:hover > ul { display: block }', ['li']],
    ['a:hover, .card:focus, .row:hover .tools { color: red }', ['a', '.row']],
    ['button:is(:hover, :focus)::before { color: red }', ['button']],
    ['.menu:not(:hover) { display: none }', ['.menu']],
    ['ul:has(> li:hover) { color: red }', ['ul']],
    [':hover { color: red }', ['*']],
    ['@media (min-width: 1px) { @layer a { p.x:hover { color: red } } }', ['p.x']],
    ['.card { &:hover .tools { opacity: 1 } }', ['.card']],
    [':host(:hover) .x { color: red }', [':host']],
    ['[title="a:hover, b"]:hover { color: red }', ['[title="a:hover, b"]']],
    ['.sm\\:hover\\:x:hover { color: red }', ['.sm\\:hover\\:x']],
    ['a:focus { color: red }', []],
  ])('finds in %s what is hovered', (css, hovered) => {
    expect(list(css)).toEqual(hovered);
  });

  it.each([
    ['input:focus + p { color: red }', ['input']],
    ['nav:focus-within ul, a:focus { display: block }', ['nav', 'a']],
    ['button:focus-visible { outline: 1px solid }', []],
    [':host(:focus) .x { color: red }', [':host']],
    ['a:hover { color: red }', []],
  ])('finds in %s what has the focus', (css, focused) => {
    expect(list(css, FOCUS_STATE)).toEqual(focused);
  });

  it.each([
    ['input:checked + label b { color: red }', ['label']],
    ['.a.open ~ .b:not(.c), li + li { color: red }', ['.b', 'li']],
    ['a:nth-child(2n+1) { color: red }', []],
    ['[title~="x"] > p { color: red }', []],
  ])('finds in %s what the element before restyles', (css, siblings) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    expect(listSiblingSelectors(sheet.cssRules)).toEqual(siblings);
  });
});
