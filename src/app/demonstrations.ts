import { measureActive } from '../core/demonstration/append.ts';
import type { DemonstrationContent } from '../core/demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../core/demonstration/demonstration.ts';
import { explainLeak } from '../core/demonstration/leaks.ts';
import { lintDemonstration } from '../core/demonstration/lint.ts';
import type { Finding } from '../core/demonstration/lint/finding.ts';
import { migrateDemonstration, migrateTurn } from '../core/demonstration/migrate.ts';
import { orderTurns } from '../core/demonstration/order.ts';
import { listWeblinxFiles } from '../core/formats/weblinx/list.ts';
import {
  countTurns,
  getDemonstration,
  listDemonstrations,
  listTurns,
  measureDemonstration,
  readContent,
} from '../platform/store/read.ts';
import { zipToBlob } from '../platform/zip/write-zip.ts';
import type { Outcome } from '../protocol/background.ts';
import { connectStore } from './connection.ts';
import { LeakFound, testForLeaks } from './leak-test.ts';

/** The formats a demonstration can be exported to. */
export type ExportFormat = 'weblinx';

export interface DemonstrationSummary {
  demonstration: Demonstration;
  turns: number;
  /** Ms recorded, pauses left out. */
  durationMs: number;
  bytes: number;
}

export async function summarizeAll(): Promise<DemonstrationSummary[]> {
  const db = await connectStore();
  const demonstrations = await listDemonstrations(db);
  return Promise.all(
    demonstrations.map(async (demonstration) => ({
      demonstration,
      turns: await countTurns(db, demonstration.id),
      durationMs: measureActive(demonstration, Date.now()),
      bytes: await measureDemonstration(db, demonstration.id),
    })),
  );
}

/** Opens a stored demonstration, also one of an earlier version; a reason when it cannot be read. */
export async function openDemonstration(
  id: string,
): Promise<Outcome<{ content: DemonstrationContent }>> {
  const db = await connectStore();
  const stored = await getDemonstration(db, id);
  if (!stored) {
    return { ok: false, message: 'This demonstration is not in the library any more.' };
  }
  const migrated = migrateDemonstration(stored);
  if (!migrated.ok) return { ok: false, message: migrated.reason };
  const turns: Turn[] = [];
  for (const turn of await listTurns(db, id)) {
    const read = migrateTurn(turn, stored.version);
    if (!read.ok) return { ok: false, message: read.reason };
    turns.push(read.value);
  }
  const content = {
    demonstration: migrated.value,
    turns: orderTurns(turns),
    read: (hash: Hash) => readContent(db, hash),
  };
  return { ok: true, content };
}

/** Rejects with the reason when the demonstration cannot be read. */
export async function lintStored(id: string): Promise<Finding[]> {
  const opened = await openDemonstration(id);
  if (!opened.ok) throw new Error(opened.message);
  const findings: Finding[] = [];
  for await (const finding of lintDemonstration(opened.content)) findings.push(finding);
  return findings;
}

export type Exported = Outcome<{ zip: Blob; fileName: string }>;

/** Packs a demonstration. `onProgress` hears fractions from 0 to 1. */
export async function exportDemonstration(
  id: string,
  format: ExportFormat,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<Exported> {
  const opened = await openDemonstration(id);
  if (!opened.ok) return opened;
  const { content } = opened;
  if (content.turns.length === 0) {
    return {
      ok: false,
      message: 'Nothing was recorded, so there is nothing to export. Record a few actions first.',
    };
  }
  const { demonstration, turns } = content;
  // Page, boxes and screenshot of each turn, and three files about the whole.
  const expected = turns.filter((turn) => turn.kind === 'browser').length * 3 + 3;
  try {
    const zip = await zipToBlob(testForLeaks(listWeblinxFiles(content), id), {
      modifiedAt: demonstration.endedAt ?? demonstration.startedAt,
      ...(signal && { signal }),
      onProgress: ({ files }) => onProgress?.(Math.min(1, files / expected)),
    });
    onProgress?.(1);
    return { ok: true, zip, fileName: `${nameFile(demonstration)}-${format}.zip` };
  } catch (error) {
    if (error instanceof LeakFound) return { ok: false, message: explainLeak(error.leak) };
    throw error;
  }
}

/** Saves through the browser's ordinary download, without a permission. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold on the blob once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameFile({ title, startedAt }: Demonstration): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['demonstration'];
  const day = new Date(startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return `${words.slice(0, 6).join('-')}-${day}`;
}
