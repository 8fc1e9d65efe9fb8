import { afterEach, describe, expect, it } from 'vitest';
import { keepHtml } from '../../core/formats/page.fixture.ts';
import type { FixtureStep } from '../../core/formats/content.fixture.ts';
import { writePage } from './pack-page.fixture.ts';

/** Sets `escaped` at the top, or loads something, by every way that a saved page could try. */
const SIGN = 'top.escaped = parent.escaped = window.escaped = true';
const HOSTILE = `
<head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<link rel="stylesheet" href="a.css"><style>@import url(b.css); body { background: url(c.png) }</style></head>
<body onload="${SIGN}" onpageshow="${SIGN}"><h1>Shop</h1><script>${SIGN}</script>
<img src="d.png" onerror="${SIGN}"><svg onload="${SIGN}"><script>${SIGN}</script></svg>
<details open ontoggle="${SIGN}"></details><input autofocus onfocus="${SIGN}">
<a id="link" href="javascript:${SIGN}" target="_top">go</a>
<iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>${SIGN}</script>"></iframe>
<iframe src="javascript:${SIGN}"></iframe><object data="e.html"></object><embed src="f.html">
<div><template shadowrootmode="open"><script>${SIGN}</script><img src=x onerror="${SIGN}"></template></div>
<form action="https://evil.example/"><button id="go">Send</button></form><video src="g.mp4" autoplay></video></body>`;

let shown: HTMLIFrameElement | null = null;
afterEach(() => shown?.remove());

/** Opens the page in a frame of this origin, so that the test can look into it. */
async function open(steps: readonly FixtureStep[], hash = '', width = '1000'): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.width = width;
  frame.height = '800';
  frame.src = `${URL.createObjectURL(await writePage(steps))}${hash}`;
  document.body.append(frame);
  shown = frame;
  await expect.poll(() => frame.contentDocument?.querySelector('h2')).toBeTruthy();
  if (!frame.contentDocument) throw new Error('the page is of another origin');
  return frame.contentDocument;
}

const heading = (page: Document) => page.querySelector('h2')?.textContent;
const press = (page: Document, key: string) =>
  page.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

const page = keepHtml('<h1>Shop</h1><button id="add">Add kettle</button>');
const STEPS: FixtureStep[] = [
  { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
  { action: { intent: 'click', uid: page.uids['add'] ?? '' }, page },
  { action: { intent: 'load', url: 'https://shop.example/basket' } },
];

describe('the time-travel page', () => {
  it('opens at the turn that its address names, and goes on by keys', async () => {
    const opened = await open(STEPS, '#turn-1');
    expect(heading(opened)).toBe('Click Add kettle');
    expect(opened.querySelector('[aria-current="step"] .number')?.textContent).toBe('1');
    expect(opened.querySelectorAll('.mark.target').length).toBe(1);
    const margin = () => opened.defaultView?.getComputedStyle(opened.body).margin;
    await expect.poll(margin).toBe('0px');
    press(opened, 'ArrowRight');
    await expect.poll(() => heading(opened)).toBe('Open shop.example/basket');
    press(opened, 'Home');
    await expect.poll(() => heading(opened)).toBe('Instructor');
    expect(opened.querySelector('blockquote')?.textContent).toBe('Add a kettle');
  });

  it('shows the saved page with its target, and keeps the focus on the view that was chosen', async () => {
    const opened = await open(STEPS, '#turn-1');
    opened.getElementById('view-page')?.focus();
    opened.getElementById('view-page')?.click();
    const saved = () => opened.querySelector<HTMLIFrameElement>('.saved iframe')?.contentDocument;
    await expect.poll(() => saved()?.querySelector('#add')?.textContent).toBe('Add kettle');
    expect(saved()?.querySelector<HTMLElement>('#add')?.style.outlineStyle).toBe('solid');
    expect(opened.activeElement?.id).toBe('view-page');
  });

  it('shows what changed, the ranked elements and what was refused before', async () => {
    const click: FixtureStep = {
      action: { intent: 'click', uid: page.uids['add'] ?? '' },
      page,
      over: {
        receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: '1 in basket' }] },
        refused: [{ intent: 'say', speaker: 'navigator', utterance: 'Which kettle?' }],
      },
    };
    const opened = await open([...STEPS.slice(0, 1), click], '#turn-1');
    const detail = (name: string): Element | undefined => {
      const terms = [...opened.querySelectorAll('dt')];
      return (
        terms.find(({ textContent }) => textContent.startsWith(name))?.nextElementSibling ??
        undefined
      );
    };
    expect(detail('What it changed')?.textContent).toContain('“1 in basket” appeared');
    expect(detail('Refused before')?.textContent).toBe(
      'say(speaker="navigator", utterance="Which kettle?")',
    );
    const best = detail('Ranked by words')?.querySelector('li');
    expect(best?.textContent).toContain('Add kettle');
    expect(best?.textContent).toContain('target');
    const mark = opened.querySelector('.mark.ranked');
    best?.dispatchEvent(new PointerEvent('pointerenter'));
    expect(mark?.hasAttribute('data-lit')).toBe(true);
    best?.dispatchEvent(new PointerEvent('pointerleave'));
    expect(mark?.hasAttribute('data-lit')).toBe(false);
  });

  it('has its list of steps behind a button where the screen is narrow', async () => {
    const opened = await open(STEPS, '#turn-1', '380');
    const menu = opened.getElementById('menu');
    const list = opened.getElementById('steps');
    const isShown = (): boolean => list?.checkVisibility() === true;
    await expect.poll(() => menu?.checkVisibility()).toBe(true);
    expect([isShown(), menu?.ariaExpanded]).toEqual([false, 'false']);
    menu?.click();
    expect([isShown(), menu?.ariaExpanded]).toEqual([true, 'true']);
    list?.querySelectorAll('a')[2]?.click();
    await expect.poll(() => heading(opened)).toBe('Open shop.example/basket');
    expect(isShown()).toBe(false);
    const { scrollWidth, clientWidth } = opened.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('keeps hostile pages and texts inert', async () => {
    const hostile = keepHtml(HOSTILE);
    const utterance = `</script><script>${SIGN}</script><img src=x onerror="${SIGN}">`;
    const opened = await open(
      [
        { action: { intent: 'say', speaker: 'instructor', utterance } },
        { action: { intent: 'click', uid: hostile.uids['go'] ?? '' }, page: hostile },
      ],
      '#turn-1',
    );
    opened.getElementById('view-page')?.click();
    const frame = () => opened.querySelector<HTMLIFrameElement>('.saved iframe');
    await expect
      .poll(() => frame()?.contentDocument?.querySelector('h1')?.textContent)
      .toBe('Shop');
    const saved = frame()?.contentDocument;
    await expect.poll(() => saved?.readyState).toBe('complete');
    saved?.getElementById('link')?.click();
    saved?.getElementById('go')?.click();
    // A task of the page that got through would have run by the time another page is shown.
    press(opened, 'Home');
    await expect.poll(() => opened.querySelector('blockquote')?.textContent).toBe(utterance);
    for (const scope of [window, window.top, shown?.contentWindow, saved?.defaultView]) {
      expect(scope && 'escaped' in scope).toBeFalsy();
    }
    const loads = [shown?.contentWindow, saved?.defaultView].flatMap(
      (scope) => scope?.performance.getEntriesByType('resource').map(({ name }) => name) ?? [],
    );
    expect(loads.filter((name) => name.includes('evil.example'))).toEqual([]);
    expect(saved?.querySelectorAll('script, meta, base, link, object, embed').length).toBe(0);
  });
});
