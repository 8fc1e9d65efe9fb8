import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAnythingMoving, listMovingElements } from './change-clock.ts';

const SIZE = 'width="50" height="50"';
let stage: HTMLElement;

beforeEach(() => {
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => stage.remove());

function isMoving(): boolean {
  return isAnythingMoving(document, listMovingElements(document, []));
}

const drawing = (attributes: string): string =>
  `<svg ${SIZE}><rect ${SIZE}><animate attributeName="x" from="0" to="9" ${attributes}/></rect></svg>`;

describe('isAnythingMoving', () => {
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
