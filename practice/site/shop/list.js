import { announce } from '/announce.js';
import { make } from '/make.js';
import { addToCart, countCart, inCart } from './cart.js';
import { drawProduct, formatPrice, kinds, products } from './products.js';

const query = (new URLSearchParams(location.search).get('q') ?? '').trim();
const filters = document.querySelector('#filters');
const sort = document.querySelector('#sort');
const list = document.querySelector('#products');

const orders = {
  featured: () => 0,
  cheap: (one, other) => one.price - other.price,
  dear: (one, other) => other.price - one.price,
  name: (one, other) => one.name.localeCompare(other.name),
};

function matchesQuery(product) {
  const text = `${product.name} ${kinds[product.kind]} ${product.about}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function matchesFilters(product) {
  const chosen = new FormData(filters);
  const chosenKinds = chosen.getAll('kind');
  return (
    (chosenKinds.length === 0 || chosenKinds.includes(product.kind)) &&
    (!chosen.has('under') || product.price < 3000) &&
    (!chosen.has('stock') || !product.soldOut) &&
    product.price <= Number(chosen.get('highest')) * 100
  );
}

function makeCard(product) {
  const heading = `name-${product.id}`;
  const button = make(
    'button',
    { type: 'button', 'aria-describedby': heading, disabled: product.soldOut },
    product.soldOut ? 'Sold out' : 'Add to cart',
  );
  button.addEventListener('click', () => {
    addToCart({ id: product.id, colour: product.colours[0], size: product.sizes[0], quantity: 1 });
    announce(`Added to cart: ${product.name} (${inCart(countCart())})`);
  });
  const picture = drawProduct(product, product.colours[0]);
  // The link's text already names the product.
  picture.setAttribute('aria-hidden', 'true');
  const link = make('a', { href: `/shop/product.html?id=${product.id}` }, picture, product.name);
  return make(
    'li',
    {},
    make(
      'article',
      { class: 'card product', 'aria-labelledby': heading },
      make('h3', { id: heading }, link),
      make('p', { class: 'price' }, formatPrice(product.price)),
      button,
    ),
  );
}

function showProducts() {
  const shown = products
    .filter((product) => matchesQuery(product) && matchesFilters(product))
    .sort(orders[sort.value]);
  list.replaceChildren(...shown.map(makeCard));
  document.querySelector('#nothing').hidden = shown.length > 0;
  const count = shown.length === 1 ? '1 product' : `${shown.length || 'No'} products`;
  document.querySelector('#count').textContent = query ? `${count} for “${query}”` : count;
  document.querySelector('#highest-shown').textContent = `€${filters.elements.highest.value}`;
}

for (const [kind, label] of Object.entries(kinds)) {
  const box = make('input', { type: 'checkbox', name: 'kind', value: kind });
  document.querySelector('#kinds').append(make('label', { class: 'choice' }, box, label));
}
document.querySelector('#shop-search').value = query;
filters.addEventListener('input', showProducts);
filters.addEventListener('reset', () => {
  // The fields change only after the event; a microtask would still be too early.
  setTimeout(showProducts);
});
sort.addEventListener('change', showProducts);

const wide = matchMedia('(width >= 50rem)');
const openWhenWide = () => {
  document.querySelector('.filters').open = wide.matches;
};
wide.addEventListener('change', openWhenWide);
openWhenWide();
showProducts();
