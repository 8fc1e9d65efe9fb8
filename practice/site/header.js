import { countCart } from '/shop/cart.js';

const count = document.querySelector('#cart-count');

function showCount() {
  count.textContent = String(countCart());
}

showCount();
addEventListener('cart-changed', showCount);
// The cart can change in another tab.
addEventListener('storage', showCount);
