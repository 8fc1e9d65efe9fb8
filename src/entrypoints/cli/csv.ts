/** A line of CSV (RFC 4180, with a plain line feed); null is empty. */
export function writeCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(writeCell).join(',')}\n`;
}

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nested figures as rows of dotted name and value. */
export function flattenFigures(figures: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(figures).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flattenFigures(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}
