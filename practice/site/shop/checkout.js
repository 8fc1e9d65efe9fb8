import { announce } from '/announce.js';
import { make } from '/make.js';
import { emptyCart, readCart, totalCart } from './cart.js';
import { findProduct, formatPrice } from './products.js';

const form = document.querySelector('#checkout');
const problems = document.querySelector('#problems');
const deliveryPrices = { Standard: 490, Express: 990, 'Pick-up': 0 };

function readOrder() {
  const chosen = new FormData(form);
  const delivery = chosen.get('delivery');
  const extras = (deliveryPrices[delivery] ?? 0) + (chosen.has('gift') ? 300 : 0);
  return { chosen, delivery, total: totalCart() + extras };
}

function showSummary() {
  const { chosen, delivery, total } = readOrder();
  const entries = readCart().map((line) => {
    const product = findProduct(line.id);
    return [`${line.quantity} × ${product.name}`, product.price * line.quantity];
  });
  if (delivery) entries.push([`${delivery} delivery`, deliveryPrices[delivery]]);
  if (chosen.has('gift')) entries.push(['Gift-wrap', 300]);
  document
    .querySelector('#summary')
    .replaceChildren(
      ...entries.flatMap(([what, price]) => [
        make('dt', {}, what),
        make('dd', {}, formatPrice(price)),
      ]),
      make('dt', { class: 'sum' }, 'Total'),
      make('dd', { class: 'sum' }, formatPrice(total)),
    );
}

/** What is wrong with a field, in words, or '' when it is fine. */
function findProblem(field) {
  if (field.validity.valid) return '';
  if (field.validity.valueMissing) return field.dataset.missing ?? 'This is needed.';
  return field.dataset.wrong ?? 'This does not look right.';
}

function showProblem(field) {
  const group = field.closest('.field');
  if (!group) return '';
  const text = findProblem(field);
  const id = `${field.name}-problem`;
  group.querySelector('.problem')?.remove();
  if (text) {
    group.append(make('span', { id, class: 'problem' }, text));
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  } else {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  return text;
}

function placeOrder(event) {
  event.preventDefault();
  const wrong = [...form.elements].filter(
    (field) => 'validity' in field && field.name && showProblem(field),
  );
  // Radios of one group are one question.
  const questions = new Set(wrong.map((field) => field.name)).size;
  const empty = readCart().length === 0;
  problems.hidden = questions === 0 && !empty;
  if (questions > 0) {
    problems.textContent =
      questions === 1 ? 'One answer needs attention.' : `${questions} answers need attention.`;
    wrong[0].focus();
  } else if (empty) {
    problems.replaceChildren(
      'Your cart is empty. ',
      make('a', { href: '/shop/' }, 'Choose something first'),
    );
    problems.scrollIntoView({ block: 'center' });
  } else {
    finishOrder();
  }
}

function finishOrder() {
  const { chosen, delivery, total } = readOrder();
  const order = {
    number: 2000 + Math.floor(Math.random() * 8000),
    name: chosen.get('name'),
    city: chosen.get('city'),
    country: chosen.get('country'),
    date: chosen.get('date'),
    gift: chosen.has('gift'),
    delivery,
    total: formatPrice(total),
  };
  sessionStorage.setItem('practice.order', JSON.stringify(order));
  emptyCart();
  location.assign('/shop/done.html');
}

const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
document.querySelector('#date').min = tomorrow.toISOString().slice(0, 10);

form.addEventListener('submit', placeOrder);
form.addEventListener('change', ({ target }) => {
  showProblem(target);
  if (target.name !== 'delivery' && target.name !== 'gift') return;
  showSummary();
  announce(`Total is now ${formatPrice(readOrder().total)}`);
});
showSummary();
