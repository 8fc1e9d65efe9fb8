/** What a page may look like when a skill runs again. Each change runs on the page, before and while it is drawn. */

export const CHANGES = ['classes', 'moved', 'reworded', 'language', 'dialog'] as const;
export type Change = (typeof CHANGES)[number];

export interface Changed {
  change: Change;
  /** From 1. */
  seed: number;
}

/**
 * Changes the page for good, also what it draws later. Self-contained, since it is sent to the page. `classes`: other class
 * names on controls; `moved`: the blocks of the page in reverse order; `reworded`: other words on buttons and labels;
 * `language`: no word as before, and another `lang`; `dialog`: a dialog with a close button lies over the page. Each
 * seed makes other class names, another order and other words; seed 1 reverses blocks and letters.
 */
export function changePage({ change, seed }: Changed): void {
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
  const shift = (letter: string): string =>
    String.fromCodePoint(97 + (((letter.codePointAt(0) ?? 97) - 97 + seed - 1) % 26));
  const translate = (text: string): string =>
    text.replace(/\p{L}+/gu, (word) => {
      const letters = Array.from(word.toLowerCase()).reverse().join('');
      return letters.replace(/[a-z]/g, shift);
    });
  // An even seed gives the words the other way round: other words change, and fewer.
  const words = Object.entries(SYNONYMS);
  const synonyms = new Map(seed % 2 === 0 ? words.map(([from, to]) => [to, from]) : words);
  const reword = (text: string): string =>
    text.replace(/\p{L}+/gu, (word) => synonyms.get(word.toLowerCase()) ?? word);
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
        let hash = 6 + seed;
        for (const letter of element.getAttribute('class') ?? '')
          hash = (hash * 31 + letter.charCodeAt(0)) | 0;
        element.setAttribute('class', `c${(hash >>> 0).toString(36)}`);
      }
    },
    moved() {
      const main = document.querySelector('main, #root');
      if (!main || seen.has(main) || main.children.length < 2) return;
      seen.add(main);
      const blocks = [...main.children].reverse();
      main.append(...blocks.splice((seed - 1) % blocks.length), ...blocks);
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
