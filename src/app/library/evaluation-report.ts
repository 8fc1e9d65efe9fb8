import { encodeBase64 } from '../../core/bytes.ts';
import { writeReportPage } from '../../core/evaluation/report/page.ts';
import type { ReportRun } from '../../core/evaluation/report/report.ts';
import { composeReport } from '../../core/evaluation/report/report.ts';
import { isActionRow } from '../../core/evaluation/row.ts';
import { storeReader } from './store-reader.ts';

/** Pictures go into the page up to this much together, in bytes. */
const MOST_EMBEDDED = 24 * 1024 * 1024;

/** Makes the report of one run, or of two side by side: one HTML file with its pictures, as `wayscribe evaluate` writes it. */
export async function makeReport(first: ReportRun, second: ReportRun | null): Promise<Blob> {
  const rows = [first, second].flatMap((run) => run?.rows ?? []);
  const hashes = new Set(rows.flatMap((row) => (isActionRow(row) ? (row.shot?.hash ?? []) : [])));
  const pictures = new Map<string, string>();
  let left = MOST_EMBEDDED;
  for (const hash of hashes) {
    const bytes = await storeReader.read(hash);
    if (!bytes || bytes.length > left) continue;
    left -= bytes.length;
    pictures.set(hash, `data:image/png;base64,${encodeBase64(bytes)}`);
  }
  const page = writeReportPage(composeReport(first, second, pictures, 0));
  return new Blob([page], { type: 'text/html' });
}
