import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { FileButton } from '../../../ui/components/fields.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import type { ImportModel, ImportOutcome, StudioEvents } from '../studio-model.ts';
import styles from './import-controls.module.css';

/** Asks for zips, also while others are imported. */
export function ImportButton({ onImport }: Pick<StudioEvents, 'onImport'>) {
  return (
    <FileButton
      label={message('studioImportLabel')}
      title={message('studioImportTitle')}
      accept=".zip,.json,application/zip,application/json"
      multiple
      onFiles={onImport}
    >
      {message('commonImport')}
    </FileButton>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

interface DropZoneProps extends Pick<StudioEvents, 'onDrop'> {
  children: ReactNode;
}

/** Accepts files and folders dropped anywhere on it. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.zone}
      onDragEnter={(event) => hasFiles(event) && setOver(true)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children}
      {isOver && <p className={styles.hint}>{message('studioDropHint')}</p>}
    </div>
  );
}

/** The first few show what kind of thing was dropped. */
const MAX_FINDINGS = 3;

function describeFindings(findings: readonly string[]): string {
  const rest = findings.length - MAX_FINDINGS;
  const more = rest > 0 ? [countMessage('studioMoreFindings', rest)] : [];
  return [...findings.slice(0, MAX_FINDINGS), ...more].join(' ');
}

interface ImportProgressProps {
  running: NonNullable<ImportModel['running']>;
  onCancel: () => void;
}

function ImportProgress({ running, onCancel }: ImportProgressProps) {
  const { name, fraction, index, of } = running;
  const label = message('studioImporting', name);
  return (
    <div className={styles.running}>
      <MiddleText text={label} />
      {of > 1 && <span className={styles.faint}>{message('commonAmountOf', index, of)}</span>}
      <progress value={fraction} max={1} aria-label={label} />
      <Button onClick={onCancel}>{message('studioCancelImport')}</Button>
    </div>
  );
}

function ImportResult({ outcome }: { outcome: ImportOutcome }) {
  const { ok, findings } = outcome;
  return (
    <li className={ok ? styles.good : styles.bad}>
      {ok ? <CheckIcon /> : <WarningIcon />}
      <div role={ok ? 'status' : 'alert'}>
        <p>{outcome.message}</p>
        {findings.length > 0 && <p className={styles.faint}>{describeFindings(findings)}</p>}
      </div>
    </li>
  );
}

interface ImportReportProps {
  importing: ImportModel;
  events: Pick<StudioEvents, 'onCancelImport' | 'onDismissImport'>;
}

/** The progress of an import and the result of each file. */
export function ImportReport({ importing, events }: ImportReportProps) {
  const { running, outcomes } = importing;
  if (running === null && outcomes.length === 0) return null;
  return (
    <section className={styles.report} aria-label={message('commonImport')}>
      {running !== null && <ImportProgress running={running} onCancel={events.onCancelImport} />}
      {outcomes.length > 0 && (
        <div className={styles.outcomes}>
          <ul>
            {outcomes.map((outcome, index) => (
              <ImportResult key={index} outcome={outcome} />
            ))}
          </ul>
          {running === null && (
            <IconButton
              label={message('commonDismiss')}
              icon={<CloseIcon />}
              onClick={events.onDismissImport}
            />
          )}
        </div>
      )}
    </section>
  );
}
