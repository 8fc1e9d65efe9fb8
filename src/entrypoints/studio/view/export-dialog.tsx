import { useLayoutEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { EXPORT_FORMATS } from '../../../core/formats/export-formats.ts';
import type { SplitGroup } from '../../../core/formats/splits.ts';
import { SPLIT_GROUPS } from '../../../core/formats/splits.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/components/fields.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/components/icons.tsx';
import { formatBytes } from '../../../ui/format.ts';
import type { ExportDialogModel, StudioEvents } from '../studio-model.ts';
import styles from './export-dialog.module.css';
import { listScopes } from './list-scopes.ts';
import { PseudonymTable } from './pseudonym-table.tsx';

const FORMATS = (Object.entries(EXPORT_FORMATS) as [ExportFormat, { name: string }][]).map(
  ([value, { name }]) => ({ value, label: name }),
);

const GROUPS: Record<SplitGroup, MessageName> = {
  site: 'studioSplitSite',
  task: 'studioSplitTask',
  annotator: 'studioSplitAnnotator',
  demonstration: 'studioSplitDemonstration',
};
const SPLITS = [
  { value: 'none' as const, label: message('studioSplitNone') },
  ...SPLIT_GROUPS.map((value) => ({ value, label: message(GROUPS[value]) })),
];

interface ExportDialogProps {
  model: ExportDialogModel;
  events: StudioEvents;
}

/** Exports many demonstrations as one zip: which, as what, with pseudonyms and splits or without. */
export function ExportDialog({ model, events }: ExportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const scopes = listScopes(model.scope);
  const [scope, setScope] = useState(scopes[0]?.value ?? '');
  const [format, setFormat] = useState<ExportFormat>('weblinx');
  const [split, setSplit] = useState<SplitGroup | 'none'>('none');
  const [seed, setSeed] = useState('1');
  const [hasPseudonyms, setPseudonyms] = useState(false);
  const ids = scopes.find(({ value }) => value === scope)?.ids ?? [];
  const isRunning = model.run.state === 'running';
  const scanned = new Set(model.scan.state === 'done' ? model.scan.ids : []);
  const isScanned = ids.every((id) => scanned.has(id));

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="export-dialog"
      onClose={events.onCloseExportDialog}
    >
      <div className={styles.head}>
        <h2 id="export-dialog">{message('studioExportMany')}</h2>
        <IconButton
          icon={<CloseIcon />}
          label={message('commonClose')}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <div className={styles.fields}>
        <SelectField
          label={message('studioExportWhat')}
          value={scope}
          options={scopes}
          onChange={setScope}
        />
        <SelectField
          label={message('studioExportFormat')}
          hint={EXPORT_FORMATS[format].sentence}
          value={format}
          options={FORMATS}
          onChange={setFormat}
        />
        <SelectField
          label={message('studioSplits')}
          hint={split === 'none' ? null : message('studioSplitsHint')}
          value={split}
          options={SPLITS}
          onChange={setSplit}
        />
        {split !== 'none' && (
          <TextField
            label={message('studioSeed')}
            hint={message('studioSeedHint')}
            inputMode="numeric"
            value={seed}
            onChange={setSeed}
          />
        )}
      </div>
      <CheckField
        label={message('studioPseudonyms')}
        checked={hasPseudonyms}
        onChange={setPseudonyms}
      />
      {hasPseudonyms && <PseudonymTable model={model} ids={ids} events={events} />}
      <ExportRun model={model} onCancel={events.onCancelBundle} />
      <div className={styles.actions}>
        {hasPseudonyms && !isScanned && <p>{message('studioLookFirst')}</p>}
        <Button
          variant="primary"
          disabled={isRunning || ids.length === 0 || (hasPseudonyms && !isScanned)}
          onClick={() =>
            events.onExportBundle({
              ...{ ids, format },
              splits: split === 'none' ? null : { group: split, seed: Number(seed) || 0 },
              pseudonyms: hasPseudonyms ? model.key : null,
            })
          }
        >
          {message('commonExport')}
        </Button>
      </div>
    </dialog>
  );
}

function ExportRun({
  model: { run },
  onCancel,
}: {
  model: ExportDialogModel;
  onCancel: () => void;
}) {
  if (run.state === 'running') {
    return (
      <div className={styles.run}>
        <progress
          value={run.done}
          max={Math.max(1, run.total)}
          aria-label={message('commonExportPacking')}
        />
        <span>
          {message('studioBundleProgress', String(Math.floor(run.done)), String(run.total))}
        </span>
        <Button onClick={onCancel}>{message('commonCancel')}</Button>
      </div>
    );
  }
  return (
    <div role="status" className={styles.run}>
      {run.state === 'failed' && <p className={styles.failed}>{run.message}</p>}
      {run.state === 'done' && (
        <div>
          <p className={styles.good}>
            <CheckIcon />{' '}
            {message('studioBundleDone', run.bundle.fileName, formatBytes(run.bundle.bytes))}
          </p>
          <p>{countMessage('studioBundleHolds', run.bundle.demonstrations)}</p>
          {run.bundle.leftOut.length > 0 && (
            <details>
              <summary>{countMessage('studioBundleLeftOut', run.bundle.leftOut.length)}</summary>
              <ul>
                {run.bundle.leftOut.map((sentence, at) => (
                  <li key={at}>{sentence}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </div>
  );
}
