/** What a page may look like when a skill runs again. Each change runs on the page, before and while it is drawn. */

export const CHANGES = ['classes', 'moved', 'reworded', 'language', 'dialog'] as const;
export type Change = (typeof CHANGES)[number];

/**
 * Changes the page for good, also what it draws later. Self-contained, since it is sent to the page. `classes`: other class
 * names on controls; `moved`: the blocks of the page in reverse order; `reworded`: other words on buttons and labels;
 * `language`: no word as before, and another `lang`; `dialog`: a dialog with a close button lies over the page.
 */
export function changePage(change: Change): void {
  if (!location.protocol.startsWith('http')) return;
  const SYNONYMS: Record<string, string> = {
    ...{
      add: 'put',
      cart: 'basket',
      search: 'find',
      new: 'another',
      sign: 'join',
      print: 'output',
    },
    ...{ name: 'full name', email: 'mail', plan: 'tariff', quantity: 'amount', size: 'format' },
    ...{ clear: 'remove', completed: 'finished', reviews: 'opinions', year: 'whole year' },
    ...{ actions: 'more', newsletter: 'letters', title: 'headline', task: 'to-do', street: 'road' },
    ...{ tools: 'edit', terms: 'conditions', accept: 'agree to', remember: 'recognise' },
  };
  const NAMED = ':is(button, [role=button], [role=tab], [role=menuitem], label, legend)';
  const CONTROLS = `${NAMED}, ${NAMED} *`;
  const translate = (text: string): string =>
    text.replace(/\p{L}+/gu, (word) => Array.from(word.toLowerCase()).reverse().join(''));
  const reword = (text: string): string =>
    text.replace(/\p{L}+/gu, (word) => SYNONYMS[word.toLowerCase()] ?? word);
  const seen = new WeakSet<Node>();

  function rewrite(root: ParentNode, selector: string, to: (text: string) => string): void {
    for (const element of root.querySelectorAll(selector)) {
      for (const name of ['aria-label', 'placeholder', 'title']) {
        const value = element.getAttribute(name);
        const mark = `data-was-${name}`;
        if (value === null || element.hasAttribute(mark)) continue;
        element.setAttribute(mark, value);
        element.setAttribute(name, to(value));
      }
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || seen.has(node) || !node.textContent?.trim())
          continue;
        seen.add(node);
        node.textContent = to(node.textContent);
      }
    }
  }

  const steps: Record<Change, () => void> = {
    classes() {
      for (const element of document.querySelectorAll('button, input, select, a, [role]')) {
        if (seen.has(element) || !element.getAttribute('class')) continue;
        seen.add(element);
        let hash = 7;
        for (const letter of element.getAttribute('class') ?? '')
          hash = (hash * 31 + letter.charCodeAt(0)) | 0;
        element.setAttribute('class', `c${(hash >>> 0).toString(36)}`);
      }
    },
    moved() {
      const main = document.querySelector('main, #root');
      if (!main || seen.has(main) || main.children.length < 2) return;
      seen.add(main);
      main.append(...[...main.children].reverse());
    },
    reworded: () => rewrite(document, `${CONTROLS}, input, textarea`, reword),
    language() {
      document.documentElement.lang = 'xx';
      rewrite(document, `${CONTROLS}, input, textarea, h1, h2, h3, a, th, dt`, translate);
    },
    dialog() {
      if (seen.has(document)) return;
      seen.add(document);
      const dialog = document.createElement('div');
      dialog.setAttribute('role', 'dialog');
      dialog.setAttribute('aria-modal', 'true');
      dialog.setAttribute('aria-label', 'News');
      dialog.style.cssText =
        'position:fixed;inset:0;z-index:99999;background:#fff;display:grid;place-content:center';
      dialog.innerHTML = '<p>We have news for you.</p><button type="button">Close</button>';
      dialog.querySelector('button')?.addEventListener('click', () => dialog.remove());
      document.body.append(dialog);
    },
  };
  const run = (): void => {
    if (document.querySelector('body') === null) return;
    steps[change]();
    document.documentElement.dataset['changed'] = change;
  };
  new MutationObserver(run).observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', run);
}
