import { Button, IconButton } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import type { Finding } from '../../../ui/conversation/entry.ts';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { formatElapsed } from '../../../ui/format/time.ts';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import styles from './finished-card.module.css';
import type { ExportModel, FinishedRecording, SidePanelEvents } from './view-model.ts';

function Findings({ findings }: { findings: readonly Finding[] | null }) {
  if (findings === null) return <p className={styles.faint}>Checking the turns…</p>;
  if (findings.length === 0) {
    return (
      <p className={styles.good}>
        <CheckIcon />
        Checked: no findings
      </p>
    );
  }
  return (
    <details className={styles.findings}>
      <summary>
        <WarningIcon />
        {formatCount(findings.length, 'finding')}
      </summary>
      <ul>
        {findings.map((finding, index) => (
          <li key={`${String(index)} ${finding.code}`}>{finding.message}</li>
        ))}
      </ul>
    </details>
  );
}

function Packing({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
  const isNearlyDone = done >= total;
  return (
    <div className={styles.packing}>
      <progress value={done} max={Math.max(total, 1)} aria-label="Packing the zip" />
      <span className={styles.faint}>
        {isNearlyDone ? 'Finishing…' : `${formatBytes(done)} of ${formatBytes(total)}`}
      </span>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

function ExportNews({ exporting }: { exporting: ExportModel }) {
  switch (exporting.state) {
    case 'none':
    case 'packing':
      return null;
    case 'done':
      return (
        <p className={styles.good}>
          <CheckIcon />
          <MiddleText text={exporting.fileName} tail={12} />
          <span className={styles.size}>{formatBytes(exporting.bytes)}</span>
        </p>
      );
    case 'failed':
      return <p className={styles.failed}>{exporting.message}</p>;
  }
}

interface FinishedCardProps {
  finished: FinishedRecording;
  events: SidePanelEvents;
}

/** What was just recorded: how it went, and what to do with it. */
export function FinishedCard({ finished, events }: FinishedCardProps) {
  const { title, turns, exporting } = finished;
  const isEmpty = turns === 0;
  return (
    <section className={styles.card} aria-label="Finished demonstration">
      <div className={styles.head}>
        <h2>
          <MiddleText text={title} />
        </h2>
        <IconButton
          label="Close; it stays in Demonstrations"
          icon={<CloseIcon />}
          onClick={events.onCloseFinished}
        />
      </div>
      <p className={styles.faint}>
        {formatCount(turns, 'turn')} · {formatElapsed(finished.durationMs)}
      </p>
      {isEmpty ? (
        <p>Nothing was done while it ran, so there is nothing to pack into a zip.</p>
      ) : (
        <Findings findings={finished.findings} />
      )}
      {exporting.state === 'packing' && <Packing {...exporting} onCancel={events.onCancelExport} />}
      <div role="status">
        <ExportNews exporting={exporting} />
      </div>
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={isEmpty || exporting.state === 'packing'}
          onClick={events.onExport}
        >
          Export
        </Button>
        <Button disabled={isEmpty} onClick={events.onOtherFormats}>
          Other formats…
        </Button>
        <Button onClick={events.onOpenStudio}>Review</Button>
        <ConfirmButton
          label="Discard"
          keepLabel="Keep"
          question={`Discard this demonstration? ${formatCount(turns, 'turn')} would be gone for good.`}
          onConfirm={events.onDiscard}
        />
      </div>
    </section>
  );
}
