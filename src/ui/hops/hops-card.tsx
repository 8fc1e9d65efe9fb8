import { useId, useState } from 'react';
import type { Hop } from '../../core/demonstration/hops.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import { Button } from '../components/buttons.tsx';
import { ChevronIcon, WarningIcon } from '../components/icons.tsx';
import styles from './hops-card.module.css';
import { HopsEditor } from './hops-editor.tsx';
import type { HopsModel } from './hops-model.ts';
import { describeEvidence, describeProgress } from './hops-model.ts';

interface HopsCardProps {
  model: HopsModel;
  onEdit: (edit: HopEdit) => void;
  /** The instructor has done with changing it. */
  onDone?: () => void;
}

/** What is to be done on which site, how far it is, and what shows it; the instructor's to change. */
export function HopsCard({ model, onEdit, onDone }: HopsCardProps) {
  const [isOpen, setOpen] = useState(true);
  const [isEditing, setEditing] = useState(model.hops.length === 0);
  const id = useId();
  const { hops, currentId, unverifiedId: doubtedId } = model;
  const current = hops.find((hop) => hop.id === currentId);
  const isEmpty = hops.length === 0;
  const done = current ? `${describeProgress(model)}. Now: ${current.text}` : 'All hops are done';
  const news = isEmpty ? '' : done;
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
            Hops
          </span>
          <span className={styles.count}>
            {isEmpty ? 'what to do, site by site' : describeProgress(model)}
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
            {isEditing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      <div id={`${id}-list`} className={styles.body} hidden={!isOpen}>
        {isEditing ? (
          <HopsEditor model={model} onEdit={onEdit} />
        ) : (
          <ol className={styles.list}>
            {hops.map((hop) => (
              <HopRow
                key={hop.id}
                hop={hop}
                isCurrent={hop.id === currentId}
                isUnverified={hop.id === doubtedId}
                onTick={(done) => onEdit({ kind: 'tick', id: hop.id, done })}
              />
            ))}
          </ol>
        )}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
    </section>
  );
}

interface HopRowProps {
  hop: Hop;
  isCurrent: boolean;
  isUnverified: boolean;
  onTick: (done: boolean) => void;
}

function HopRow({ hop, isCurrent, isUnverified: isDoubted, onTick }: HopRowProps) {
  const id = useId();
  const { text, site, state, evidence } = hop;
  return (
    <li
      className={styles.hop}
      data-state={state}
      data-current={isCurrent}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <input
        id={id}
        type="checkbox"
        checked={state === 'done'}
        onChange={(event) => onTick(event.target.checked)}
      />
      <label htmlFor={id} className={styles.text}>
        {text}
        {site !== null && !text.includes(site) && <span className={styles.site}>{site}</span>}
      </label>
      {evidence && (
        <details className={styles.evidence}>
          <summary>Evidence</summary>
          <p>{describeEvidence(evidence)}</p>
        </details>
      )}
      {isDoubted && state === 'open' && (
        <p className={styles.doubt}>
          <WarningIcon />
          <span>Said to be done, but what was quoted is nowhere to be read.</span>
        </p>
      )}
    </li>
  );
}
