const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units with at most one decimal below ten: `812 B`, `3.4 MB`, `27 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 9.95 ? value.toFixed(1) : value.toFixed(0);
  return `${digits} ${UNITS[unit] ?? 'TB'}`;
}

/** `1 turn`, `9 turns`, `no turns`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${many}`;
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** Tokens for a status line: `940`, `3.1k`, `120k`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = tokens / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1) : thousands.toFixed(0)}k`;
}
