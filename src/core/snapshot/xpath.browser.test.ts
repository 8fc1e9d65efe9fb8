import { expect, it } from 'vitest';
import { xpathOf, walkElements } from './element-tree.ts';
import { parseHtml } from './parse.ts';

const HTML = `<main><p>text</p><svg><g><rect></rect><rect></rect></g><foreignObject><b>in</b></foreignObject></svg></main>`;

it('finds SVG elements and their neighbours in an HTML document', () => {
  document.body.innerHTML = HTML;
  const found = [...walkElements(parseHtml(`<html><head></head><body>${HTML}</body></html>`))].map(
    (node) => {
      const path = xpathOf(node);
      const { singleNodeValue } = document.evaluate(
        path,
        document,
        null,
        XPathResult.FIRST_ORDERED_NODE_TYPE,
      );
      return [node.tag.toLowerCase(), singleNodeValue?.nodeName.toLowerCase() ?? path];
    },
  );
  expect(found.length).toBeGreaterThan(8);
  for (const [tag, name] of found) if (tag !== 'head') expect(name).toBe(tag);
});
