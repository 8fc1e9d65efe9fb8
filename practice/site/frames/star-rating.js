import { make } from '/make.js';
import { shadowStyle } from './shadow-style.js';

/** Defines <star-rating>: five buttons in an open shadow root. Fires `rated` with the number of stars. */
export function defineStarRating() {
  customElements.define('star-rating', StarRating);
}

class StarRating extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [shadowStyle];
    const stars = [1, 2, 3, 4, 5].map((count) => {
      const name = count === 1 ? '1 star' : `${count} stars`;
      const star = make(
        'button',
        { type: 'button', 'aria-label': name, 'aria-pressed': 'false' },
        '☆',
      );
      star.addEventListener('click', () => {
        this.#rate(root, count);
      });
      return star;
    });
    root.append(
      make('div', { class: 'row', role: 'group', 'aria-label': 'Rating' }, ...stars),
      make('p', { role: 'status' }, 'No rating yet'),
    );
  }

  #rate(root, count) {
    for (const [index, star] of root.querySelectorAll('button').entries()) {
      star.textContent = index < count ? '★' : '☆';
      star.setAttribute('aria-pressed', String(index + 1 === count));
    }
    root.querySelector('p').textContent = `Rating: ${count} of 5`;
    this.dispatchEvent(new CustomEvent('rated', { detail: count }));
  }
}
