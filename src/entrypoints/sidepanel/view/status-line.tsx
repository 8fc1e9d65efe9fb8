import { Button } from '../../../ui/button/button.tsx';
import { formatCount } from '../../../ui/format/amount.ts';
import { formatSpent } from '../../../ui/format/spending.ts';
import { WarningIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import { RoundControls } from './round-controls.tsx';
import type { RoundEvents } from './round-controls.tsx';
import styles from './status-line.module.css';
import type { RoundModel, StatusModel } from './view-model.ts';

interface StatusLineProps {
  status: StatusModel;
  round: RoundModel | null;
  events: RoundEvents;
  onOpenSettings: () => void;
  /** Begins a list of hops; null where there is one, or nobody to work it off. */
  onPlan: (() => void) | null;
}

/** What navigates and ranks; while a round runs, what it does and its controls. */
export function StatusLine({ status, round, events, onOpenSettings, onPlan }: StatusLineProps) {
  if (round !== null) {
    return (
      <div className={styles.status}>
        <p className={styles.lines}>
          <span className={styles.who}>
            <MiddleText text={round.activity} tail={12} />
          </span>
          <span>{formatCount(round.steps, 'step')} done</span>
        </p>
        <RoundControls charge={round.charge} events={events} />
      </div>
    );
  }
  return (
    <div className={styles.status}>
      <p className={styles.lines}>
        <span className={styles.who}>
          {status.model !== null && (
            <span className={styles.dot} data-works={status.modelWorks}>
              <span className="visually-hidden">
                {status.modelWorks ? 'Connected: ' : 'Not answering: '}
              </span>
            </span>
          )}
          <MiddleText text={status.model ?? 'Built-in navigator'} />
        </span>
        <span className={styles.ranker} title={status.rankerNote} data-works={status.rankerWorks}>
          {!status.rankerWorks && <WarningIcon />}
          {status.ranker}
          <span className="visually-hidden">. {status.rankerNote}</span>
        </span>
      </p>
      {status.spending !== null && (
        <span className={styles.tokens} title="What this conversation took">
          {formatSpent(status.spending)}
        </span>
      )}
      {status.model !== null && onPlan !== null && (
        <Button
          variant="quiet"
          title="List what is to be done on which site, for a task over several"
          onClick={onPlan}
        >
          Plan hops
        </Button>
      )}
      {status.model === null && (
        <Button variant="quiet" onClick={onOpenSettings}>
          Connect a model
        </Button>
      )}
    </div>
  );
}
