import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { ChangeClock } from './change-clock.ts';
import { createFrameTaker } from './frame-taker.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import { surveyOnce } from '../survey.ts';
import { takeFrame } from '../take.ts';
import { createUids } from '../uids.ts';
import { createWalkMemory } from './walk-memory.ts';
import type { WalkMemory } from './walk-memory.ts';

/** Stands for `chrome.dom.openOrClosedShadowRoot`. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

const SECTION = `<!-- before --><section style="height: 2000px"><!-- in --><h2>Title</h2><p>Text <b>bold</b></p>
<form><input value="a"><input type="checkbox"><select><option>1<option>2</select><textarea>t</textarea><input type="password"></form>
<ul>${'<li class="row"><a href="#">Row</a> <i>x</i></li>'.repeat(8)}</ul><style>.none { color: red }</style>
<svg viewBox="0 0 9 9"><rect x="1"></rect></svg><x-open></x-open><x-closed></x-closed><x-late></x-late><div class="roof" hidden>${'<p>Hidden</p>'.repeat(20)}</div></section><!-- after -->`;

let stop: AbortController;
let stage: HTMLElement;
let memory: WalkMemory;
let recalled: number;
/** How often the html of a part was not written again. */
let reread: number;
let survey: () => void;
let take: (always?: Element[]) => { remembered: RawFrame; fresh: RawFrame };

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
  const uids = createUids(9);
  const shadowRoots = createShadowRoots(uids, (el) => closedRoots.get(el) ?? el.shadowRoot);
  const clock = new ChangeClock(document, stop.signal, shadowRoots);
  const { isSecret } = createSecrets();
  recalled = 0;
  reread = 0;
  const inner = createWalkMemory(uids);
  memory = {
    ...inner,
    get: (element) => {
      const part = inner.get(element);
      if (part) recalled += 1;
      return part;
    },
    written: (part) => {
      const written = inner.written(part);
      if (written) reread += 1;
      return written;
    },
  };
  const tools = { uids, shadowRoots, token: 'own', isSecret };
  const taker = createFrameTaker(document, { ...tools, clock, memory }, stop.signal);
  survey = () => {
    clock.flush();
    const strayed = inner.forget;
    const round = surveyOnce(document, window, { uids, shadowRoots, strayed });
    while (round.next().done !== true);
  };
  take = (always = []) => {
    const remembered = taker({ boxes: 'viewport', always });
    const fresh = takeFrame(document, { ...tools, boxes: 'viewport', always });
    if (!remembered.ok || !fresh.ok) throw new Error('not taken');
    return { remembered: remembered.raw, fresh: fresh.raw };
  };
});
afterEach(() => {
  stop.abort();
  stage.remove();
  scrollTo(0, 0);
});

function fillStage(sections: number): void {
  stage.innerHTML = SECTION.repeat(sections);
  for (const host of stage.querySelectorAll('x-open')) {
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>Open <slot></slot></p><!-- in -->';
  }
  for (const host of stage.querySelectorAll('x-closed')) {
    const root = host.attachShadow({ mode: 'closed' });
    closedRoots.set(host, root);
    root.innerHTML = '<input value="in"><p>Closed <svg width="9"></svg></p>';
  }
}

/** Everything but the instant. */
function expectSame(always: Element[] = []): void {
  const { remembered, fresh } = take(always);
  expect({ ...remembered, takenAt: 0 }).toEqual({ ...fresh, takenAt: 0 });
}

function pick<T extends Element>(selector: string, at: number): T {
  const found = stage.querySelectorAll<T>(selector);
  const one = found[at % found.length];
  if (!one) throw new Error(`no ${selector}`);
  return one;
}

let odd: ChildNode | null = null;

/** What pages do, each at some place `at`. */
const CHANGES: ((at: number) => void)[] = [
  (at) => pick('ul', at).append(document.createElement('li')),
  (at) => pick('li', at).remove(),
  (at) => pick('ul', at).append(pick('li', at * 5)),
  (at) => pick('section', at).before(pick('section', at * 3 + 1)),
  (at) => (pick('h2', at).textContent = `Title ${at}`),
  (at) => (pick('style', at).textContent = `.x { width: ${at}px } `.repeat(at % 5)),
  (at) => pick('p', at).append(new Comment(`${'-'.repeat(at % 7)} >`)),
  (at) => pick('section', at).firstChild?.replaceWith(new Comment('x'.repeat(at % 9))),
  (at) => pick('.row', at).setAttribute('title', `Row ${at}`),
  (at) => (pick<HTMLInputElement>('input', at).value = `v${at}`),
  (at) => (pick<HTMLInputElement>('[type=checkbox]', at).checked = at % 2 === 0),
  (at) => (pick<HTMLSelectElement>('select', at).selectedIndex = at % 2),
  (at) => pick('x-open', at).shadowRoot?.append(document.createElement('em')),
  (at) => closedRoots.get(pick('x-closed', at))?.firstElementChild?.remove(),
  (at) => {
    const host = pick('x-late', at);
    if (!closedRoots.has(host)) closedRoots.set(host, host.attachShadow({ mode: 'closed' }));
  },
  (at) => pick('.roof', at).toggleAttribute('hidden'),
  (at) => (pick<HTMLElement>('i', at).style.cssText = 'position: fixed; left: 9px; top: 9px'),
  (at) => (pick<HTMLElement>('p', at).innerHTML = '<template><b>inert</b></template>'),
  (at) => scrollTo({ top: (at * 977) % 9000, behavior: 'instant' }),
  (at) => {
    const row = pick('section', at);
    row.remove();
    row.querySelector('b')?.replaceChildren('away');
    row.append(document.createElement('u'));
    stage.append(row);
  },
  () => survey(),
  (at) => pick('.row, section', at).setAttribute('title', `"<\u00a0&>${at}`),
  (at) => (pick<HTMLElement>('section, b', at).style.color = `rgb(${at % 9} 0 0)`),
  (at) => {
    pick<SVGRectElement>('rect', at).x.baseVal.value = at % 50;
    noteSomething(at);
  },
  (at) => pick<SVGSVGElement>('svg', at).setAttribute('width', `${at % 9}`),
  (at) => {
    const inside = closedRoots.get(pick('x-closed', at))?.querySelector('svg');
    if (inside) inside.width.baseVal.value = at % 9;
    noteSomething(at);
  },
  (at) => (pick<HTMLElement>('svg', at).outerHTML = '<svg viewBox="0 0 1 1"><rect></rect></svg>'),
  (at) => pick('section', at).before(`"<\u00a0&>${at}`),
  (at) => pick('section', at).before(document.createElement('br', { is: 'x-break' })),
  (at) => {
    odd?.remove();
    odd = makeOdd(at);
    pick('section', at).before(odd);
  },
  (at) => stage.setAttribute('title', `"<\u00a0&>${at}`),
  (at) => stage.firstChild?.replaceWith(document.createTextNode(`${at}`)),
];

/** So that the take before does not hold: what scripts do to drawings leaves no trace. */
function noteSomething(at: number): void {
  pick('h2', 0).setAttribute('title', `${at}`);
}

/** What is written by other rules than most. */
function makeOdd(at: number): ChildNode {
  const template = document.createElement('template');
  template.innerHTML = '<div><p>In</p></div>';
  const host = template.content.firstElementChild;
  if (at % 2 === 0) host?.attachShadow({ mode: 'open' }).append('text');
  const odd = [
    Object.assign(document.createElement('pre'), { textContent: '\n\nlines <b>' }),
    Object.assign(document.createElement('textarea'), { textContent: '\nlines <b>' }),
    Object.assign(document.createElement('script'), { type: 'text/plain', textContent: '<b>&' }),
    document.createElementNS('http://www.w3.org/1999/xhtml', 'UPPER'),
    document.createElementNS('http://www.w3.org/1999/xhtml', 'x:hr'),
    document.createElementNS('http://www.w3.org/2000/svg', 'g'),
    document.createElement('section', { is: 'x-section' }),
    document.createProcessingInstruction('target', 'data'),
    template,
  ];
  const drawing = odd[5];
  if (drawing instanceof SVGElement) {
    drawing.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#a');
  }
  return odd[at % odd.length] ?? template;
}

describe('what is remembered of a walk', () => {
  it('is what a walk through everything finds, whatever the page does', () => {
    fillStage(8);
    let state = 12345;
    for (let round = 0; round < 400; round++) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      CHANGES[(state >> 8) % CHANGES.length]?.(state >> 16);
      if (round % 3 > 0) expectSame();
    }
    expect(recalled).toBeGreaterThan(100);
    expect(reread).toBeGreaterThan(100);
  });

  it('spares the walk the parts out of sight that did not change', () => {
    fillStage(6);
    take();
    pick('h2', 0).textContent = 'Another';
    take();
    const before = recalled;
    pick('h2', 0).textContent = 'And another';
    expectSame();
    expect(recalled - before).toBeGreaterThanOrEqual(4);
  });

  it('spares the browser to write them again, but for what lies in a shadow root in sight', () => {
    fillStage(6);
    const app = document.createElement('x-app');
    stage.prepend(app);
    app.attachShadow({ mode: 'open' }).append(...Array.from(stage.children).slice(-2));
    // Finds the shadow roots.
    take();
    for (let round = 0; round < 4; round++) {
      pick('h2', 0).textContent = `Round ${round}`;
      expectSame();
    }
    // Three of four sections stay as they are; first they are walked through, then written.
    expect(reread).toBeGreaterThanOrEqual(6);
  });

  it('does not hide a target in such a part', () => {
    fillStage(6);
    take();
    pick('h2', 0).textContent = 'Another';
    const target = pick('li', 40);
    const { remembered, fresh } = take([target]);
    expect(remembered.boxes).toEqual(fresh.boxes);
    expect(remembered.boxes.filter((side) => !Number.isNaN(side)).length).toBeGreaterThan(0);
  });

  it('is forgotten with what came back after it had left', async () => {
    fillStage(6);
    take();
    pick('h2', 0).textContent = 'Another';
    take();
    const section = pick('section', 5);
    section.remove();
    // Until the next microtask observers still follow what has left.
    await new Promise((resolve) => setTimeout(resolve));
    section.querySelector('h2')?.append(document.createElement('s'));
    stage.append(section);
    expectSame();
  });
});
