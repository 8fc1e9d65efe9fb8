import { announce } from '/announce.js';
import { make } from '/make.js';

let orders = [
  { number: 1040, customer: 'Ines Duarte', total: '€39.00', shipped: true },
  { number: 1041, customer: 'Tom Byrne', total: '€128.00', shipped: false },
  { number: 1042, customer: 'Mai Tran', total: '€24.50', shipped: false },
  { number: 1043, customer: 'Ada Okafor', total: '€64.00', shipped: false },
  { number: 1044, customer: 'Lars Holm', total: '€9.50', shipped: true },
];
let beforeDelete = orders;
let editing = 0;

const body = document.querySelector('#orders');
const dialog = document.querySelector('#edit');
const customer = document.querySelector('#customer');
const undo = document.querySelector('#undo');

function makeButton(name, order, onClick, kind) {
  const button = make(
    'button',
    { type: 'button', class: kind, 'aria-describedby': `order-${order.number}` },
    name,
  );
  button.addEventListener('click', onClick);
  return button;
}

function makeRow(order) {
  const shipped = make('input', {
    type: 'checkbox',
    role: 'switch',
    'aria-label': `Order ${order.number} shipped`,
  });
  shipped.checked = order.shipped;
  shipped.addEventListener('change', () => {
    order.shipped = shipped.checked;
    announce(`Order ${order.number} is ${order.shipped ? 'shipped' : 'not shipped'}`);
  });
  const edit = makeButton('Edit', order, () => {
    openEditor(order);
  });
  const remove = makeButton(
    'Delete',
    order,
    () => {
      deleteOrder(order);
    },
    'danger',
  );
  return make(
    'tr',
    {},
    make('th', { scope: 'row', id: `order-${order.number}` }, `Order ${order.number}`),
    make('td', {}, order.customer),
    make('td', { class: 'number' }, order.total),
    make('td', {}, shipped),
    make('td', {}, make('div', { class: 'row' }, edit, remove)),
  );
}

function showOrders() {
  body.replaceChildren(...orders.map(makeRow));
}

function openEditor(order) {
  editing = order.number;
  document.querySelector('#edit-title').textContent = `Edit order ${order.number}`;
  customer.value = order.customer;
  dialog.returnValue = '';
  dialog.showModal();
}

function saveEdited() {
  if (dialog.returnValue !== 'save') return;
  orders = orders.map((order) =>
    order.number === editing ? { ...order, customer: customer.value } : order,
  );
  showOrders();
  announce(`Saved order ${editing}: customer ${customer.value}`);
}

function deleteOrder(order) {
  beforeDelete = orders;
  orders = orders.filter((other) => other !== order);
  showOrders();
  undo.hidden = false;
  announce(`Deleted order ${order.number}`);
}

export function shipAllOrders() {
  orders = orders.map((order) => ({ ...order, shipped: true }));
  showOrders();
  announce(`${orders.length} orders are marked as shipped`);
}

/** Shows the orders and makes their dialog and the undo button work. */
export function startOrders() {
  dialog.addEventListener('close', saveEdited);
  // Not a submit button: Enter in the field would press the form's first one.
  document.querySelector('#edit-cancel').addEventListener('click', () => {
    dialog.close('cancel');
  });
  undo.querySelector('button').addEventListener('click', () => {
    orders = beforeDelete;
    undo.hidden = true;
    showOrders();
    announce('The order is back');
  });
  showOrders();
}
