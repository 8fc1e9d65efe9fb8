import { dropLeftImports, importFrom } from '../../app/import-demonstration.ts';
import type { ImportInput } from '../../app/import-inputs.ts';
import { listInputs, takeZip } from '../../app/import-inputs.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { readDrop } from '../../platform/picked-files.ts';
import type { ImportModel, ImportOutcome, StudioEvents } from './view/view-model.ts';

type ImportEvents = Pick<
  StudioEvents,
  'onImport' | 'onDrop' | 'onCancelImport' | 'onDismissImport'
>;

export const NO_IMPORT: ImportModel = { running: null, outcomes: [] };

/** Imports one file or folder after the other; the library hears of each as news. */
export function openImportDesk(
  show: (model: ImportModel) => void,
  signal: AbortSignal,
): ImportEvents {
  let model = NO_IMPORT;
  const waiting: ImportInput[] = [];
  let cancelling: AbortController | null = null;

  function change(part: Partial<ImportModel>): void {
    model = { ...model, ...part };
    show(model);
  }

  function tell(outcome: ImportOutcome): void {
    change({ outcomes: [...model.outcomes, outcome] });
  }

  function tellFailure(message: string): void {
    tell({ ok: false, message, findings: [] });
  }

  async function add(inputs: readonly ImportInput[]): Promise<void> {
    waiting.push(...inputs);
    if (cancelling || waiting.length === 0) return;
    const cancel = (cancelling = new AbortController());
    const stop = AbortSignal.any([signal, cancel.signal]);
    change({ outcomes: [] });
    for (let done = 0, next = waiting.shift(); next; next = waiting.shift(), done += 1) {
      if (stop.aborted) {
        tellFailure(`${next.name} was not imported: the import was cancelled before it began.`);
      } else await run(next, done, stop);
    }
    cancelling = null;
    change({ running: null });
  }

  async function run(input: ImportInput, done: number, stop: AbortSignal): Promise<void> {
    const { name } = input;
    const onProgress = (fraction: number): void =>
      change({ running: { name, fraction, index: done + 1, of: done + 1 + waiting.length } });
    onProgress(0);
    try {
      const imported = await importFrom(input, { onProgress, signal: stop });
      const { ok, message } = imported;
      tell({ ok, message, findings: imported.ok ? imported.findings : [] });
    } catch (error) {
      tellFailure(`${name} was not imported (${String(error)}). The library is as it was.`);
    }
  }

  async function drop(transfer: DataTransfer): Promise<void> {
    try {
      await add(listInputs(await readDrop(transfer)));
    } catch (error) {
      const reason = error instanceof ImportFault ? error.message : String(error);
      tellFailure(`What was dropped could not be read (${reason}). The library is as it was.`);
    }
  }

  void dropLeftImports();
  return {
    onImport: (files) =>
      void add(files.map((file) => takeZip(file.name, () => Promise.resolve(file)))),
    onDrop: (transfer) => void drop(transfer),
    onCancelImport: () => cancelling?.abort(),
    onDismissImport: () => change({ outcomes: [] }),
  };
}
