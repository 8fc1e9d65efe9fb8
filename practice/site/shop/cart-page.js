import { announce } from '/announce.js';
import { make } from '/make.js';
import { readCart, removeFromCart, setQuantity, totalCart } from './cart.js';
import { findProduct, formatPrice } from './products.js';

const rows = document.querySelector('#lines');

function makeRow(line, index) {
  const product = findProduct(line.id);
  const heading = `line-${index}`;
  const quantity = make('input', {
    type: 'number',
    min: 1,
    max: 20,
    value: line.quantity,
    'aria-label': `Quantity of ${product.name}`,
  });
  quantity.addEventListener('change', () => {
    setQuantity(index, Number(quantity.value));
    showCart();
    announce(
      `${product.name}: quantity ${readCart()[index].quantity}. Total ${formatPrice(totalCart())}`,
    );
  });
  const remove = make(
    'button',
    { type: 'button', class: 'danger', 'aria-describedby': heading },
    'Remove',
  );
  remove.addEventListener('click', () => {
    removeFromCart(index);
    showCart();
    announce(`Removed from cart: ${product.name}`);
  });
  const link = make('a', { href: `/shop/product.html?id=${product.id}` }, product.name);
  const choice = make('div', { class: 'quiet' }, `${line.colour}, ${line.size}`);
  return make(
    'tr',
    {},
    make('th', { scope: 'row', id: heading }, link, choice),
    make('td', {}, quantity),
    make('td', { class: 'number' }, formatPrice(product.price * line.quantity)),
    make('td', {}, remove),
  );
}

function showCart() {
  const lines = readCart();
  document.querySelector('#empty').hidden = lines.length > 0;
  document.querySelector('#full').hidden = lines.length === 0;
  rows.replaceChildren(...lines.map(makeRow));
  document.querySelector('#total').textContent = `Total: ${formatPrice(totalCart())}`;
}

addEventListener('storage', showCart);
showCart();
