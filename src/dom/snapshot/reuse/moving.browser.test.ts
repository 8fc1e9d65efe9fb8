import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMovingArea, listMovers, listMovingElements } from './moving.ts';

const SIZE = 'width="50" height="50"';
let stage: HTMLElement;

beforeEach(() => {
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => stage.remove());

function isMoving(): boolean {
  return listMovers(document, listMovingElements(document, [])).length > 0;
}

const drawing = (attributes: string): string =>
  `<svg ${SIZE}><rect ${SIZE}><animate attributeName="x" from="0" to="9" ${attributes}/></rect></svg>`;

describe('listMovers', () => {
  it.each([
    ['a text that runs', '<marquee>x</marquee>'],
    ['progress of unknown length', '<progress></progress>'],
    ['a drawing that moves by itself', drawing('dur="9s"')],
    ['one that does so for ever', drawing('dur="9s" repeatCount="indefinite"')],
  ])('is true of %s', (_, html) => {
    expect(isMoving()).toBe(false);
    stage.innerHTML = html;
    expect(isMoving()).toBe(true);
    stage.style.display = 'none';
    expect(isMoving()).toBe(false);
  });

  it.each([
    ['progress so far', '<progress value="0.5"></progress>'],
    ['a drawing that waits for a press', drawing('dur="9s" begin="click"')],
  ])('is false of %s', (_, html) => {
    stage.innerHTML = html;
    expect(isMoving()).toBe(false);
  });

  it('is false of what follows the scrolling', () => {
    stage.style.height = '50px';
    const timeline = new ScrollTimeline({ source: document.documentElement });
    const animation = stage.animate([{ opacity: 0 }, { opacity: 1 }], { timeline });
    expect(isMoving()).toBe(false);
    animation.timeline = document.timeline;
    animation.effect?.updateTiming({ duration: 100_000 });
    expect(isMoving()).toBe(true);
    animation.cancel();
  });
});

describe('findMovingArea', () => {
  const area = (html: string, staysInside = false): string | undefined => {
    stage.innerHTML = html;
    const element = stage.querySelector('i');
    if (!element) throw new Error('nothing moves');
    return findMovingArea({ element, staysInside, isTransition: false })?.localName;
  };

  it.each([
    ['what it is cut off at', '<p style="overflow:hidden"><b><i></i></b></p>', 'p'],
    ['nothing where all is shown', '<p><i></i></p>', undefined],
    [
      'nothing where only one side is cut off',
      '<p style="overflow-x:visible"><i></i></p>',
      undefined,
    ],
    [
      'what holds it, where it is placed',
      '<p style="overflow:hidden;position:relative"><b style="overflow:hidden"><i style="position:absolute"></i></b></p>',
      'p',
    ],
    [
      'nothing where it stands fixed',
      '<p style="overflow:hidden"><i style="position:fixed"></i></p>',
      undefined,
    ],
  ])('is %s', (_, html, name) => {
    expect(area(html)).toBe(name);
  });

  it('is the element itself where that stays in its place', () => {
    expect(area('<p><i></i></p>', true)).toBe('i');
  });
});
