/** @typedef {{ id: string, name: string, kind: string, price: number, colours: string[], sizes: string[], about: string, soldOut?: boolean }} Product price in euro cents */

export const kinds = {
  kettle: 'Kettles',
  lamp: 'Lamps',
  mug: 'Mugs',
  tea: 'Tea',
  teapot: 'Teapots',
};

const dyes = {
  Cherry: '#b8405a',
  Steel: '#7f8c94',
  Black: '#41474b',
  Walnut: '#8a5d3b',
  Oak: '#bf935a',
  Cream: '#d9c9a5',
  Sage: '#7c9a76',
  Blue: '#4b7ba6',
  Clay: '#c06f4b',
  Mint: '#5aa58d',
  Gold: '#c99b34',
};

/** @type {Product[]} */
export const products = [
  describe(
    'cherry-kettle',
    'Cherry kettle',
    'kettle',
    3900,
    ['Cherry', 'Cream'],
    ['1.0 litre', '1.7 litres'],
    'A round stove kettle that whistles in the key of F.',
  ),
  describe(
    'walnut-lamp',
    'Walnut lamp',
    'lamp',
    6400,
    ['Walnut', 'Oak'],
    ['Small', 'Large'],
    'A table lamp turned from one piece of walnut, with a linen shade.',
  ),
  describe(
    'stoneware-mug',
    'Stoneware mug',
    'mug',
    1200,
    ['Blue', 'Sage', 'Cream'],
    ['250 ml', '400 ml'],
    'Thrown by hand, so no two are quite the same.',
  ),
  describe(
    'earl-grey',
    'Earl Grey tea',
    'tea',
    720,
    ['Gold'],
    ['50 g', '200 g'],
    'Black tea with oil of bergamot, in a tin that closes well.',
  ),
  describe(
    'clay-teapot',
    'Clay teapot',
    'teapot',
    3600,
    ['Clay', 'Black'],
    ['Two cups', 'Four cups'],
    'Unglazed clay that remembers every tea it has met.',
  ),
  describe(
    'steel-kettle',
    'Steel kettle',
    'kettle',
    3450,
    ['Steel', 'Black'],
    ['1.0 litre', '1.7 litres'],
    'Brushed steel, boils a litre in three minutes.',
  ),
  describe(
    'paper-lamp',
    'Paper lamp',
    'lamp',
    2900,
    ['Cream', 'Blue'],
    ['Small', 'Large'],
    'Folded paper around a warm light. Weighs less than a book.',
  ),
  describe(
    'enamel-mug',
    'Enamel mug',
    'mug',
    950,
    ['Sage', 'Cherry', 'Blue'],
    ['350 ml'],
    'Does not mind being dropped, campfires or dishwashers.',
  ),
  describe(
    'gooseneck-kettle',
    'Gooseneck kettle',
    'kettle',
    5800,
    ['Black', 'Steel'],
    ['0.8 litre'],
    'A thin spout for a slow and steady pour.',
    true,
  ),
  describe(
    'mint-tea',
    'Mint tea',
    'tea',
    580,
    ['Mint'],
    ['40 g', '120 g'],
    'Whole peppermint leaves. Nothing else, no caffeine.',
  ),
  describe(
    'desk-lamp',
    'Desk lamp',
    'lamp',
    4550,
    ['Steel', 'Cherry'],
    ['One size'],
    'A jointed arm that stays where it is put.',
  ),
  describe(
    'glass-teapot',
    'Glass teapot',
    'teapot',
    3150,
    ['Mint', 'Blue'],
    ['Two cups', 'Four cups'],
    'See the leaves open. Comes with a steel basket.',
  ),
  describe(
    'travel-kettle',
    'Travel kettle',
    'kettle',
    2790,
    ['Blue', 'Sage'],
    ['0.5 litre'],
    'Folds flat, runs on every voltage.',
  ),
  describe(
    'sencha',
    'Sencha green tea',
    'tea',
    1140,
    ['Sage'],
    ['50 g', '100 g'],
    'First harvest, steamed, bright and grassy.',
  ),
  describe(
    'night-lamp',
    'Night lamp',
    'lamp',
    1990,
    ['Gold', 'Mint'],
    ['One size'],
    'Glows for eight hours, fades before sunrise.',
  ),
  describe(
    'travel-mug',
    'Travel mug',
    'mug',
    2250,
    ['Black', 'Cherry'],
    ['350 ml', '500 ml'],
    'Keeps tea hot for five hours. The lid locks.',
  ),
];

function describe(id, name, kind, price, colours, sizes, about, soldOut = false) {
  return { id, name, kind, price, colours, sizes, about, soldOut };
}

/**
 * @param {string | null} id
 * @returns {Product | undefined}
 */
export function findProduct(id) {
  return products.find((product) => product.id === id);
}

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** @param {number} cents */
export function formatPrice(cents) {
  return euros.format(cents / 100);
}

/**
 * The product's picture, in one of its colours.
 *
 * @param {Product} product
 * @param {string} colour
 */
export function drawProduct(product, colour) {
  const name = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(name, 'svg');
  picture.setAttribute('class', 'art');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', `${product.name}, ${colour.toLowerCase()}`);
  picture.style.setProperty('--art', dyes[colour]);
  const use = document.createElementNS(name, 'use');
  use.setAttribute('href', `/shop/art.svg#${product.kind}`);
  picture.append(use);
  return picture;
}
