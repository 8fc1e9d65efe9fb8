import { UID_ATTRIBUTE, formatUid } from '../../../src/core/snapshot/snapshot.ts';
import type { Box } from '../../../src/core/snapshot/snapshot.ts';
import { createRandom } from '../../random.ts';

/** A page as the recorder keeps it, and what on it can be acted on. */
export interface GeneratedPage {
  html: string;
  boxes: Record<string, Box>;
  links: Target[];
  fields: Target[];
}

export interface Target {
  uid: string;
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

const WORDS =
  'walnut lamp linen cushion order shipped paid open review basket delivery express account settings café naïve ten of with from the and'.split(
    ' ',
  );
/** Of all elements about a third lies in the viewport, as on a page of three screens. */
const SCREENS = 3;
const HEIGHT = 720;

/**
 * A kept page with exactly `elements` elements under its html element, made of a seed: a header, then
 * cards, table rows and forms, with attributes, text, comments and icons. Five levels and more deep.
 */
export function generatePage(elements: number, seed: number): GeneratedPage {
  const writer = new PageWriter(elements, seed);
  writer.write();
  return writer;
}

class PageWriter implements GeneratedPage {
  html = '';
  readonly boxes: Record<string, Box> = {};
  readonly links: Target[] = [];
  readonly fields: Target[] = [];
  private count = 0;
  private readonly random: () => number;
  private readonly elements: number;
  private readonly seed: number;

  constructor(elements: number, seed: number) {
    [this.elements, this.seed] = [elements, seed];
    this.random = createRandom(seed);
  }

  write(): void {
    this.add('head', {}, () => {
      this.add('title', {}, () => this.say(3));
      this.add('style', {}, () => (this.html += '.card > a { color: #123 }'));
    });
    this.add('body', { class: 'page' }, () => {
      this.add('header', { class: 'header', role: 'banner' }, () => {
        for (let n = 0; n < 16; n++) this.addLink(`/menu/${n}`, 'item');
      });
      this.add('main', { id: 'main' }, () => {
        for (let n = 0; this.hasRoom(30); n++) this.addSection(n);
        while (this.hasRoom(1)) this.add('span', { class: 'rest' }, () => this.say(2));
      });
    });
  }

  private addSection(n: number): void {
    this.add('section', { class: `section s${n % 7}`, id: `section-${n}` }, () => {
      this.add('h2', { class: 'title' }, () => this.say(4));
      this.html += `<!-- section ${n} -->`;
      for (let card = 0; card < 12 && this.hasRoom(14); card++) this.addCard(n, card);
      this.add('table', { class: 'table' }, () =>
        this.add('tbody', {}, () => {
          for (let row = 0; row < 20 && this.hasRoom(8); row++) this.addRow(row);
        }),
      );
      if (this.hasRoom(12)) this.addForm(n);
    });
  }

  private addCard(section: number, card: number): void {
    const id = `${section}-${card}`;
    this.add('article', { class: `card card-${card % 5}`, 'data-id': id }, () => {
      this.addLink(`/item/${id}?from=list&amp;page=${section}`, 'link');
      this.add('p', { class: 'text' }, () => {
        this.say(18);
        this.add('em', {}, () => this.say(2));
      });
      this.add('div', { class: 'row' }, () => {
        this.add('span', { class: 'price' }, () => (this.html += `€${this.pick(90)}`));
        this.add('img', { src: `/p/${id}.png`, alt: this.words(2) });
      });
      this.add('button', { type: 'button', class: 'add', style: 'color:#123' }, () => {
        this.add('svg', { viewBox: '0 0 8 8', width: '8' }, () =>
          this.add('path', { d: 'M0 4h8M4 0v8' }, () => undefined),
        );
        this.html += ' Add';
      });
    });
  }

  private addRow(row: number): void {
    this.add('tr', { 'data-row': String(row) }, () => {
      this.add('td', {}, () => this.addField({ type: 'checkbox', 'aria-label': 'Choose' }));
      this.add('td', { class: 'id' }, () => (this.html += `#${this.pick(99999)}`));
      this.add('td', {}, () => this.say(3));
      this.add('td', { class: 'state' }, () => this.addLink(`/state/${row}`, 'badge'));
    });
  }

  private addForm(n: number): void {
    this.add('form', { class: 'form', action: '/send', id: `form-${n}` }, () => {
      for (const name of ['name', 'mail', 'note', 'place']) {
        this.add('label', {}, () => {
          this.say(1);
          this.addField({ type: 'text', name: `${name}-${n}`, placeholder: this.words(2) });
        });
      }
      this.add('button', { type: 'submit' }, () => this.say(1));
    });
  }

  private addLink(href: string, name: string): void {
    const attributes = { class: name, href, title: this.words(2) };
    const text = this.words(3);
    const uid = this.add('a', attributes, () => (this.html += text));
    this.links.push({ uid, tag: 'a', attributes: { ...attributes, [UID_ATTRIBUTE]: uid }, text });
  }

  private addField(attributes: Record<string, string>): void {
    const uid = this.add('input', attributes);
    const own = { ...attributes, [UID_ATTRIBUTE]: uid };
    this.fields.push({ uid, tag: 'input', attributes: own, text: '' });
  }

  /** `inside` writes what is in it; elements that have nothing in them have none. */
  private add(tag: string, attributes: Record<string, string>, inside?: () => unknown): string {
    const uid = formatUid(this.seed, this.count);
    const place = this.count / this.elements;
    this.count += 1;
    this.boxes[uid] = {
      x: 8 + 0.25 * this.pick(4000),
      y: Math.floor(place * SCREENS * HEIGHT),
      width: 20 + this.pick(300),
      height: 18,
    };
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    this.html += `<${tag}${written.join('')} ${UID_ATTRIBUTE}="${uid}">`;
    if (!inside) return uid;
    inside();
    this.html += `</${tag}>`;
    return uid;
  }

  private hasRoom(elements: number): boolean {
    return this.count + elements <= this.elements;
  }

  private say(count: number): void {
    this.html += this.words(count);
  }

  private words(count: number): string {
    return Array.from({ length: count }, () => WORDS[this.pick(WORDS.length)]).join(' ');
  }

  private pick(below: number): number {
    return Math.floor(this.random() * below);
  }
}
