import { Button, IconButton } from '../../../ui/button/button.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import styles from './import-report.module.css';
import type { ImportModel, ImportOutcome, StudioEvents } from './view-model.ts';

/** The first few say what kind of thing was left out. */
const SHOWN = 3;

function describeFindings(findings: readonly string[]): string {
  const rest = findings.length - SHOWN;
  const more = rest > 0 ? ` And ${String(rest)} more of this kind.` : '';
  return findings.slice(0, SHOWN).join(' ') + more;
}

function Running({
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

function Outcome({ outcome: { ok, message, findings } }: { outcome: ImportOutcome }) {
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
      {running !== null && <Running running={running} onCancel={events.onCancelImport} />}
      {outcomes.length > 0 && (
        <div className={styles.outcomes}>
          <ul>
            {outcomes.map((outcome, index) => (
              <Outcome key={index} outcome={outcome} />
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
