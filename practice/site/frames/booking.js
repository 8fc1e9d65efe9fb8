import { announce } from '/announce.js';

document.querySelector('#booking').addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = new FormData(event.target);
  const guests = document.querySelector('#guests').selectedOptions[0].textContent;
  const place = chosen.has('window') ? ', by the window' : '';
  announce(`Booked for ${chosen.get('name')}: ${guests} on ${chosen.get('day')}${place}`);
});
