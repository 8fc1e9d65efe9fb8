import { make } from '/make.js';

const kept = sessionStorage.getItem('practice.order');

if (kept) {
  const order = JSON.parse(kept);
  document.querySelector('#thanks').textContent = `Thank you, ${order.name}`;
  document.querySelector('#status').textContent = `Order ${order.number} is placed.`;
  const facts = {
    Delivery: `${order.delivery}, on ${order.date}`,
    To: `${order.city}, ${order.country}`,
    'Gift-wrap': order.gift ? 'Yes' : 'No',
    Total: order.total,
  };
  document
    .querySelector('#facts')
    .append(
      ...Object.entries(facts).flatMap(([name, value]) => [
        make('dt', {}, name),
        make('dd', {}, value),
      ]),
    );
  document.querySelector('#order').hidden = false;
}
