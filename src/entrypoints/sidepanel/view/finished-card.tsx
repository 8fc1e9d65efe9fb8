import { Button, IconButton } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { FocusKept } from '../../../ui/focus/focus-kept.tsx';
import { formatBytes, formatCount } from '../../../ui/format/amount.ts';
import { formatElapsed } from '../../../ui/format/time.ts';
import { CheckIcon, ChevronIcon, CloseIcon, WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import styles from './finished-card.module.css';
import { groupFindings } from './group-findings.ts';
import type { ExportModel, FinishedRecording, SidePanelEvents } from './view-model.ts';

interface FindingsProps {
  findings: FinishedRecording['findings'];
  onReveal: (turnId: string) => void;
}

function Findings({ findings, onReveal }: FindingsProps) {
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
        <ChevronIcon />
      </summary>
      <ul>
        {groupFindings(findings).map(({ message, turns, first }) => (
          <li key={message}>
            {turns > 1 && <b>{formatCount(turns, 'turn')}: </b>}
            {message}
            {first !== null && (
              <Button
                variant="quiet"
                onClick={() => {
                  onReveal(first);
                }}
              >
                {turns > 1 ? 'Show the first' : 'Show the turn'}
              </Button>
            )}
          </li>
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
          <span className="visually-hidden">Saved as </span>
          <MiddleText text={exporting.fileName} tail={12} />{' '}
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
  /** A turn is to be shown in the conversation. */
  onReveal: (turnId: string) => void;
}

/** What was just recorded: how it went, and what to do with it. */
export function FinishedCard({ finished, events, onReveal }: FinishedCardProps) {
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
        <Findings findings={finished.findings} onReveal={onReveal} />
      )}
      <FocusKept className={styles.actions}>
        <Button
          variant="primary"
          disabled={isEmpty}
          waits={exporting.state === 'packing'}
          onClick={events.onExport}
        >
          Export
        </Button>
        <Button disabled={isEmpty} onClick={events.onOtherFormats}>
          Other formats…
        </Button>
        <Button onClick={events.onReview}>Review</Button>
        <ConfirmButton
          label="Discard"
          keepLabel="Keep"
          question={`Discard this demonstration? ${formatCount(turns, 'turn')} would be gone for good.`}
          onConfirm={events.onDiscard}
        />
        {/* Below the buttons, which so stay where they are. */}
        {exporting.state === 'packing' && (
          <Packing {...exporting} onCancel={events.onCancelExport} />
        )}
      </FocusKept>
      <div role="status">
        <ExportNews exporting={exporting} />
      </div>
    </section>
  );
}
