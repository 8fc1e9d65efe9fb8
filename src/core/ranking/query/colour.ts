import type { ElementNode } from '../../snapshot/element-tree.ts';

/** CSS colours that are known by numbers only, or that people call by other names, by what they call them. */
const KEYWORDS = new Map(
  Object.entries({
    red: 'red crimson firebrick darkred tomato',
    orange: 'orange darkorange',
    yellow: 'gold yellow',
    green: 'green lime limegreen seagreen darkgreen',
    olive: 'olive',
    teal: 'teal',
    cyan: 'cyan aqua',
    turquoise: 'turquoise',
    blue: 'blue navy royalblue dodgerblue steelblue',
    purple: 'purple violet indigo',
    magenta: 'magenta fuchsia',
    pink: 'pink hotpink',
    brown: 'brown',
    black: 'black',
    white: 'white',
    grey: 'gray grey silver',
  }).flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour] as const)),
);

/** Upper ends of hues in degrees, and what people call what lies below them. */
const HUES: readonly (readonly [number, string])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [198, 'cyan'],
  [255, 'blue'],
  [292, 'purple'],
  [340, 'pink'],
  [361, 'red'],
];

/** What people call a CSS colour; null for none, a see-through one, and what is not read here. */
export function nameColour(css: string): string | null {
  const known = KEYWORDS.get(css.trim().toLowerCase());
  if (known !== undefined) return known;
  const parts = readHex(css) ?? readRgb(css);
  if (!parts) return null;
  const [r, g, b, alpha] = parts;
  return alpha < 0.4 ? null : nameRgb(r, g, b);
}

/** The words for the colours that an element is painted in, as far as its own style says. */
export function readColours({ attributes }: ElementNode): string {
  const style = attributes['style'] ?? '';
  const found = [
    ...style.matchAll(/(?:^|;)\s*(?:background(?:-color)?|color|fill)\s*:\s*([^;]+)/giu),
  ];
  const named = found.flatMap(([, value = '']) => {
    const colour =
      nameColour(value) ?? nameColour(/#[\da-f]{3,8}\b|rgba?\([^)]*\)/iu.exec(value)?.[0] ?? '');
    return colour === null || PLAIN.has(colour) ? [] : [colour];
  });
  const fill = nameColour(attributes['fill'] ?? '');
  return [...new Set(fill ? [...named, fill] : named)].join(' ');
}

/** Nearly everything is painted so; it tells nothing apart. */
const PLAIN = new Set(['black', 'white']);

function readHex(css: string): [number, number, number, number] | null {
  const digits = /^\s*#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\s*$/iu.exec(css)?.[1];
  if (digits === undefined) return null;
  const size = digits.length < 6 ? 1 : 2;
  const at = (index: number): number => {
    const part = digits.slice(index * size, (index + 1) * size);
    return parseInt(size === 1 ? part + part : part, 16);
  };
  return [at(0), at(1), at(2), digits.length % 4 === 0 ? at(3) / 255 : 1];
}

function readRgb(css: string): [number, number, number, number] | null {
  const inside = /^\s*rgba?\(([^)]*)\)\s*$/iu.exec(css)?.[1];
  const [r, g, b, alpha = 1] = (inside ?? '')
    .split(/[\s,/]+/u)
    .filter(Boolean)
    .map(Number);
  return r === undefined || g === undefined || b === undefined || Number.isNaN(r + g + b + alpha)
    ? null
    : [r, g, b, alpha];
}

/** By hue, unless there is hardly any: HSL as in CSS Color 4, §7. */
function nameRgb(r: number, g: number, b: number): string {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const spread = most - least;
  if (most < 45) return 'black';
  if (spread < 24) return least > 235 ? 'white' : 'grey';
  const turn =
    most === r
      ? ((g - b) / spread + 6) % 6
      : most === g
        ? (b - r) / spread + 2
        : (r - g) / spread + 4;
  const hue = turn * 60;
  const name = HUES.find(([end]) => hue < end)?.[1] ?? 'red';
  const isDark = most < 160;
  if (name === 'orange' && isDark) return 'brown';
  return name === 'red' && least > 150 ? 'pink' : name;
}
