import { announce } from '/announce.js';

/** @param {Element} accordion whose buttons each name the part they open with aria-controls */
export function startAccordion(accordion) {
  for (const button of accordion.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      const open = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', String(open));
      document.getElementById(button.getAttribute('aria-controls')).hidden = !open;
      announce(`${open ? 'Opened' : 'Closed'}: ${button.textContent.trim()}`);
    });
  }
}
