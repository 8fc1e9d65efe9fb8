import { announce } from '/announce.js';

document.querySelector('#poll').addEventListener('submit', (event) => {
  event.preventDefault();
  announce(`You voted for ${new FormData(event.target).get('tea')}`);
});
