import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import { countPseudonyms } from '../../core/demonstration/pseudonyms/key.ts';
import { compareReviewers } from '../../core/evaluation/reviewer-agreement.ts';
import type { LeftOut } from '../../core/formats/dataset/certificate.ts';
import { collectFacts } from '../../core/formats/dataset/facts.ts';
import { DatasetChanged, listDatasetFiles } from '../../core/formats/dataset/list-files.ts';
import type { DatasetPlan } from '../../core/formats/dataset/plan.ts';
import { planDataset } from '../../core/formats/dataset/plan.ts';
import type { SizedRow } from '../../core/formats/dataset/rows.ts';
import type { Survey } from '../../core/formats/dataset/survey.ts';
import { surveyDemonstration, UnfitForPublishing } from '../../core/formats/dataset/survey.ts';
import { DEFAULT_LIMITS } from '../../core/formats/dataset/table-writer.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { SplitGroup } from '../../core/formats/splits.ts';
import { writeExportFile } from '../../platform/export-files.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { Bundle, BundleOptions } from './export-bundle.ts';
import { explainFailure, nameFile, saveExport } from './export.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import { openSource } from './open-export.ts';

export interface DatasetExport {
  ids: readonly string[];
  /** Null: by site, with seed 1. */
  splits: { group: SplitGroup; seed: number } | null;
  pseudonyms: PseudonymKey | null;
  /** An identifier of SPDX or the Hub; empty without one. */
  license: string;
}

interface Surveyed {
  surveys: Survey[];
  leftOut: LeftOut[];
  typedSecrets: number;
}

const FILE_NAME = 'wayscribe-dataset.zip';

/**
 * Downloads demonstrations as a published dataset in a zip (docs/format.md), streamed to disk. A demonstration that can't be
 * read, or that must not be published, costs only itself.
 */
export async function downloadDataset(
  request: DatasetExport,
  { onProgress = () => undefined, signal }: BundleOptions = {},
): Promise<Outcome<Bundle>> {
  const total = request.ids.length;
  try {
    const surveyed = await surveyAll(request, signal, (share) =>
      onProgress({ done: (share * total) / 2, total, name: '' }),
    );
    const leftOut = surveyed.leftOut.map(({ input, reason }) => `${input}: ${reason}`);
    if (surveyed.surveys.length === 0) {
      return { ok: false, message: [LIBRARY_MESSAGES.nothingInBundle, ...leftOut].join(' ') };
    }
    const files = listFiles(request, surveyed, signal, (share) =>
      onProgress({ done: ((1 + share) * total) / 2, total, name: '' }),
    );
    const options = { modifiedAt: Date.now(), ...(signal && { signal }) };
    const written = await writeExportFile(zipFiles(files, options), FILE_NAME, signal);
    saveExport({ ...written, fileName: FILE_NAME });
    const demonstrations = surveyed.surveys.length;
    return { ok: true, fileName: FILE_NAME, bytes: written.file.size, demonstrations, leftOut };
  } catch (error) {
    if (error instanceof DatasetChanged) return { ok: false, message: LIBRARY_MESSAGES.changed };
    const message = explainFailure(error, signal);
    if (message === null) throw error;
    return { ok: false, message };
  }
}

async function surveyAll(
  { ids, pseudonyms }: DatasetExport,
  signal: AbortSignal | undefined,
  report: (share: number) => void,
): Promise<Surveyed> {
  const surveyed: Surveyed = { surveys: [], leftOut: [], typedSecrets: 0 };
  const surrogates = new Set(pseudonyms?.map(({ surrogate }) => surrogate));
  for (const [at, id] of ids.entries()) {
    signal?.throwIfAborted();
    report(at / ids.length);
    const opened = await openSource(id, { pseudonyms, ...(signal && { signal }) });
    if (!opened.ok) {
      surveyed.leftOut.push({ input: id, reason: opened.message });
      continue;
    }
    const { content, recorded, tests, typedSecrets, close } = opened.source;
    try {
      const survey = await surveyDemonstration(content, recorded, { tests, surrogates });
      surveyed.surveys.push(survey);
      surveyed.typedSecrets += typedSecrets;
    } catch (error) {
      if (!(error instanceof UnfitForPublishing)) throw error;
      const input = nameFile(content.demonstration);
      surveyed.leftOut.push({ input, reason: error.message });
    } finally {
      close();
    }
  }
  return surveyed;
}

async function* listFiles(
  { splits, license, pseudonyms }: DatasetExport,
  { surveys, leftOut, typedSecrets }: Surveyed,
  signal: AbortSignal | undefined,
  report: (share: number) => void,
): AsyncGenerator<ExportFile> {
  const { group: by, seed } = splits ?? { group: 'site' as const, seed: 1 };
  const plan = planDataset(surveys, { by, seed, sharesPages: false }, DEFAULT_LIMITS.fileBytes);
  const { version } = chrome.runtime.getManifest();
  const publishedOn = new Date().toISOString().slice(0, 10);
  const name = 'Wayscribe demonstrations';
  const files = listDatasetFiles({
    ...{ plan, facts: collectFacts(plan, compareReviewers), leftOut, limits: DEFAULT_LIMITS },
    names: { name, license: license.trim() || null, tool: version, publishedOn },
    searched: { pseudonyms: countPseudonyms(pseudonyms), typedSecrets },
    read: (id, work) => readOpened(id, pseudonyms, signal, work),
  });
  const count = countFiles(plan);
  let done = 0;
  for await (const file of files) {
    yield file;
    done += 1;
    report(Math.min(1, done / count));
  }
}

/** Tables, pictures, card, Croissant and certificate. */
function countFiles({ tables, splits }: DatasetPlan): number {
  const pictures = splits.flatMap(({ demonstrations }) =>
    demonstrations.map((each) => each.samples),
  );
  return tables.flatMap(({ files }) => files).length + pictures.flat().length + 3;
}

async function* readOpened(
  id: string,
  pseudonyms: PseudonymKey | null,
  signal: AbortSignal | undefined,
  work: (content: DemonstrationContent) => AsyncGenerator<SizedRow>,
): AsyncGenerator<SizedRow> {
  signal?.throwIfAborted();
  const opened = await openSource(id, { pseudonyms, ...(signal && { signal }) });
  if (!opened.ok) throw new DatasetChanged(opened.message);
  try {
    yield* work(opened.source.content);
  } finally {
    opened.source.close();
  }
}
