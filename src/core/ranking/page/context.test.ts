import { describe, expect, it } from 'vitest';
import { listCandidates } from './list-candidates.ts';
import { buildPage } from '../page.fixture.ts';

function contextOf(html: string): string[] {
  const found = listCandidates([buildPage(html)]).find(({ uid }) => uid === 'x');
  return found?.fields.context.split('\n') ?? [];
}

const TABLE = `<table><caption>Orders</caption><tr><th>Order</th><th>Total</th><th>Action</th></tr>
  <tr><td>Order 1042</td><td>$5</td><td><button data-t=x>Edit</button></td></tr></table>`;

describe('readContext', () => {
  it('knows the row, the column and the caption', () => {
    expect(contextOf(TABLE).slice(0, 3)).toEqual(['Action', 'Order 1042', 'Orders']);
  });

  it('ends with the whole row or card, without the own name', () => {
    const html =
      '<ul><li>Mira 12 May <b>40 €</b> <a href=/t data-t=x>Pay back</a> overdue</li><li>Jo</li></ul>';
    expect(contextOf(html).at(-1)).toBe('Mira 12 May 40 € overdue');
  });

  it('takes no code beside an element for words', () => {
    const html =
      '<style>p { color: red }</style><p data-t=x onclick="go()">Save</p><script>let a;</script><p>Later</p>';
    expect(contextOf(html)).toEqual(['Later']);
  });

  it('reads the whole of a row, however far its source is indented', () => {
    const gap = `\n${' '.repeat(300)}`;
    const row = (share: string, mark: string) =>
      `<tr><td>#</td>${gap}<td>Site</td>${gap}<td>${share} done</td>${gap}<td><a href=/v ${mark}>View</a></td></tr>`;
    const html = `<table>${row('12%', '')}${row('47%', 'data-t=x')}</table>`;
    expect(contextOf(html).at(-1)).toBe('# Site 47% done');
  });

  it('prefers a row header to the first cell', () => {
    const html =
      '<table><tr><td>1</td><th scope=row>Lamp</th><td><button data-t=x>Edit</button></td></tr></table>';
    expect(contextOf(html)[0]).toBe('Lamp');
  });

  it('reads a card’s heading, wherever it stands in the card', () => {
    const card = (name: string, mark: string) =>
      `<div class=card><button ${mark}>Add</button><div><h3>${name}</h3></div></div>`;
    expect(contextOf(card('Oak chair', '') + card('Walnut lamp', 'data-t=x'))).toContain(
      'Walnut lamp',
    );
    expect(contextOf(card('Oak chair', '') + card('Walnut lamp', 'data-t=x'))).not.toContain(
      'Oak chair',
    );
  });

  it('reads a list item’s text without its controls', () => {
    const html =
      '<ul><li><span>Buy milk</span><button>Done</button><b><button data-t=x>Delete</button></b></li></ul>';
    expect(contextOf(html)).toContain('Buy milk');
  });

  it('reads legend and section heading, nearest first', () => {
    const html =
      '<h1>Checkout</h1><section><h2>Address</h2></section><form><h2>Shipping</h2><fieldset><legend>Delivery</legend><label><input type=radio data-t=x> Express</label></fieldset></form>';
    expect(contextOf(html)).toEqual(['Express', 'Delivery', 'Shipping', 'Checkout'].slice(1));
  });

  it('takes no heading of a neighbouring part', () => {
    const links = '<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a>';
    const html = `<h1>Checkout</h1><div class=main><h2>Contact</h2>${links}</div><div class=side><button data-t=x>Pay</button></div>`;
    expect(contextOf(html)).toEqual(['Checkout']);
  });

  it('takes the title of a card from its title bar, with its buttons', () => {
    const html =
      '<div><div class=bar><h3>Invoices</h3><button>More</button></div><p><button data-t=x>Pay</button></p></div>';
    expect(contextOf(html)).toContain('Invoices');
  });

  it('does not head a heading by its equal', () => {
    const html =
      '<h2>Questions</h2><h3><button>When?</button></h3><h3><button data-t=x>How?</button></h3>';
    expect(contextOf(html)).toEqual(['Questions']);
  });

  it('takes no heading of an equal part around it', () => {
    const part = (name: string, mark: string) =>
      `<span><div class=tag><h3>${name}</h3><a href=/1>1</a></div><button ${mark}>Try</button></span>`;
    const html = `<h1>Store</h1><div class=w><p>Welcome</p></div><div class=w>${part('Pets', '')}${part('Users', 'data-t=x')}</div>`;
    const context = contextOf(html);
    expect(context.slice(0, 2)).toEqual(['Users', 'Store']);
  });

  it('reads the heading it stands in', () => {
    const html =
      '<h2>Paths</h2><h3>pets <a href=/1>all</a> <button data-t=x>Fold</button></h3><p>Text</p>';
    expect(contextOf(html)).toEqual(['pets all Fold', 'Paths']);
  });

  it('takes no large part of the page for a card', () => {
    const links = Array.from({ length: 12 }, (_, at) => `<a href=/${String(at)}>Go</a>`).join('');
    const html = `<div class=p><p>One</p></div><div class=p><p>Many words of the part</p><b><button data-t=x>Buy</button></b>${links}</div>`;
    expect(contextOf(html).join(' ')).not.toContain('Go Go');
  });

  it('calls a row that can be edited by what is filled in', () => {
    const row = (name: string, mark: string) =>
      `<tr><td><input value=${name}></td><td><button ${mark}>Remove</button></td></tr>`;
    const html = `<table>${row('Ella', '')}${row('Oscar', 'data-t=x')}</table>`;
    expect(contextOf(html)).toContain('Oscar');
  });

  it('reads what stands beside it', () => {
    expect(contextOf('<div><span>Total</span> <a href=/t data-t=x>Details</a></div>')).toContain(
      'Total',
    );
  });

  it('names landmarks and labelled groups', () => {
    const html = '<footer><nav aria-label=Legal><a href=/t data-t=x>Terms</a></nav></footer>';
    expect(contextOf(html)).toEqual(['Legal', 'navigation', 'footer']);
  });
});
