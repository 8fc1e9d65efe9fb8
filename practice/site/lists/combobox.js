import { make } from '/make.js';

/**
 * A filtering combobox whose list hangs at the end of the body, far from its input in the tree.
 *
 * @param {HTMLInputElement} input with role=combobox
 * @param {string} listId the id that the input's aria-controls names
 * @param {string[]} names
 * @param {(name: string) => void} onChoose
 */
export function startCombobox(input, listId, names, onChoose) {
  const list = make('ul', {
    id: listId,
    class: 'popup',
    role: 'listbox',
    'aria-label': 'Cities',
    hidden: true,
  });
  document.body.append(list);
  let active = -1;

  function setOpen(open) {
    list.hidden = !open;
    input.setAttribute('aria-expanded', String(open));
    if (!open) setActive(-1);
  }

  function setActive(index) {
    active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[index].id);
  }

  function choose(name) {
    input.value = name;
    setOpen(false);
    onChoose(name);
  }

  function makeOption(name, index) {
    const option = make(
      'li',
      { id: `${listId}-${index}`, role: 'option', 'aria-selected': 'false' },
      name,
    );
    // The input keeps the focus, or its blur would close the list before the click.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    option.addEventListener('click', () => {
      choose(name);
    });
    return option;
  }

  function showMatching(text) {
    const matching = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
    list.replaceChildren(...matching.map(makeOption));
    const box = input.getBoundingClientRect();
    list.style.top = `${box.bottom + scrollY + 4}px`;
    list.style.left = `${box.left + scrollX}px`;
    list.style.width = `${box.width}px`;
    setOpen(matching.length > 0);
    setActive(-1);
  }

  input.addEventListener('click', () => {
    showMatching('');
  });
  input.addEventListener('input', () => {
    showMatching(input.value);
  });
  input.addEventListener('blur', () => {
    setOpen(false);
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter' && active >= 0) choose(list.children[active].textContent);
    else if (step !== undefined) {
      event.preventDefault();
      if (list.hidden) showMatching('');
      const count = list.children.length;
      if (count > 0) setActive((Math.max(active, step > 0 ? -1 : 0) + step + count) % count);
    }
  });
}
