import type { DemonstrationRow } from './view-model.ts';

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The demonstrations whose title holds every word of the query, in any order, case or accent. */
export function findRows(rows: readonly DemonstrationRow[], query: string): DemonstrationRow[] {
  const words = fold(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return rows.filter((row) => {
    const title = fold(row.title);
    return words.every((word) => title.includes(word));
  });
}
