/**
 * A menu button as many design systems build it: it opens on pointerdown (or a key), not on click.
 *
 * @param {HTMLElement} button
 * @param {HTMLElement} menu
 * @param {(name: string) => void} onChoose gets the chosen item's text
 */
export function startMenu(button, menu, onChoose) {
  const items = [...menu.querySelectorAll('[role=menuitem]')];

  function setOpen(open) {
    menu.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    if (open) items[0].focus();
  }

  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    // Otherwise the press would move the focus back to the button.
    event.preventDefault();
    setOpen(menu.hidden);
  });
  // A prevented pointerdown does not stop the mouse's own focus change.
  button.addEventListener('mousedown', (event) => {
    event.preventDefault();
  });
  button.addEventListener('keydown', (event) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    setOpen(true);
  });
  for (const [index, item] of items.entries()) {
    item.addEventListener('click', () => {
      setOpen(false);
      button.focus();
      onChoose(item.textContent);
    });
    item.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      items[(index + step + items.length) % items.length].focus();
    });
  }
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    button.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!menu.hidden && !menu.contains(event.target) && !button.contains(event.target))
      setOpen(false);
  });
}
