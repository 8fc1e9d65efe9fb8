/** Text as content or attribute of a page. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A figure of 0 … 1 with three places; a dash where there is none. */
export function writeScore(score: number | null): string {
  return score === null ? '–' : score.toFixed(3);
}

/** A difference with its sign. */
export function writeDifference(difference: number | null): string {
  if (difference === null) return '–';
  const text = Math.abs(difference).toFixed(3);
  return Number(text) === 0 ? text : `${difference > 0 ? '+' : '−'}${text}`;
}

export interface Column {
  head: string;
  /** Figures stand under each other. */
  isFigure?: boolean;
}

/** A table with its caption; the first cell of each row names it. Cells are markup. */
export function writeTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const classOf = (at: number): string => (columns[at]?.isFigure ? ' class="figure"' : '');
  const head = columns
    .map(({ head: text }, at) => `<th scope="col"${classOf(at)}>${escapeHtml(text)}</th>`)
    .join('');
  const body = rows
    .map((cells) => {
      const [first = '', ...rest] = cells;
      const others = rest.map((cell, at) => `<td${classOf(at + 1)}>${cell}</td>`).join('');
      return `<tr><th scope="row">${first}</th>${others}</tr>`;
    })
    .join('\n');
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
