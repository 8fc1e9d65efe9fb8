import { make } from '/make.js';
import { shadowStyle } from './shadow-style.js';

/**
 * Defines <mug-picker>, whose shadow root is closed, and <amount-stepper>, which sits in it with an open one.
 * The picker fires `ordered` with what was chosen, in words.
 */
export function defineMugPicker() {
  customElements.define('amount-stepper', AmountStepper);
  customElements.define('mug-picker', MugPicker);
}

class MugPicker extends HTMLElement {
  #colour = 'Blue';
  #root;

  connectedCallback() {
    this.#root = this.attachShadow({ mode: 'closed' });
    this.#root.adoptedStyleSheets = [shadowStyle];
    const colours = ['Blue', 'Sage', 'Cream'].map((colour) => {
      const pressed = String(colour === this.#colour);
      const button = make(
        'button',
        { type: 'button', class: 'colour', 'aria-pressed': pressed },
        colour,
      );
      button.addEventListener('click', () => {
        this.#choose(colour);
      });
      return button;
    });
    const order = make('button', { type: 'button', class: 'primary' }, 'Order mugs');
    order.addEventListener('click', () => {
      this.dispatchEvent(new CustomEvent('ordered', { detail: this.#describe() }));
    });
    const stepper = make('amount-stepper');
    stepper.addEventListener('stepped', () => {
      this.#show();
    });
    this.#root.append(
      make('div', { class: 'row', role: 'group', 'aria-label': 'Mug colour' }, ...colours),
      stepper,
      make('div', { class: 'row' }, order),
      make('p', { role: 'status' }),
    );
    this.#show();
  }

  #choose(colour) {
    this.#colour = colour;
    for (const button of this.#root.querySelectorAll('.colour')) {
      button.setAttribute('aria-pressed', String(button.textContent === colour));
    }
    this.#show();
  }

  #describe() {
    const { amount } = this.#root.querySelector('amount-stepper');
    return `${amount} ${this.#colour.toLowerCase()} ${amount === 1 ? 'mug' : 'mugs'}`;
  }

  #show() {
    this.#root.querySelector('p').textContent = `Chosen: ${this.#describe()}`;
  }
}

class AmountStepper extends HTMLElement {
  amount = 1;

  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [shadowStyle];
    const shown = make('output', { 'aria-label': 'Number of mugs' }, '1');
    const step = (name, sign, change) => {
      const button = make('button', { type: 'button', 'aria-label': name }, sign);
      button.addEventListener('click', () => {
        this.amount = Math.min(9, Math.max(1, this.amount + change));
        shown.textContent = String(this.amount);
        this.dispatchEvent(new Event('stepped'));
      });
      return button;
    };
    root.append(
      make('div', { class: 'row' }, step('Fewer mugs', '−', -1), shown, step('More mugs', '+', 1)),
    );
  }
}
