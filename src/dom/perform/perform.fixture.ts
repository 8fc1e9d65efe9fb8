import type { Uid } from '../../core/action/action.ts';
import type { ReceiptChange, PerformResult, Receipt } from '../../core/action/receipt.ts';
import type { PerformContext } from './context.ts';

/** Puts markup into the page, scrolled to its top. */
export function mount(html: string): void {
  document.body.innerHTML = html;
  window.scrollTo(0, 0);
}

export function find<T extends Element = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector} in the page`);
  return found;
}

export interface TestContext extends PerformContext {
  uid(selector: string, root?: ParentNode): Uid;
  /** Closed roots that the test has made. */
  closed: Map<Element, ShadowRoot>;
}

export function makeContext(over: Partial<PerformContext> = {}): TestContext {
  const byUid = new Map<Uid, Element>();
  const uids = new Map<Element, Uid>();
  const closed = new Map<Element, ShadowRoot>();
  function uidOf(element: Element): Uid {
    const uid = uids.get(element) ?? `uid-${uids.size + 1}`;
    uids.set(element, uid);
    byUid.set(uid, element);
    return uid;
  }
  return {
    document,
    signal: new AbortController().signal,
    now: () => performance.now(),
    resolve: (uid) => byUid.get(uid) ?? null,
    uidOf,
    shadowRootOf: (element) => element.shadowRoot ?? closed.get(element) ?? null,
    isSecret: (element) => element instanceof HTMLInputElement && element.type === 'password',
    overlayHost: () => null,
    ...over,
    closed,
    uid: (selector, root = document) => uidOf(find(selector, root)),
  };
}

export function receiptOf(performed: PerformResult): Receipt {
  if (!performed.ok) throw new Error(`refused: ${performed.reason}: ${performed.message}`);
  return performed.receipt;
}

export function changesOf(performed: PerformResult, kind: ReceiptChange['kind']): ReceiptChange[] {
  return receiptOf(performed).changes.filter((change) => change.kind === kind);
}

/** Writes down the types of the events an element gets, in order. */
export function listenTo(element: Element, types: string): string[] {
  const heard: string[] = [];
  for (const type of types.split(' ')) {
    element.addEventListener(type, (event) => {
      heard.push(event.type);
    });
  }
  return heard;
}
