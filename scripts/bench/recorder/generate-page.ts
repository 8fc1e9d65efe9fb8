import { createRandom } from '../../random.ts';

/** One card's elements, the card itself included; with its shadow root where it has one. */
const CARD = 14;
const SHADOW_CARD = 13;
const ROW = 8;
const FORM = 29;
/** The page around its sections. */
const FRAME = 40;

/**
 * A page of about `elements` elements as shops, mails and dashboards have them: a header, then
 * sections of cards, table rows and forms, five levels and more deep, with attributes, text, comments
 * and icons; every eighth card is a custom element with an open or closed shadow root.
 */
export function generatePage(elements: number): string {
  const random = createRandom(elements);
  const parts: string[] = [];
  let count = FRAME;
  for (let section = 0; count < elements; section++) {
    parts.push(
      `<section class="section s${section % 7}" id="section-${section}"><h2 class="title">`,
    );
    parts.push(`${makeWords(random, 4)}</h2><!-- section ${section} --><div class="grid">`);
    count += 3;
    for (let card = 0; card < 24 && count < elements; card++) {
      const isCustom = card % 8 === 5;
      parts.push(isCustom ? makeShadowCard(random, card) : makeCard(random, section, card));
      count += isCustom ? SHADOW_CARD : CARD;
    }
    parts.push('</div><table class="table"><tbody>');
    count += 2;
    for (let row = 0; row < 20 && count < elements; row++) {
      parts.push(makeRow(random, row));
      count += ROW;
    }
    parts.push('</tbody></table>');
    if (section % 4 === 0 && count < elements) {
      parts.push(makeForm(random, section));
      count += FORM;
    }
    parts.push('</section>');
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${elements} elements</title>
<style>${STYLE}</style><script>${SCRIPT}</script></head><body><header class="header"><nav><ul>${makeMenu(random)}</ul></nav></header>
<main id="main">${parts.join('')}</main></body></html>`;
}

const STYLE = `body{margin:0;font:14px/1.4 sans-serif}.header ul{display:flex;list-style:none;gap:8px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.card{border:1px solid #ccc;padding:8px}
.table{width:100%;border-collapse:collapse}.table td{border-bottom:1px solid #eee;padding:4px}
.badge{position:relative;background:#def}.hidden{display:none}.form label{display:block}`;

const SCRIPT = `for (const mode of ['open', 'closed']) customElements.define('shop-' + mode, class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode }).innerHTML = '<style>:host{display:block;padding:8px}</style><div class="inner" part="body">' +
      '<h3><slot name="title"></slot></h3><p class="text">' + this.dataset.text + '</p><button type="button" aria-label="Add">Add' +
      '<span class="icon"></span></button><slot></slot></div>';
  }
});`;

type Random = () => number;

const WORDS =
  'walnut lamp linen cushion order shipped paid open review basket delivery express account settings café naïve ten of with from the and'.split(
    ' ',
  );

function makeWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

function makeMenu(random: Random): string {
  const item = (at: number) =>
    `<li class="item"><a href="/menu/${at}" title="${makeWords(random, 2)}">${makeWords(random, 1)}</a></li>`;
  return Array.from({ length: 16 }, (_, at) => item(at)).join('');
}

function makeCard(random: Random, section: number, card: number): string {
  const id = `${section}-${card}`;
  return `<article class="card card-${card % 5}" data-id="${id}" aria-labelledby="t${id}"><a class="link" href="/item/${id}?from=list&amp;page=${section}">
<h3 id="t${id}">${makeWords(random, 3)}</h3></a><p class="text">${makeWords(random, 18)} <em>${makeWords(random, 2)}</em></p>
<div class="row"><span class="price" data-cents="${Math.floor(random() * 9000)}">€${Math.floor(random() * 90)}</span><span class="badge">${makeWords(random, 1)}</span></div>
<div class="actions"><button type="button" class="add" style="color:#${1 + (card % 9)}23"><svg viewBox="0 0 8 8" width="8" height="8"><path d="M0 4h8M4 0v8"></path></svg> Add</button>
<span class="hidden">${makeWords(random, 3)}</span></div></article>`;
}

function makeShadowCard(random: Random, card: number): string {
  const name = card % 16 === 5 ? 'shop-open' : 'shop-closed';
  return `<${name} class="card" data-text="${makeWords(random, 8)}"><b slot="title">${makeWords(random, 2)}</b><p>${makeWords(random, 10)}</p><a href="/more">More</a></${name}>`;
}

function makeRow(random: Random, row: number): string {
  return `<tr data-row="${row}"><td><input type="checkbox" aria-label="Choose"></td><td class="id">#${Math.floor(random() * 99999)}</td><td>${makeWords(random, 3)}</td>
<td class="state"><span class="badge">${makeWords(random, 1)}</span></td><td>${makeWords(random, 2)}</td></tr>`;
}

function makeForm(random: Random, section: number): string {
  const options = Array.from(
    { length: 12 },
    (_, at) => `<option value="${at}">${makeWords(random, 1)}</option>`,
  ).join('');
  return `<form class="form" action="/send" id="form-${section}"><fieldset><legend>${makeWords(random, 2)}</legend><label>Name <input name="name" value="${makeWords(random, 1)}"></label>
<label>Mail <input type="email" name="mail"></label><label>Word <input type="password" name="word" autocomplete="new-password"></label>
<label>Way <select name="way">${options}</select></label><label>Note <textarea name="note">${makeWords(random, 12)}</textarea></label>
<label><input type="radio" name="r" checked> one</label><button>Send</button></fieldset></form>`;
}
