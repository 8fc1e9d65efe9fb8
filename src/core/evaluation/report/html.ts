import type { Interval } from '../compare.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Escapes a text as content or attribute of a page. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Writes a figure from 0 to 1 with three decimals; null as a dash. */
export function writeScore(score: number | null): string {
  return score === null ? '–' : score.toFixed(3);
}

/** Writes a difference with its sign. */
export function writeDifference(difference: number | null): string {
  if (difference === null) return '–';
  const text = Math.abs(difference).toFixed(3);
  return Number(text) === 0 ? text : `${difference > 0 ? '+' : '−'}${text}`;
}

export function writeInterval(interval: Interval | null, write: typeof writeScore): string {
  return interval ? `${write(interval.low)} … ${write(interval.high)}` : '–';
}

/** Writes a table. The first cell of each row names it; cells are markup, and figures but in columns of `texts`. */
export function writeTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  texts: readonly number[] = [0],
): string {
  const classOf = (at: number): string => (texts.includes(at) ? '' : ' class="figure"');
  const head = heads
    .map((text, at) => `<th scope="col"${classOf(at)}>${escapeHtml(text)}</th>`)
    .join('');
  const body = rows.map(([first = '', ...rest]) => {
    const others = rest.map((cell, at) => `<td${classOf(at + 1)}>${cell}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  const label = escapeHtml(caption);
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table><caption>${label}</caption><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}
