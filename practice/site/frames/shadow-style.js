/** The style sheet that all widgets adopt; the page's own rules do not reach into a shadow root. */
export const shadowStyle = new CSSStyleSheet();

shadowStyle.replaceSync(`
  :host { display: block; margin-bottom: 1.5rem; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin-bottom: 0.5rem; }
  button {
    min-width: 2.5rem; min-height: 2.5rem; padding: 0.375rem 0.75rem;
    border: 1px solid var(--edge); border-radius: 0.5rem;
    color: inherit; background: var(--surface); font: inherit; font-weight: 600; cursor: pointer;
  }
  button:hover { border-color: var(--accent); }
  button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  button[aria-pressed='true'] { border-color: var(--accent); background: var(--tint); }
  button.primary { border-color: var(--accent); color: var(--on-accent); background: var(--accent); }
  output { min-width: 2rem; text-align: center; font-weight: 600; }
  p { margin: 0; color: var(--quiet); }
`);
