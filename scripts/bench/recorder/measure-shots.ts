import { setTimeout as pause } from 'node:timers/promises';
import type { Box } from '../../../src/core/snapshot/snapshot.ts';
import type { ClickShot, Colour } from './store-script.ts';
import type { Recorder } from './open-recorder.ts';
import { waitForTurns } from './open-recorder.ts';

/** What the page's colour changes at. */
export type PageKind = 'pointerdown' | 'mousedown' | 'click' | 'animated';
export const PAGE_KINDS: readonly PageKind[] = ['pointerdown', 'mousedown', 'click', 'animated'];

export interface ShotFigures {
  clicks: number;
  /** Labelled as the page before the click. */
  proven: number;
  /** The same, from the frames of the filmed tab. */
  ring: number;
  /** Labelled as the page before the click but for places that are named. */
  differs: number;
  stale: number;
  missing: number;
  /** Labelled so, and yet not the colour before the click where it should be. Must be 0. */
  wrong: number;
  /** Why the others are not proven, and how often. */
  reasons: Record<string, number>;
}

/** Far apart, so that no colour profile makes one of another. */
export const PALETTE = [
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#ff00ff',
  '#00ffff',
  '#000000',
];
/** From one click to the next, ms. */
const APART = 700;
/** In a corner that nothing covers; px of the picture, which has one per CSS px here. */
const POINT = { x: 20, y: 300 };

/** A page of one colour, the next of the palette at each click. */
export function makeShotPage(kind: PageKind): string {
  const event = kind === 'animated' ? 'click' : kind;
  const style =
    kind === 'animated'
      ? '@keyframes to{to{transform:translateX(300px)}}i{position:fixed;left:300px;top:20px;width:40px;height:40px;background:#888;animation:to 1s linear infinite alternate}'
      : '';
  return `<!doctype html><html><head><title>${kind}</title><style>html,body{margin:0;height:100%}button{margin:200px;padding:60px 120px}${style}</style></head>
<body><button>Next</button><i></i><script>
const palette = ${JSON.stringify(PALETTE)};
let at = 0;
const show = () => (document.body.style.background = palette[at % palette.length]);
addEventListener('${event}', () => { at++; show(); });
show();
</script></body></html>`;
}

/** Clicks as a person does, and holds every picture kept against the colour that was there. */
export async function measureShots(
  recorder: Recorder,
  url: string,
  clicks: number,
): Promise<ShotFigures> {
  const { page, panel } = recorder;
  await page.goto(url);
  const id = await recorder.start();
  await pause(APART);
  await page.bringToFront();
  for (let click = 0; click < clicks; click++) {
    const began = Date.now();
    await page.mouse.move(260 + 9 * (click % 12), 240 + 5 * (click % 7), { steps: 4 });
    await pause(APART / 2);
    await page.mouse.down();
    await pause(60 + ((click * 37) % 91));
    await page.mouse.up();
    await pause(Math.max(0, APART - (Date.now() - began)));
  }
  await recorder.stop();
  await waitForTurns(recorder, id, clicks);
  const shots = await panel.evaluate(
    ([of, point]) => globalThis.wayscribeStore.clicks(of, [point]),
    [id, POINT] as const,
  );
  if (shots.length !== clicks) throw new Error(`${clicks} clicks, ${shots.length} turns: ${url}`);
  return judgeShots(shots);
}

export function isInside({ x, y }: { x: number; y: number }, regions: readonly Box[]): boolean {
  return regions.some(
    (box) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height,
  );
}

function judgeShots(shots: readonly ClickShot[]): ShotFigures {
  const count = (label: ClickShot['label']): number =>
    shots.filter((shot) => shot.label === label).length;
  const reasons: Record<string, number> = {};
  for (const { label, reason } of shots) {
    if (label === 'stale' || label === 'missing') reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const isWrong = ({ label, colours: [colour], regions }: ClickShot, at: number): boolean => {
    const right = PALETTE[at % PALETTE.length];
    if (label === 'ring') return findNearest(colour) !== right;
    if (label === 'differs' && isInside(POINT, regions)) return false;
    return (label === 'proven' || label === 'differs') && toHex(colour) !== right;
  };
  return {
    clicks: shots.length,
    proven: count('proven'),
    ring: count('ring'),
    differs: count('differs'),
    stale: count('stale'),
    missing: count('missing'),
    wrong: shots.filter(isWrong).length,
    reasons,
  };
}

/** Films keep colours only about; those of the palette are far apart. */
export function findNearest(colour: Colour | undefined): string | null {
  if (!colour) return null;
  const apart = (hex: string): number =>
    Math.hypot(...colour.map((part, at) => part - parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16)));
  return PALETTE.toSorted((one, other) => apart(one) - apart(other))[0] ?? null;
}

export function toHex(colour: Colour | undefined): string {
  return `#${(colour ?? []).map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
