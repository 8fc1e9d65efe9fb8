import type { ComponentProps } from 'react';

/**
 * Keeps the focus inside: when the focused element is removed, focuses the first enabled button. Otherwise keyboard
 * users would start again at the top of the page.
 */
export function KeepFocus(props: Omit<ComponentProps<'div'>, 'ref'>) {
  return <div ref={keepFocus} {...props} />;
}

function keepFocus(container: HTMLDivElement) {
  let focused: Node | null = null;
  const ending = new AbortController();
  const { signal } = ending;
  container.addEventListener('focusin', ({ target }) => (focused = target as Node), { signal });
  // Chrome also reports this while the focused element is being removed.
  const forget = (): void => {
    if (focused?.isConnected && !container.contains(document.activeElement)) focused = null;
  };
  container.addEventListener('focusout', () => queueMicrotask(forget), { signal });
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    container.querySelector<HTMLElement>('button:enabled')?.focus();
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    ending.abort();
    observer.disconnect();
  };
}
