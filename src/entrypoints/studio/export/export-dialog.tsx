import { useState } from 'react';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { EXPORT_FORMATS } from '../../../core/formats/export-formats.ts';
import type { SplitGroup } from '../../../core/formats/splits.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/components/fields.tsx';
import { CheckIcon } from '../../../ui/components/icons.tsx';
import { ListDetails } from '../../../ui/components/list-details.tsx';
import { Progress } from '../../../ui/components/progress.tsx';
import { formatBytes } from '../../../ui/format.ts';
import type { ExportDialogModel } from './export-controller.ts';
import {
  cancelExportJob,
  closeExportDialog,
  exportBundle,
  exportDataset,
} from './export-controller.ts';
import styles from './export-dialog.module.css';
import { PseudonymTable } from './pseudonym-table.tsx';

/** All demonstrations as one dataset, or each in a format. */
type Choice = ExportFormat | 'dataset';

const FORMATS: { value: Choice; label: string }[] = [
  ...(Object.entries(EXPORT_FORMATS) as [ExportFormat, { name: string }][]).map(
    ([value, { name }]) => ({ value, label: name }),
  ),
  { value: 'dataset', label: message('studioDatasetFormat') },
];

const SPLITS: Record<SplitGroup, MessageName> = {
  site: 'studioSplitSite',
  task: 'studioSplitTask',
  annotator: 'studioSplitAnnotator',
  demonstration: 'studioSplitDemonstration',
};

/** Exports many demonstrations as one zip: which, as what, with pseudonyms and splits or without. */
export function ExportDialog({ model }: { model: ExportDialogModel }) {
  const { groups, scan, run, key } = model;
  const [group, setGroup] = useState(groups[0]?.value ?? '');
  const [format, setFormat] = useState<Choice>('weblinx');
  const [chosenSplit, setSplit] = useState<SplitGroup | 'none'>('none');
  const [seed, setSeed] = useState('1');
  const [license, setLicense] = useState('');
  const [hasPseudonyms, setPseudonyms] = useState(false);
  // A published dataset always has splits.
  const split = format === 'dataset' && chosenSplit === 'none' ? 'site' : chosenSplit;
  const ids = groups.find(({ value }) => value === group)?.ids ?? [];
  const scanned = new Set(scan.state === 'done' ? scan.ids : []);
  const isScanned = ids.every((id) => scanned.has(id));
  return (
    <Dialog title={message('studioExportMany')} isWide onClose={closeExportDialog}>
      <div className={styles.fields}>
        <SelectField
          label={message('studioExportWhat')}
          value={group}
          options={groups}
          onChange={setGroup}
        />
        <SelectField
          label={message('studioExportFormat')}
          hint={
            format === 'dataset'
              ? message('studioDatasetSentence')
              : EXPORT_FORMATS[format].sentence
          }
          value={format}
          options={FORMATS}
          onChange={setFormat}
        />
        <SplitFields
          format={format}
          split={split}
          seed={seed}
          onSplit={setSplit}
          onSeed={setSeed}
        />
        {format === 'dataset' && (
          <TextField
            label={message('studioDatasetLicense')}
            hint={message('studioDatasetLicenseHint')}
            value={license}
            onChange={setLicense}
          />
        )}
      </div>
      <CheckField
        label={message('studioPseudonyms')}
        checked={hasPseudonyms}
        onChange={setPseudonyms}
      />
      {hasPseudonyms && <PseudonymTable model={model} ids={ids} />}
      <ExportRun run={run} />
      <div className={styles.actions}>
        {hasPseudonyms && !isScanned && <p>{message('studioLookFirst')}</p>}
        <Button
          variant="primary"
          disabled={run.state === 'running' || ids.length === 0 || (hasPseudonyms && !isScanned)}
          onClick={() => {
            const splits = split === 'none' ? null : { group: split, seed: Number(seed) || 0 };
            const given = { ids, splits, pseudonyms: hasPseudonyms ? key : null };
            void (format === 'dataset'
              ? exportDataset({ ...given, license })
              : exportBundle({ ...given, format }));
          }}
        >
          {message('commonExport')}
        </Button>
      </div>
    </Dialog>
  );
}

interface SplitFieldsProps {
  format: Choice;
  split: SplitGroup | 'none';
  seed: string;
  onSplit: (split: SplitGroup | 'none') => void;
  onSeed: (seed: string) => void;
}

function SplitFields({ format, split, seed, onSplit, onSeed }: SplitFieldsProps) {
  return (
    <>
      <SelectField
        label={message('studioSplits')}
        hint={describeSplits(format, split)}
        value={split}
        options={listSplits(format)}
        onChange={onSplit}
      />
      {split !== 'none' && (
        <TextField
          label={message('studioSeed')}
          hint={message('studioSeedHint')}
          inputMode="numeric"
          value={seed}
          onChange={onSeed}
        />
      )}
    </>
  );
}

function listSplits(format: Choice): { value: SplitGroup | 'none'; label: string }[] {
  const splits = (Object.entries(SPLITS) as [SplitGroup, MessageName][]).map(([value, name]) => ({
    value,
    label: message(name),
  }));
  return format === 'dataset'
    ? splits
    : [{ value: 'none', label: message('studioSplitNone') }, ...splits];
}

function describeSplits(format: Choice, split: SplitGroup | 'none'): string | null {
  if (format === 'dataset') return message('studioDatasetSplits');
  return split === 'none' ? null : message('studioSplitsHint');
}

function ExportRun({ run }: Pick<ExportDialogModel, 'run'>) {
  if (run.state === 'running') {
    const { done, total } = run;
    return (
      <Progress
        label={message('commonExportPacking')}
        value={done}
        max={total}
        onCancel={cancelExportJob}
      >
        {message('studioBundleProgress', String(Math.floor(done)), String(total))}
      </Progress>
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
          <ListDetails
            summary={countMessage('studioBundleLeftOut', run.bundle.leftOut.length)}
            lines={run.bundle.leftOut}
          />
        </div>
      )}
    </div>
  );
}
