import { useId, useState } from 'react';
import type { Hop } from '../../core/demonstration/hops.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import { findCurrentHop } from '../../core/navigator/hops/hop-list.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { ChevronIcon, WarningIcon } from '../components/icons.tsx';
import styles from './hops-card.module.css';
import { HopsEditor } from './hops-editor.tsx';
import type { HopsModel } from './hops-model.ts';
import { announceHops, describeEvidence, describeProgress } from './hops-model.ts';

interface HopsCardProps {
  model: HopsModel;
  onEdit: (edit: HopEdit) => void;
  /** The instructor closed the editor. */
  onDone?: () => void;
}

/** The hops of a task with their progress and evidence, which the instructor can edit. */
export function HopsCard({ model, onEdit, onDone }: HopsCardProps) {
  const [isOpen, setOpen] = useState(true);
  const [isEditing, setEditing] = useState(model.hops.length === 0);
  const id = useId();
  const { hops } = model;
  const current = findCurrentHop(model);
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronIcon />
          <span id={`${id}-title`} className={styles.title}>
            {message('commonHops')}
          </span>
          <span className={styles.count}>
            {hops.length === 0 ? message('commonHopsHint') : describeProgress(model)}
          </span>
          {!isOpen && current && <span className={styles.now}>{current.text}</span>}
        </button>
        {isOpen && (
          <Button
            variant="quiet"
            onClick={() => {
              setEditing(!isEditing);
              if (isEditing) onDone?.();
            }}
          >
            {message(isEditing ? 'commonHopsDone' : 'commonHopsEdit')}
          </Button>
        )}
      </div>
      <div id={`${id}-list`} className={styles.body} hidden={!isOpen}>
        {isEditing ? (
          <HopsEditor model={model} onEdit={onEdit} />
        ) : (
          <ol className={styles.list}>
            {hops.map((hop) => (
              <HopRow key={hop.id} hop={hop} model={model} onEdit={onEdit} />
            ))}
          </ol>
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {announceHops(model)}
      </p>
    </section>
  );
}

function HopRow({ hop, model, onEdit }: Omit<HopsCardProps, 'onDone'> & { hop: Hop }) {
  const id = useId();
  const { text, site, state, evidence } = hop;
  const isCurrent = hop === findCurrentHop(model);
  return (
    <li
      className={styles.hop}
      data-state={state}
      data-current={isCurrent}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <input
        id={id}
        type="checkbox"
        checked={state === 'done'}
        onChange={({ target }) => onEdit({ kind: 'tick', id: hop.id, done: target.checked })}
      />
      <label htmlFor={id} className={styles.text}>
        {text}
        {site !== null && !text.includes(site) && <span className={styles.site}>{site}</span>}
      </label>
      {evidence && (
        <details className={styles.evidence}>
          <summary>{message('commonHopEvidence')}</summary>
          <p>{describeEvidence(evidence)}</p>
        </details>
      )}
      {hop.id === model.unverifiedId && state === 'open' && (
        <p className={styles.doubt}>
          <WarningIcon />
          <span>{message('commonHopUnverified')}</span>
        </p>
      )}
    </li>
  );
}
