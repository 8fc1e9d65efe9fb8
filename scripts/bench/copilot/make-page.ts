import { createRandom } from '../../random.ts';

/** What somebody might ask for on a made page, and the element that is meant. */
export interface Task {
  instruction: string;
  /** Selects exactly one element. */
  selector: string;
}

export interface MadePage {
  html: string;
  elements: number;
  tasks: Task[];
}

const ADJECTIVES =
  'walnut linen copper marble velvet oak paper silver bamboo cotton glass amber slate ivory cobalt'.split(
    ' ',
  );
const THINGS =
  'lamp chair table cushion basket kettle mirror carpet shelf clock vase tray bench stool curtain'.split(
    ' ',
  );
const FIRST = 'Ada Grace Alan Edsger Barbara Donald Radia Ken Margaret Linus'.split(' ');
const LAST = 'Moreau Okafor Lindqvist Tanaka Novak Haddad Silva Byrne Castillo Weber'.split(' ');
const TEXT =
  'delivered within three days from our own workshop made to order with care and a warranty of two years'.split(
    ' ',
  );
/** Tasks of each kind on a page. */
const EACH = 4;

/** A shop's back office of about `elements` elements, as component libraries write them: hashed classes, icons, data attributes. */
export function makePage(elements: number, seed: number): MadePage {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const hash = (): string => Math.floor(random() * 36 ** 6).toString(36);
  const words = (count: number): string =>
    Array.from({ length: count }, () => pick(TEXT)).join(' ');
  const icon = (): string =>
    `<svg class="MuiSvgIcon-root css-${hash()}" focusable="false" aria-hidden="true" viewBox="0 0 24 24"><path d="M${words(1).length} 4h8v${Math.floor(random() * 9)}l-3.2 6.1z"></path></svg>`;
  const names = listNames(random);
  const tasks: Task[][] = [[], [], [], []];

  function addCard(at: number): string {
    const name = names[at] ?? `article ${at}`;
    tasks[0]?.push({
      instruction: `add the ${name} to the cart`,
      selector: `#card-${at} button.add`,
    });
    return `<article id="card-${at}" class="card css-${hash()} MuiPaper-root" data-sku="${hash()}"><a class="css-${hash()}" href="/p/${at}-${name.replaceAll(' ', '-')}"><img alt="" src="/i/${hash()}.webp" loading="lazy"><h3 class="css-${hash()}">${name}</h3></a><p class="css-${hash()}">${words(12)}</p><div class="css-${hash()}"><span class="price">€${Math.floor(random() * 900)}</span><button type="button" class="add css-${hash()}">${icon()}<span>Add to cart</span></button></div></article>`;
  }
  function addRow(at: number): string {
    const [order, customer] = [4000 + at, `${pick(FIRST)} ${pick(LAST)}`];
    tasks[1]?.push({
      instruction: `open the invoice of order ${order}`,
      selector: `#row-${at} button.invoice`,
    });
    return `<tr id="row-${at}" class="MuiTableRow-root css-${hash()}" data-rowindex="${at}"><td class="css-${hash()}"><input type="checkbox" aria-label="Select"></td><td class="css-${hash()}">Order ${order}</td><td class="css-${hash()}">${customer}</td><td class="css-${hash()}"><span class="chip css-${hash()}">${pick(['Paid', 'Open', 'Sent'])}</span></td><td class="css-${hash()}"><button class="invoice css-${hash()}">Invoice</button><button class="css-${hash()}" aria-label="More">${icon()}</button></td></tr>`;
  }
  function addField(at: number): string {
    const label = `${pick(['Minimum', 'Maximum', 'Average', 'Reserved'])} ${pick(ADJECTIVES)} ${pick(['stock', 'price', 'weight'])} ${at}`;
    tasks[2]?.push({ instruction: `type 12 in ${label}`, selector: `#field-${at}` });
    return `<div class="MuiFormControl-root css-${hash()}"><label class="css-${hash()}" for="field-${at}">${label}</label><input id="field-${at}" class="css-${hash()}" type="text"></div>`;
  }
  function addFilter(at: number): string {
    const label = `${pick(THINGS)} by ${pick(FIRST)} ${at}`;
    tasks[3]?.push({ instruction: `tick “${label}”`, selector: `#filter-${at}` });
    return `<label class="css-${hash()}"><input id="filter-${at}" type="checkbox" class="css-${hash()}"><span class="css-${hash()}">${label}</span></label>`;
  }

  const parts: string[] = [];
  let count = 20;
  for (let section = 0; count < elements; section += 1) {
    const from = section * 10;
    const ten = (add: (at: number) => string): string =>
      Array.from({ length: 10 }, (_, at) => add(from + at)).join('\n');
    parts.push(
      `<section class="css-${hash()}"><h2>${words(3)}</h2><div class="grid">${ten(addCard)}</div>`,
      `<table class="css-${hash()}"><tbody>${ten(addRow)}</tbody></table>`,
      `<form class="css-${hash()}">${ten(addField)}</form><fieldset><legend>${words(2)}</legend>${ten(addFilter)}</fieldset></section>`,
    );
    count = countElements(parts.join(''));
  }
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Back office</title><style>.grid{display:grid;grid-template-columns:repeat(4,1fr)}img{width:20px;height:20px}svg{width:16px}</style></head><body><header class="css-${hash()}"><nav>${['Home', 'Orders', 'Stock', 'Reports'].map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav></header><main>${parts.join('\n')}</main></body></html>`;
  return { html, elements: countElements(html), tasks: tasks.flatMap(spread) };
}

/** Some of a kind, from the whole length of the page. */
function spread(tasks: readonly Task[]): Task[] {
  return Array.from({ length: EACH }, (_, at) => {
    const task = tasks[Math.floor(((at + 0.5) * tasks.length) / EACH)];
    return task ? [task] : [];
  }).flat();
}

/** Every name once, in an order of the seed's. */
function listNames(random: () => number): string[] {
  const all = ADJECTIVES.flatMap((adjective) =>
    THINGS.flatMap((thing) => FIRST.map((person) => `${adjective} ${thing} ${person}`)),
  );
  return all
    .map((name) => ({ name, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
}

function countElements(html: string): number {
  return html.match(/<[a-z]/gu)?.length ?? 0;
}
