import type { BundleRequest } from '../../app/library/export-bundle.ts';
import { downloadBundle } from '../../app/library/export-bundle.ts';
import { lookForPersonal } from '../../app/library/pseudonyms.ts';
import type { PersonalKind, Pseudonym } from '../../core/demonstration/pseudonyms/key.ts';
import { extendKey } from '../../core/demonstration/pseudonyms/key.ts';
import { message } from '../../messages/message.ts';
import { readPseudonyms, writePseudonyms } from '../../platform/settings/pseudonym-key.ts';
import type { ExportDialogModel, LibraryIds, StudioEvents } from './studio-model.ts';

type ExportDialogEvents = Pick<
  StudioEvents,
  | 'onOpenExportDialog'
  | 'onCloseExportDialog'
  | 'onLookForPersonal'
  | 'onChangePseudonym'
  | 'onAddPersonal'
  | 'onExportBundle'
  | 'onCancelBundle'
>;

/** Exports many demonstrations as one file, with pseudonyms if wanted. Null while its dialog is closed. */
export function createExportDialogController(
  show: (model: ExportDialogModel | null) => void,
  signal: AbortSignal,
): ExportDialogEvents {
  let model: ExportDialogModel | null = null;
  let running: AbortController | null = null;

  function change(part: Partial<ExportDialogModel>): void {
    if (!model) return;
    model = { ...model, ...part };
    show(model);
  }

  async function open(scope: LibraryIds): Promise<void> {
    const key = await readPseudonyms();
    model = { scope, key, scan: { state: 'idle' }, run: { state: 'idle' } };
    show(model);
  }

  function close(): void {
    running?.abort();
    model = null;
    show(null);
  }

  /** Starts a job that the next one, Cancel and Close end. */
  function start(): AbortSignal {
    running?.abort();
    running = new AbortController();
    return AbortSignal.any([signal, running.signal]);
  }

  async function look(ids: readonly string[]): Promise<void> {
    const stop = start();
    change({ scan: { state: 'running', fraction: 0 } });
    try {
      const onProgress = (fraction: number): void => {
        if (!stop.aborted) change({ scan: { state: 'running', fraction } });
      };
      const { key, places } = await lookForPersonal(ids, { onProgress, signal: stop });
      change({ key, scan: { state: 'done', ids, places } });
    } catch (error) {
      const failed = {
        state: 'failed',
        message: message('studioLookFailed', String(error)),
      } as const;
      change({ scan: stop.aborted ? { state: 'idle' } : failed });
    }
  }

  function setKey(key: readonly Pseudonym[]): void {
    change({ key });
    void writePseudonyms(key);
  }

  async function run(request: BundleRequest): Promise<void> {
    const stop = start();
    change({ run: { state: 'running', done: 0, total: request.ids.length, name: '' } });
    try {
      const onProgress = (progress: { done: number; total: number; name: string }): void => {
        if (!stop.aborted) change({ run: { state: 'running', ...progress } });
      };
      const made = await downloadBundle(request, { onProgress, signal: stop });
      if (made.ok) change({ run: { state: 'done', bundle: made } });
      else
        change({
          run: stop.aborted ? { state: 'idle' } : { state: 'failed', message: made.message },
        });
    } catch (error) {
      change({ run: { state: 'failed', message: message('studioExportFailed', String(error)) } });
    }
  }

  return {
    onOpenExportDialog: (scope) => void open(scope),
    onCloseExportDialog: close,
    onLookForPersonal: (ids) => void look(ids),
    onChangePseudonym(text: string, part: Partial<Pseudonym>) {
      if (model)
        setKey(model.key.map((entry) => (entry.text === text ? { ...entry, ...part } : entry)));
    },
    onAddPersonal(text: string, kind: PersonalKind) {
      if (model) setKey(extendKey(model.key, [{ text, kind }]));
    },
    onExportBundle: (request) => void run(request),
    onCancelBundle: () => running?.abort(),
  };
}
