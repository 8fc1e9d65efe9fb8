import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBrowserTurn } from '../../demonstration/make-turn.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import type { FixturePage } from '../page.fixture.ts';
import { readXml } from './read-xml.fixture.ts';
import type { MindAction } from './task.ts';
import { writeMindAction } from './task.ts';

const CLICK = { op: 'CLICK', original_op: 'CLICK', value: '' } as const;

function write({ frame }: FixturePage, uid: string): MindAction | null {
  const turn = makeBrowserTurn({ action: { intent: 'click', uid } });
  const page = { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
  return writeMindAction({ turn, operation: CLICK, uid }, page);
}

/** Everything the format promises of one action, for the element with this uid. */
function expectSound(page: FixturePage, uid: string): void {
  const action = write(page, uid);
  if (!action) throw new Error('no action');
  const raw = readXml(action.raw_html);
  const cleaned = readXml(action.cleaned_html);
  expect(cleaned.depth).toBeLessThan(256);
  expect(raw.depth).toBeLessThan(256);
  const [original, ...others] = action.pos_candidates;
  expect(original?.is_original_target).toBe(true);
  expect(others.every((other) => other.is_original_target === false)).toBe(true);
  expect(action.pos_candidates.filter((one) => one.is_top_level_target)).toHaveLength(1);
  const ids = [...action.pos_candidates, ...action.neg_candidates].map(
    (candidate) => candidate.backend_node_id,
  );
  expect(ids.filter((id) => !cleaned.byId.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const target = JSON.parse(original?.attributes ?? '') as Record<string, string>;
  expect(target['data_webtasks_id']).toBe(uid);
  expect(target['backend_node_id']).toBe(original?.backend_node_id);
}

describe('target recall', () => {
  const names = fc.oneof(
    fc.constantFrom(
      'a',
      'button',
      'div',
      'span',
      'input',
      'label',
      'svg',
      'g:plusone',
      'p',
      'select',
    ),
    fc.constantFrom(
      'option',
      'script',
      'template',
      'x-é',
      'title',
      'text',
      'table',
      'tr',
      'iframe',
    ),
  );
  const attribute = fc.tuple(
    fc.constantFrom(
      'class',
      'href',
      'role',
      'xmlns',
      '@click',
      '1x',
      'data-x',
      'data_x',
      'é²',
      'for',
      'id',
      'type',
      'hidden',
      'aria-label',
    ),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('presentation', 'hidden', 'a'),
    ),
  );
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replace(/[<&]/g, '')),
      fc
        .tuple(
          names,
          fc.array(attribute, { maxLength: 4 }),
          fc.array(tie('tree'), { maxLength: 5 }),
        )
        .map(
          ([name, attributes, children]) =>
            `<${name} ${attributes.map(([key, value]) => `${key}="${value.replace(/["&]/g, '')}"`).join(' ')}>${children.join('')}</${name}>`,
        ),
    ),
  }));

  it('is complete on any page, for any element on it', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), (parts) => {
        const page = keepHtml(`<head></head><body>${parts.join('')}</body>`);
        for (const uid of page.all) expectSound(page, uid);
      }),
      { numRuns: 60 },
    );
  });

  it('is complete on pages deeper than XML readers go', () => {
    const page = keepHtml(`${'<div>'.repeat(600)}<b id="b">x</b>`);
    expectSound(page, page.uids['b'] ?? '');
    expectSound(page, page.all[300] ?? '');
  });

  const site = new URL('../../../../practice/site/', import.meta.url);
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name, new URL(name, site)] as const);
  const sample = new URL('../golden/weblinx-sample/pages/', import.meta.url);
  const kept = readdirSync(sample).map((name) => [name, new URL(name, sample)] as const);

  it.each([...pages, ...kept])('is complete on %s', (_name, file) => {
    const page = keepHtml(readFileSync(file, 'utf8'));
    for (const uid of page.all) expectSound(page, uid);
  });
});
