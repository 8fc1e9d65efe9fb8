/** The cart, kept in localStorage. Every change fires `cart-changed` on the window. */
import { findProduct } from './products.js';

/** @typedef {{ id: string, colour: string, size: string, quantity: number }} Line */

const key = 'practice.cart';
const most = 20;

/** @returns {Line[]} */
export function readCart() {
  try {
    const lines = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(lines) ? lines.filter((line) => findProduct(line.id)) : [];
  } catch {
    return [];
  }
}

/** @param {Line[]} lines */
function writeCart(lines) {
  localStorage.setItem(key, JSON.stringify(lines));
  dispatchEvent(new Event('cart-changed'));
}

export function countCart() {
  return readCart().reduce((sum, line) => sum + line.quantity, 0);
}

/** The price of all lines, in cents. */
export function totalCart() {
  return readCart().reduce((sum, line) => sum + line.quantity * findProduct(line.id).price, 0);
}

/** @param {Line} added */
export function addToCart(added) {
  const lines = readCart();
  const same = lines.find(
    (line) => line.id === added.id && line.colour === added.colour && line.size === added.size,
  );
  if (same) same.quantity = limitQuantity(same.quantity + added.quantity);
  else lines.push(added);
  writeCart(lines);
}

/**
 * @param {number} index
 * @param {number} quantity
 */
export function setQuantity(index, quantity) {
  writeCart(
    readCart().map((line, at) =>
      at === index ? { ...line, quantity: limitQuantity(quantity) } : line,
    ),
  );
}

/** @param {number} index */
export function removeFromCart(index) {
  writeCart(readCart().filter((_, at) => at !== index));
}

export function emptyCart() {
  writeCart([]);
}

/** @param {number} quantity */
export function limitQuantity(quantity) {
  return Number.isFinite(quantity) ? Math.min(most, Math.max(1, Math.round(quantity))) : 1;
}

/** @param {number} quantity */
export function inCart(quantity) {
  return `${quantity} in the cart`;
}
