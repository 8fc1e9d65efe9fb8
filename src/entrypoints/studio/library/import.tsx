import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import { countMessage, message } from '../../../messages/message.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { FileButton } from '../../../ui/components/fields.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { Progress } from '../../../ui/components/progress.tsx';
import styles from './import.module.css';
import type { ImportOutcome } from './transfer-controllers.ts';
import { cancelImport, importDrop, importFiles, useImport } from './transfer-controllers.ts';

/** Asks for zips, also while others are imported. */
export function ImportButton() {
  return (
    <FileButton
      label={message('studioImportLabel')}
      title={message('studioImportTitle')}
      accept=".zip,.json,.jsonl,.ndjson,application/zip,application/json"
      multiple
      onFiles={importFiles}
    >
      {message('commonImport')}
    </FileButton>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** Accepts files and folders dropped anywhere on it. */
export function DropZone({ children }: { children: ReactNode }) {
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
        void importDrop(event.dataTransfer);
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

/** The progress of an import and the result of each file. */
export function ImportReport() {
  const { running, outcomes } = useImport();
  if (running === null && outcomes.length === 0) return null;
  const label = running && message('studioImporting', running.name);
  return (
    <section className={styles.report} aria-label={message('commonImport')}>
      {running && label && (
        <Progress
          label={label}
          value={running.fraction}
          max={1}
          onCancel={cancelImport}
          cancelLabel={message('studioCancelImport')}
        >
          <MiddleText text={label} />
          {running.of > 1 && message('commonAmountOf', running.index, running.of)}
        </Progress>
      )}
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
              onClick={() => useImport.setState({ outcomes: [] })}
            />
          )}
        </div>
      )}
    </section>
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
