import type { DragEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import type { ImportModel, ImportOutcome, StudioEvents } from '../studio-model.ts';
import styles from './import-controls.module.css';

/** Asks for zips. While some are read, more may be added. */
export function ImportButton({ onImport }: Pick<StudioEvents, 'onImport'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title="Zips; folders can be dropped here" onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        aria-label="Zips to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          onImport(files);
        }}
      />
    </>
  );
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

interface DropZoneProps extends Pick<StudioEvents, 'onDrop'> {
  children: ReactNode;
}

/** Takes files and folders that are dropped anywhere on it. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.zone}
      onDragEnter={(event) => {
        if (holdsFiles(event)) setOver(true);
      }}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        const { relatedTarget, currentTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children}
      {isOver && <p className={styles.hint}>Drop zips or folders to import them</p>}
    </div>
  );
}

/** The first few say what kind of thing was left out. */
const MAX_FINDINGS = 3;

function describeFindings(findings: readonly string[]): string {
  const rest = findings.length - MAX_FINDINGS;
  const more = rest > 0 ? ` And ${String(rest)} more of this kind.` : '';
  return findings.slice(0, MAX_FINDINGS).join(' ') + more;
}

function ImportProgress({
  running,
  onCancel,
}: {
  running: NonNullable<ImportModel['running']>;
  onCancel: () => void;
}) {
  const { name, fraction, index, of } = running;
  return (
    <div className={styles.running}>
      <MiddleText text={`Importing ${name}`} />
      {of > 1 && <span className={styles.faint}>{`${String(index)} of ${String(of)}`}</span>}
      <progress value={fraction} max={1} aria-label={`Importing ${name}`} />
      <Button onClick={onCancel}>Cancel import</Button>
    </div>
  );
}

function ImportResult({ outcome: { ok, message, findings } }: { outcome: ImportOutcome }) {
  return (
    <li className={ok ? styles.good : styles.bad}>
      {ok ? <CheckIcon /> : <WarningIcon />}
      <div role={ok ? 'status' : 'alert'}>
        <p>{message}</p>
        {findings.length > 0 && <p className={styles.faint}>{describeFindings(findings)}</p>}
      </div>
    </li>
  );
}

interface ImportReportProps {
  importing: ImportModel;
  events: Pick<StudioEvents, 'onCancelImport' | 'onDismissImport'>;
}

/** How far an import is, and what became of each file. */
export function ImportReport({ importing, events }: ImportReportProps) {
  const { running, outcomes } = importing;
  if (running === null && outcomes.length === 0) return null;
  return (
    <section className={styles.report} aria-label="Import">
      {running !== null && <ImportProgress running={running} onCancel={events.onCancelImport} />}
      {outcomes.length > 0 && (
        <div className={styles.outcomes}>
          <ul>
            {outcomes.map((outcome, index) => (
              <ImportResult key={index} outcome={outcome} />
            ))}
          </ul>
          {running === null && (
            <IconButton label="Dismiss" icon={<CloseIcon />} onClick={events.onDismissImport} />
          )}
        </div>
      )}
    </section>
  );
}
