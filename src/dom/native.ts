/*
 * The browser's own getters and methods, taken from their prototypes when this module starts. Needed
 * on nodes whose properties a page can cover with named elements (DOM clobbering): forms cover theirs
 * with controls (`<input name="nodeName">`), documents with images, forms and frames.
 */

/** `Function.prototype.call` bound to the function: as fast as a property access, and not to be fooled. */
function unbind(native: unknown, name: string): unknown {
  if (typeof native !== 'function') throw new Error(`this browser has no ${name} where it belongs`);
  return Function.prototype.call.bind(native);
}

function takeGetter<T extends object, K extends keyof T & string>(
  prototype: T,
  name: K,
): (self: T) => T[K] {
  const descriptor: object = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  return unbind(Reflect.get(descriptor, 'get'), name) as (self: T) => T[K];
}

function takeMethod<T extends object, Args extends unknown[], Result>(
  prototype: T,
  name: keyof T & string,
): (self: T, ...args: Args) => Result {
  return unbind(Reflect.get(prototype, name), name) as (self: T, ...args: Args) => Result;
}

export const getNodeName = takeGetter(Node.prototype, 'nodeName');
export const getNodeType = takeGetter(Node.prototype, 'nodeType');
export const getFirstChild = takeGetter(Node.prototype, 'firstChild');
export const getNextSibling = takeGetter(Node.prototype, 'nextSibling');
export const getParentNode = takeGetter(Node.prototype, 'parentNode');
export const getParentElement = takeGetter(Node.prototype, 'parentElement');
export const getNodeValue = takeGetter(Node.prototype, 'nodeValue');

export const getLocalName = takeGetter(Element.prototype, 'localName');
export const getNamespace = takeGetter(Element.prototype, 'namespaceURI');
export const getAttributes = takeGetter(Element.prototype, 'attributes');
export const getAttribute = takeMethod<Element, [name: string], string | null>(
  Element.prototype,
  'getAttribute',
);
export const getFirstElementChild = takeGetter(Element.prototype, 'firstElementChild');
export const getNextElementSibling = takeGetter(Element.prototype, 'nextElementSibling');
export const countElements = takeGetter(Element.prototype, 'childElementCount');
export const getOuterHtml: (self: Element) => string = takeGetter(Element.prototype, 'outerHTML');
export const getScrollWidth = takeGetter(Element.prototype, 'scrollWidth');
export const getScrollHeight = takeGetter(Element.prototype, 'scrollHeight');
export const getShadowRoot = takeGetter(Element.prototype, 'shadowRoot');
export const measure = takeMethod<Element, [], DOMRect>(Element.prototype, 'getBoundingClientRect');
export const isRendered = takeMethod<Element, [], boolean>(Element.prototype, 'checkVisibility');
/** The element itself or its nearest ancestor in the same root that matches. */
export const findClosest = takeMethod<Element, [selector: string], Element | null>(
  Element.prototype,
  'closest',
);
export const getOffsetParent = takeGetter(HTMLElement.prototype, 'offsetParent');

export const getDocumentElement: (self: Document) => Element | null = takeGetter(
  Document.prototype,
  'documentElement',
);
export const getTitle = takeGetter(Document.prototype, 'title');
export const getUrl = takeGetter(Document.prototype, 'URL');
export const getWindow = takeGetter(Document.prototype, 'defaultView');
export const getContentType = takeGetter(Document.prototype, 'contentType');
export const getImplementation = takeGetter(Document.prototype, 'implementation');
/** A copy of a node, owned by another document. */
export const importInto = takeMethod<Document, [node: Element, isDeep: boolean], Element>(
  Document.prototype,
  'importNode',
);
export const makeRange = takeMethod<Document, [], Range>(Document.prototype, 'createRange');
export const makeTreeWalker = takeMethod<Document, [root: Node, shown: number], TreeWalker>(
  Document.prototype,
  'createTreeWalker',
);
export const getFonts = takeGetter(Document.prototype, 'fonts');
/** A live list: the browser keeps it up to date, so that asking it again costs nothing. */
export const listByName = takeMethod<Document, [name: string], HTMLCollectionOf<Element>>(
  Document.prototype,
  'getElementsByTagName',
);
export const listAnimations = takeMethod<Document, [], Animation[]>(
  Document.prototype,
  'getAnimations',
);
/** For documents: their own method can be covered too. */
export const listenOn = takeMethod<
  EventTarget,
  [type: string, listener: (event: Event) => void, options: AddEventListenerOptions],
  unknown
>(EventTarget.prototype, 'addEventListener');

const queryDocument = takeMethod<Document, [selector: string], NodeListOf<Element>>(
  Document.prototype,
  'querySelectorAll',
);
const queryFragment = takeMethod<DocumentFragment, [selector: string], NodeListOf<Element>>(
  DocumentFragment.prototype,
  'querySelectorAll',
);

export const queryWithin = takeMethod<Element, [selector: string], NodeListOf<Element>>(
  Element.prototype,
  'querySelectorAll',
);

export function queryAll(
  root: Document | ShadowRoot | Element,
  selector: string,
): NodeListOf<Element> {
  switch (getNodeType(root)) {
    case Node.DOCUMENT_NODE:
      return queryDocument(root as Document, selector);
    case Node.ELEMENT_NODE:
      return queryWithin(root as Element, selector);
    default:
      return queryFragment(root as ShadowRoot, selector);
  }
}

export const getTagName = takeGetter(Element.prototype, 'tagName');
export const getTextContent = takeGetter(Node.prototype, 'textContent');
export const getPreviousElementSibling = takeGetter(Element.prototype, 'previousElementSibling');
export const getOwnerDocument = takeGetter(Node.prototype, 'ownerDocument');
export const isInEditable = takeGetter(HTMLElement.prototype, 'isContentEditable');
export const getInnerText = takeGetter(HTMLElement.prototype, 'innerText');
export const getRootOf = takeMethod<Node, [], Node>(Node.prototype, 'getRootNode');
export const isWithin = takeMethod<Node, [inner: Node | null], boolean>(Node.prototype, 'contains');

export const getBody: (self: Document) => HTMLElement | null = takeGetter(
  Document.prototype,
  'body',
);
export const getPageScroller = takeGetter(Document.prototype, 'scrollingElement');
export const getReadyState = takeGetter(Document.prototype, 'readyState');
export const getVisibility = takeGetter(Document.prototype, 'visibilityState');
export const findSelection = takeMethod<Document, [], Selection | null>(
  Document.prototype,
  'getSelection',
);
/** Everything at a point of the viewport, topmost first. */
export const listAtPoint = takeMethod<Document, [x: number, y: number], Element[]>(
  Document.prototype,
  'elementsFromPoint',
);
export const getActiveElement: (self: Document) => Element | null = takeGetter(
  Document.prototype,
  'activeElement',
);
export const getClientLeft = takeGetter(Element.prototype, 'clientLeft');
export const getClientTop = takeGetter(Element.prototype, 'clientTop');
export const getClientWidth = takeGetter(Element.prototype, 'clientWidth');
export const getClientHeight = takeGetter(Element.prototype, 'clientHeight');
export const getScrollLeft = takeGetter(Element.prototype, 'scrollLeft');
export const getScrollTop = takeGetter(Element.prototype, 'scrollTop');
export const createElementIn = takeMethod<Document, [namespace: string, name: string], Element>(
  Document.prototype,
  'createElementNS',
);
/** Not a form's own control of that name. */
export const matchesSelector = takeMethod<Element, [selector: string], boolean>(
  Element.prototype,
  'matches',
);
/** Rendered, and neither invisible nor wholly transparent. */
export const isShown = (element: Element): boolean => checkVisibility(element, SHOWN);
const checkVisibility = takeMethod<Element, [options: CheckVisibilityOptions], boolean>(
  Element.prototype,
  'checkVisibility',
);
const SHOWN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
export const isAttached = takeGetter(Node.prototype, 'isConnected');
export const getAssignedSlot = takeGetter(Element.prototype, 'assignedSlot');
export const getStyleSheets = takeGetter(Document.prototype, 'styleSheets');
export const getAdoptedSheets = takeGetter(Document.prototype, 'adoptedStyleSheets');

/**
 * Listens until `signal` aborts, whatever the page does: `document.open()` takes every listener off the
 * document and its window, ours too. It also empties the document, which an observer survives and
 * sees; adding a listener that is still there changes nothing.
 */
export function listenPersistently<E extends Event>(
  document: Document,
  target: EventTarget,
  type: string,
  listener: (event: E) => void,
  options: AddEventListenerOptions & { signal: AbortSignal },
): void {
  const { signal } = options;
  if (signal.aborted) return;
  const hear = (event: Event): void => {
    listener(event as E);
  };
  listenOn(target, type, hear, options);
  const observer = new MutationObserver(() => {
    listenOn(target, type, hear, options);
  });
  observer.observe(document, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}
