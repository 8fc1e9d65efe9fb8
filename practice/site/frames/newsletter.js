import { announce } from '/announce.js';

document.querySelector('#newsletter').addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = new FormData(event.target);
  announce(`Subscribed: ${chosen.get('email')}${chosen.has('recipes') ? ', with recipes' : ''}`);
});
