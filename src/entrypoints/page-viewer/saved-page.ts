import type { ActionStep, PageFrame } from '../../core/formats/page/page-model.ts';
import { UID_ATTRIBUTE } from '../../core/snapshot/snapshot.ts';
import { readText } from './contents.ts';
import { create } from './elements.ts';

/**
 * What a saved page must not do here. Its frame runs no scripts, and the policy of this page, which it inherits, loads
 * nothing; without these elements it doesn't even try. `noscript` is shown where scripts are off, but they were on.
 */
const DROPPED = 'script, noscript, link, base, meta, object, embed';

/** Shows the saved page as large as it fits, scrolled as it was, with its target outlined. */
export async function showSavedPage(step: ActionStep): Promise<HTMLElement> {
  const [top] = step.frames;
  const html = top ? await writeDocument(top, step) : null;
  if (!top || html === null) {
    return create('p', { class: 'nothing' }, 'The recording has no saved page for this step.');
  }
  const frame = create('iframe', {
    title: 'The saved page',
    // Without allow-scripts no script of the page runs; its document can still be scrolled from here.
    sandbox: 'allow-same-origin',
    srcdoc: html,
    width: top.width,
    height: top.height,
  });
  frame.addEventListener('load', () =>
    frame.contentWindow?.scrollTo({ left: top.scroll.x, top: top.scroll.y, behavior: 'instant' }),
  );
  const holder = create('div', { class: 'saved' }, frame);
  holder.style.aspectRatio = `${top.width} / ${top.height}`;
  new ResizeObserver(() => {
    frame.style.transform = `scale(${holder.clientWidth / top.width})`;
  }).observe(holder);
  return holder;
}

async function writeDocument(frame: PageFrame, step: ActionStep): Promise<string | null> {
  const html = await readText(frame.content);
  if (html === null) return null;
  const saved = new DOMParser().parseFromString(html, 'text/html');
  for (const [name, value] of Object.entries(frame.root)) {
    if (!name.startsWith('on')) setAttribute(saved.documentElement, name, value);
  }
  cleanTree(saved);
  for (const owner of saved.querySelectorAll('iframe, frame')) {
    for (const name of ['src', 'srcdoc', 'sandbox', 'allow']) owner.removeAttribute(name);
    const uid = owner.getAttribute(UID_ATTRIBUTE);
    const child = step.frames.find((each) => each.parent === frame.id && each.owner === uid);
    const inner = child && (await writeDocument(child, step));
    if (inner) owner.setAttribute('srcdoc', inner);
  }
  const target = step.element && findTarget(saved, step.element.uid);
  target?.setAttribute('style', `${target.getAttribute('style') ?? ''};${TARGET_STYLE}`);
  // Links and fields of the page take neither clicks nor the focus; the page still scrolls.
  saved.body.setAttribute('inert', '');
  return `<!doctype html>${saved.documentElement.outerHTML}`;
}

const TARGET_STYLE = 'outline:3px solid #0b61d1!important;outline-offset:2px!important';

/** Names that the parser of the page accepted may still be refused here. */
function setAttribute(element: Element, name: string, value: string): void {
  try {
    element.setAttribute(name, value);
  } catch {
    // The attribute says nothing about how the page looks.
  }
}

/** Shadow trees are in templates, which queries don't enter. */
function cleanTree(tree: Document | DocumentFragment): void {
  for (const element of tree.querySelectorAll(DROPPED)) element.remove();
  for (const link of tree.querySelectorAll('[ping]')) link.removeAttribute('ping');
  for (const template of tree.querySelectorAll('template')) cleanTree(template.content);
}

function findTarget(tree: Document | DocumentFragment, uid: string): Element | null {
  const found = tree.querySelector(`[${UID_ATTRIBUTE}="${CSS.escape(uid)}"]`);
  if (found) return found;
  for (const template of tree.querySelectorAll('template')) {
    const inner = findTarget(template.content, uid);
    if (inner) return inner;
  }
  return null;
}
