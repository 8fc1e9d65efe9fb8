import { setTimeout as pause } from 'node:timers/promises';
import { findNearest, isInside, PALETTE, toHex } from './measure-shots.ts';
import type { Recorder } from './open-recorder.ts';
import { waitForTurns } from './open-recorder.ts';
import type { ClickShot, Colour } from './store-script.ts';

/** What moves on the page while somebody clicks on it. */
export type PaceKind = 'hover' | 'transition' | 'carousel' | 'counter';
export const PACE_KINDS: readonly PaceKind[] = ['hover', 'transition', 'carousel', 'counter'];

export interface PaceFigures {
  /** From one click to the next, ms. */
  apart: number;
  clicks: number;
  /** Labelled as the page before the click, by screenshot or from the film. */
  proven: number;
  ring: number;
  /** Labelled as that page but for places that are named. */
  differs: number;
  stale: number;
  missing: number;
  /** Labelled so, and yet of another colour at one of the points, outside the places named. Must be 0. */
  wrong: number;
  /** Of all clicks, those labelled so. */
  share: number;
  reasons: Record<string, number>;
}

const SWITCHES = 12;
const COLUMNS = 4;
/** Where the page has its lamps and its counter, CSS px; pictures have as many. */
const LAMPS = Array.from({ length: SWITCHES }, (_, n) => ({
  x: 40 + 200 * (n % COLUMNS) + 150,
  y: 120 + 90 * Math.floor(n / COLUMNS) + 20,
}));
const COUNTER = { x: 500, y: 40 };

const STYLES: Record<PaceKind, string> = {
  hover:
    'button:hover{background:#048;color:#fff}li:hover{outline:2px solid #999}button:hover::after{content:" - press me"}',
  transition:
    'button{transition:background .2s,transform .2s}button:hover{background:#fc8;transform:scale(1.05)}',
  carousel:
    '.show{position:absolute;left:40px;top:420px;width:160px;height:160px;overflow:hidden}.show div{display:flex;width:480px;transition:transform .3s}.show span{flex:none;width:160px;height:160px}',
  counter: '',
};

const SCRIPTS: Record<PaceKind, string> = {
  hover: '',
  transition: '',
  carousel:
    'let slide=0;setInterval(()=>{slide=(slide+1)%3;document.querySelector(".show div").style.transform="translateX(-"+160*slide+"px)"},1000);',
  counter:
    'let count=0;setInterval(()=>{count++;const box=document.querySelector("#counter");box.textContent=count;box.style.background=palette[count%palette.length];note()},150);',
};

/** A page of switches, each with a lamp that changes its colour at every click; it remembers what was shown when. */
export function makePacePage(kind: PaceKind): string {
  const items = Array.from(
    { length: SWITCHES },
    (_, n) =>
      `<li style="left:${40 + 200 * (n % COLUMNS)}px;top:${120 + 90 * Math.floor(n / COLUMNS)}px"><button>Switch ${n + 1}</button><i></i></li>`,
  );
  const show =
    '<div class="show"><div><span style="background:#c33"></span><span style="background:#3c3"></span><span style="background:#33c"></span></div></div>';
  return `<!doctype html><html><head><title>${kind}</title><style>
body{margin:0;font:14px sans-serif}ul{list-style:none;margin:0;padding:0}
li{position:absolute;width:180px;height:50px}button{width:120px;height:40px;overflow:hidden;white-space:nowrap}
i{position:absolute;left:136px;top:6px;width:28px;height:28px}
#counter{position:absolute;left:480px;top:20px;width:80px;height:40px}${STYLES[kind]}</style></head>
<body><h1>Switches</h1><ul>${items.join('')}</ul><p id="counter"></p>${kind === 'carousel' ? show : ''}<script>
const palette = ${JSON.stringify(PALETTE)};
const lamps = [...document.querySelectorAll('i')];
const at = lamps.map(() => 0);
window.shown = [];
const note = () => window.shown.push({ at: performance.timeOrigin + performance.now(), colours: [...lamps.map((_, n) => palette[at[n] % palette.length]), document.querySelector('#counter').style.background] });
const show = () => { lamps.forEach((lamp, n) => (lamp.style.background = palette[at[n] % palette.length])); note(); };
for (const [n, button] of [...document.querySelectorAll('button')].entries()) button.onclick = () => { at[n]++; lamps[n].style.background = palette[at[n] % palette.length]; note(); };
show();
${SCRIPTS[kind]}
</script></body></html>`;
}

declare global {
  var shown: { at: number; colours: string[] }[];
}

/** Clicks switch after switch at a steady pace, and holds every picture kept against what was shown. */
export async function measurePace(
  recorder: Recorder,
  url: string,
  { clicks, apart }: { clicks: number; apart: number },
): Promise<PaceFigures> {
  const { page, panel } = recorder;
  await page.goto(url);
  const id = await recorder.start();
  await page.bringToFront();
  await pause(1500);
  for (let click = 0; click < clicks; click++) {
    const began = Date.now();
    const lamp = LAMPS[(click * 5) % SWITCHES] ?? { x: 0, y: 0 };
    await page.mouse.move(lamp.x - 90, lamp.y, { steps: 3 });
    await pause(apart / 4);
    await page.mouse.down();
    await pause(Math.min(90, apart / 4));
    await page.mouse.up();
    await pause(Math.max(0, apart - (Date.now() - began)));
  }
  const shown = await page.evaluate(() => globalThis.shown);
  await recorder.stop();
  await waitForTurns(recorder, id, clicks);
  const points = [...LAMPS, COUNTER];
  const shots = await panel.evaluate(([of, where]) => globalThis.wayscribeStore.clicks(of, where), [
    id,
    points,
  ] as const);
  if (shots.length !== clicks) throw new Error(`${clicks} clicks, ${shots.length} turns: ${url}`);
  return { apart, ...judgePace(shots, shown) };
}

function judgePace(
  shots: readonly ClickShot[],
  shown: readonly { at: number; colours: readonly string[] }[],
): Omit<PaceFigures, 'apart'> {
  const count = (label: ClickShot['label']): number =>
    shots.filter((shot) => shot.label === label).length;
  const reasons: Record<string, number> = {};
  for (const { label, reason } of shots) {
    if (label === 'stale' || label === 'missing') reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const isWrong = ({ at, label, colours, regions }: ClickShot): boolean => {
    if (label === 'stale' || label === 'missing') return false;
    const right = shown.findLast((one) => one.at <= at)?.colours ?? [];
    return [...LAMPS, COUNTER].some((point, n) => {
      const expected = toPalette(right[n]);
      if (expected === null || isInside(point, regions)) return false;
      return (label === 'ring' ? findNearest(colours[n]) : toHex(colours[n])) !== expected;
    });
  };
  const good = count('proven') + count('ring') + count('differs');
  return {
    clicks: shots.length,
    proven: count('proven'),
    ring: count('ring'),
    differs: count('differs'),
    stale: count('stale'),
    missing: count('missing'),
    wrong: shots.filter(isWrong).length,
    share: Math.round((100 * good) / shots.length) / 100,
    reasons,
  };
}

/** A colour as the palette has it; a style tells it as `rgb(…)`. Null for none. */
function toPalette(colour: string | undefined): string | null {
  if (!colour) return null;
  if (colour.startsWith('#')) return colour;
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  const parts: Colour = [red, green, blue];
  return toHex(parts);
}
