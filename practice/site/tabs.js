/**
 * Makes a tab list work: click and arrow keys choose a tab, aria-controls names its panel.
 *
 * @param {Element} list an element with role=tablist
 * @param {(tab: Element) => void} [onChoose] called after a tab was chosen
 */
export function startTabs(list, onChoose = () => {}) {
  const tabs = [...list.querySelectorAll('[role=tab]')];

  function choose(chosen) {
    for (const tab of tabs) {
      const selected = tab === chosen;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !selected;
    }
    onChoose(chosen);
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => {
      choose(tab);
    });
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      choose(next);
    });
  }
}
