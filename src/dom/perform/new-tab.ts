import type { PerformContext } from './context.ts';

/**
 * Without a user's gesture the browser blocks links that open a tab as pop-ups, and the user talks
 * to the side panel, not to the page. While a click is sent, such a link that the page has left to
 * the browser is opened through the extension instead. Returns what ends it.
 */
export function letLinksOpen(ctx: PerformContext): () => void {
  const view = ctx.document.defaultView;
  const openTab = ctx.openTab;
  if (!view || !openTab || view.navigator.userActivation.isActive) return () => undefined;
  function openInstead(event: MouseEvent): void {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !link || !opensTab(link)) return;
    event.preventDefault();
    openTab?.(link.href);
  }
  // Last in the event's path, so that the page has had its say.
  view.addEventListener('click', openInstead);
  return () => {
    view.removeEventListener('click', openInstead);
  };
}

function opensTab(link: HTMLAnchorElement): boolean {
  const target = link.target || (link.ownerDocument.querySelector('base')?.target ?? '');
  if (!/^https?:$/u.test(link.protocol) || link.hasAttribute('download')) return false;
  return target === '_blank' || (target !== '' && !/^_(self|parent|top)$/u.test(target));
}
