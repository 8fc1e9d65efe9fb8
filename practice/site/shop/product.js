import { announce } from '/announce.js';
import { make } from '/make.js';
import { startTabs } from '/tabs.js';
import { addToCart, countCart, inCart, limitQuantity } from './cart.js';
import { drawProduct, findProduct, formatPrice } from './products.js';

const product = findProduct(new URLSearchParams(location.search).get('id'));
const form = document.querySelector('#buy');
const quantity = document.querySelector('#quantity');

function showProduct() {
  document.title = `${product.name} · Kettle House`;
  document.querySelector('#name').textContent = product.name;
  document.querySelector('#price').textContent = formatPrice(product.price);
  document
    .querySelector('#about')
    .append(make('p', {}, product.about), make('p', {}, 'Two years of warranty.'));
  document.querySelector('#size').append(...product.sizes.map((size) => make('option', {}, size)));
  for (const colour of product.colours) {
    const radio = make('input', { type: 'radio', name: 'colour', value: colour });
    radio.checked = colour === product.colours[0];
    document.querySelector('#colours').append(make('label', { class: 'choice' }, radio, colour));
  }
  showPicture();
  for (const part of ['#product', '#more-about']) document.querySelector(part).hidden = false;
  if (product.soldOut) {
    document.querySelector('#add').disabled = true;
    announce('Sold out. More arrive next month.');
  }
}

function showPicture() {
  const colour = new FormData(form).get('colour');
  document.querySelector('#picture').replaceChildren(drawProduct(product, colour));
}

function changeQuantity(step) {
  quantity.value = String(limitQuantity(Number(quantity.value) + step));
  announce(`Quantity: ${quantity.value}`);
}

function addChosen(event) {
  event.preventDefault();
  const chosen = new FormData(form);
  const line = {
    id: product.id,
    colour: String(chosen.get('colour')),
    size: String(chosen.get('size')),
    quantity: limitQuantity(Number(chosen.get('quantity'))),
  };
  addToCart(line);
  const what = `${line.quantity} × ${product.name}, ${line.colour.toLowerCase()}, ${line.size}`;
  announce(`Added to cart: ${what} (${inCart(countCart())})`);
}

if (product) {
  showProduct();
  startTabs(document.querySelector('[role=tablist]'));
  document.querySelector('#colours').addEventListener('change', showPicture);
  document.querySelector('#fewer').addEventListener('click', () => {
    changeQuantity(-1);
  });
  document.querySelector('#more').addEventListener('click', () => {
    changeQuantity(1);
  });
  form.addEventListener('submit', addChosen);
} else {
  document.querySelector('#missing').hidden = false;
}
