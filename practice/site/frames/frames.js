import { announce } from '/announce.js';
import { defineMugPicker } from './mug-picker.js';
import { defineStarRating } from './star-rating.js';

defineStarRating();
defineMugPicker();
document.querySelector('star-rating').addEventListener('rated', (event) => {
  announce(`You gave ${event.detail} of 5 stars`);
});
document.querySelector('mug-picker').addEventListener('ordered', (event) => {
  announce(`Ordered: ${event.detail}`);
});
