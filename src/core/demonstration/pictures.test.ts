import { expect, it } from 'vitest';
import type { Screenshot } from './demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';
import { listPictures } from './turn-list.ts';

function makeShot(image: string): Screenshot {
  const proof = { kind: 'told', by: 'weblinx' } as const;
  return { status: 'kept', image, width: 1, height: 1, proof };
}

it('lists the screenshots around a turn, each once and without its own', () => {
  const turns = [
    makeBrowserTurn({
      screenshot: makeShot('one'),
      effect: { screenshot: makeShot('two'), settledAt: null },
    }),
    makeSayTurn(),
    makeBrowserTurn({ screenshot: makeShot('two') }),
    makeBrowserTurn({ screenshot: makeShot('three') }),
  ];
  const listed = (at: number) => listPictures(turns, at).map(({ from, image }) => [from, image]);
  expect(listed(2)).toEqual([
    ['before-previous', 'one'],
    ['before-next', 'three'],
  ]);
  expect(listed(3)).toEqual([['before-previous', 'two']]);
  expect(listed(0)).toEqual([['before-next', 'two']]);
});

it('lists frames of the ring first', () => {
  const alternatives = [{ image: 'ring', width: 1, height: 1 }];
  const screenshot = { ...makeShot('own'), alternatives } as Screenshot;
  const turns = [makeBrowserTurn({ screenshot: makeShot('one') }), makeBrowserTurn({ screenshot })];
  expect(listPictures(turns, 1).map(({ from, image }) => [from, image])).toEqual([
    ['ring', 'ring'],
    ['before-previous', 'one'],
  ]);
});
