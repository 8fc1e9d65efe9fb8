import type { Candidate } from '../../../src/core/ranking/candidate.ts';
import { listCandidates } from '../../../src/core/ranking/page/list-candidates.ts';
import { parseHtml } from '../../../src/core/snapshot/parse.ts';
import { WORDS } from '../../model/vocabulary-words.ts';
import { createRandom } from '../../random.ts';

/**
 * Candidates of a made-up shop's back office: menus, filters, cards, a table and a form, named by words
 * drawn from a seed. `changed` says how many of its cards carry other names than the page of that seed.
 */
export function makeCandidates(seed: number, count: number, changed = 0): Candidate[] {
  const next = createRandom(seed);
  const words = WORDS.filter((word) => word.length > 2);
  const pick = (): string => words[Math.floor(next() * words.length)] ?? '';
  const say = (from: number, to: number): string =>
    Array.from({ length: from + Math.floor(next() * (to - from + 1)) }, pick).join(' ');
  const repeat = (times: number, write: (at: number) => string): string =>
    Array.from({ length: times }, (_, at) => write(at)).join('\n');
  const parts = [
    `<header><nav aria-label="Main">${repeat(40, () => `<a href="/${pick()}">${say(1, 2)}</a>`)}</nav></header>`,
    `<aside><h2>Filters</h2>${repeat(6, () => `<fieldset><legend>${say(1, 2)}</legend>${repeat(10, () => `<label><input type="checkbox"> ${say(1, 3)}</label>`)}</fieldset>`)}</aside>`,
    `<form>${repeat(40, (at) => `<label for="f${at}">${say(1, 4)}</label><input id="f${at}" placeholder="${say(1, 5)}">`)}<button>Save changes</button></form>`,
    `<table><thead><tr><th>Order</th><th>Customer</th><th>State</th><th></th></tr></thead><tbody>${repeat(
      130,
      (at) =>
        `<tr><td><input type="checkbox" aria-label="Select order ${1000 + at}"></td><td><a href="/order/${at}">Order ${1000 + at}</a></td><td><a href="/customer/${at}">${say(2, 3)}</a></td><td><button>Edit</button><button title="Delete this order">✕</button></td></tr>`,
    )}</tbody></table>`,
    `<section><h2>${say(2, 3)}</h2><ul>${repeat(400, (at) => writeCard(at, say, at < changed ? 'new' : ''))}</ul></section>`,
  ];
  const page = parseHtml(`<!doctype html><body>${parts.join('\n')}</body>`);
  const candidates = listCandidates([page]);
  if (candidates.length < count) throw new Error(`Only ${candidates.length} candidates were made`);
  // The cards, which differ most, are at the end: kept rather than the table.
  return candidates.slice(-count);
}

function writeCard(at: number, say: (from: number, to: number) => string, change: string): string {
  const name = `${change} ${say(2, 6)}`.trim();
  return `<li class="card"><h3><a href="/item/${at}">${name}</a></h3><p>${say(5, 14)}</p><button>Add to cart</button><button aria-label="Save ${name} for later">♡</button></li>`;
}

/** What a person might ask for on such a page: by its own words, in others, and by place. */
export function listQueries(candidates: readonly Candidate[], count: number): string[] {
  const named = candidates.filter(({ fields }) => fields.name.split(' ').length > 1);
  return Array.from({ length: count }, (_, at) => {
    const { fields } = named[Math.floor(((at + 0.5) * named.length) / count)] ?? { fields: null };
    const words = (fields?.name ?? 'save changes').split(' ');
    return at % 2 === 0 ? words.slice(0, 3).join(' ') : `${words.slice(-2).join(' ')} please`;
  });
}
