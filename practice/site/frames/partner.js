import { announce } from '/announce.js';

document.querySelector('#hint').addEventListener('click', () => {
  announce('Sample: “Why water temperature matters”');
});
