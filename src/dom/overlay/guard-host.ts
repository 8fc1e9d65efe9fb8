import { getDocumentElement } from '../read/native.ts';

/** How often it is put back while it is shown: a page that takes it away each time has its way in the end. */
const MOST = 50;
/** Before it is: two that answer each other at once would keep the page from all else. */
const PAUSE_MS = 30;

/** Keeps our element in the page as we made it, while it is shown. */
interface HostGuard {
  /** To be called with every change of what is shown. */
  watch(): void;
  end(): void;
}

/**
 * Pages take away what they do not know: some when they draw themselves anew, some on purpose. `restore` is called
 * where the element has been taken out, hidden or closed, dressed as it was.
 */
export function guardHost(document: Document, host: HTMLElement, restore: () => void): HostGuard {
  const observer = new MutationObserver(look);
  let left = MOST;
  let waiting: ReturnType<typeof setTimeout> | null = null;

  function look(): void {
    if (waiting !== null || left === 0 || isAsMade(host)) return;
    left -= 1;
    waiting = setTimeout(() => {
      waiting = null;
      dressHost(host);
      restore();
    }, PAUSE_MS);
  }

  const onToggle = (event: Event): void => {
    if (event.target === host) look();
  };

  return {
    watch() {
      host.addEventListener('toggle', onToggle);
      const root = getDocumentElement(document);
      observer.observe(document, { childList: true });
      if (root) observer.observe(root, { childList: true });
      observer.observe(host, { attributeFilter: ['style', 'popover', 'hidden', 'inert', 'class'] });
    },
    end() {
      left = MOST;
      if (waiting !== null) clearTimeout(waiting);
      waiting = null;
      host.removeEventListener('toggle', onToggle);
      observer.disconnect();
    },
  };
}

/** On the element itself and important, so that no rule of the page reaches it. */
const STYLE: readonly [name: string, value: string][] = [
  ['all', 'initial'],
  ['display', 'block'],
  ['position', 'fixed'],
  ['inset', '0'],
  ['width', 'auto'],
  ['height', 'auto'],
  ['margin', '0'],
  ['padding', '0'],
  ['border', '0'],
  ['background', 'transparent'],
  ['overflow', 'visible'],
  ['color-scheme', 'light dark'],
  ['pointer-events', 'none'],
  ['z-index', '2147483647'],
];
/** All other attributes are the page's doing. */
const OWN_ATTRIBUTES = ['style', 'popover'];

/** Gives the element the looks that no page is to change. */
export function dressHost(host: HTMLElement): void {
  for (const { name } of [...host.attributes]) {
    if (!OWN_ATTRIBUTES.includes(name)) host.removeAttribute(name);
  }
  // The top layer: dialogs and pop-overs of the page would hide any z-index.
  host.popover = 'manual';
  host.style.cssText = '';
  for (const [name, value] of STYLE) host.style.setProperty(name, value, 'important');
}

function isAsMade(host: HTMLElement): boolean {
  return host.isConnected && host.matches(':popover-open') && isDressed(host);
}

function isDressed(host: HTMLElement): boolean {
  const like = host.cloneNode();
  if (!(like instanceof HTMLElement)) return false;
  dressHost(like);
  return like.isEqualNode(host);
}
