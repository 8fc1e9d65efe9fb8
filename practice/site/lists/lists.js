import { announce } from '/announce.js';
import { startTabs } from '/tabs.js';
import { startAccordion } from './accordion.js';
import { startCombobox } from './combobox.js';
import { startMenu } from './menu.js';
import { shipAllOrders, startOrders } from './orders.js';

startOrders();
startTabs(document.querySelector('[role=tablist]'), (tab) => {
  announce(`Sales: ${tab.textContent.trim()}`);
});
startMenu(document.querySelector('#menu-button'), document.querySelector('#menu'), (name) => {
  if (name === 'Mark all as shipped') shipAllOrders();
  else announce(`Done: ${name}`);
});
startCombobox(
  document.querySelector('#city'),
  'cities',
  ['Amsterdam', 'Berlin', 'Bordeaux', 'Dublin', 'Lisbon', 'Ljubljana', 'Montréal', 'Vienna'],
  (city) => {
    announce(`Pick-up in ${city}`);
  },
);
startAccordion(document.querySelector('#accordion'));
document.querySelector('#new-tab').addEventListener('click', () => {
  open('/shop/', '_blank');
  announce('Opened the shop in a new tab');
});
