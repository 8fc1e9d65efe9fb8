import { useId, useState } from 'react';
import type { HopEdit } from '../../core/navigator/hops/edit-hops.ts';
import { Button } from '../button/button.tsx';
import { ChevronIcon } from '../icons/glyphs.tsx';
import { HopRow } from './hop-row.tsx';
import { HopsEditor } from './hops-editor.tsx';
import styles from './hops-card.module.css';
import type { HopsModel } from './hops-model.ts';
import { countDone } from './hops-model.ts';

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
  const { hops, currentId, doubtedId } = model;
  const current = hops.find((hop) => hop.id === currentId);
  const isEmpty = hops.length === 0;
  const done = current ? `${countDone(model)}. Now: ${current.text}` : 'All hops are done';
  const news = isEmpty ? '' : done;
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <ChevronIcon />
          <span id={`${id}-title`} className={styles.title}>
            Hops
          </span>
          <span className={styles.count}>
            {isEmpty ? 'what to do, site by site' : countDone(model)}
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
                isDoubted={hop.id === doubtedId}
                onTick={(done) => {
                  onEdit({ kind: 'tick', id: hop.id, done });
                }}
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
