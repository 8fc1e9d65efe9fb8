import { useEffect, useRef } from 'react';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import type { EntryEvents, FormEntry, StuckEntry } from '../conversation/entry.ts';
import { MarkedScreenshot } from '../conversation/screenshot-view.tsx';
import styles from './skill-cards.module.css';
import { SlotForm } from './slot-form.tsx';

/** Asks for the values of a skill before it runs. */
export function FormCard({ entry, events }: { entry: FormEntry; events: EntryEvents }) {
  const { skillId, name, slots, values, open } = entry;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) card.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [open]);
  return (
    <div
      ref={card}
      className={styles.card}
      role="group"
      aria-label={message('skillsFormTitle', name)}
    >
      <p className={styles.title}>{message('skillsFormTitle', name)}</p>
      {open && (
        <SlotForm
          slots={slots}
          values={values}
          submitLabel={message('skillsRun')}
          onSubmit={(given) => events.onRunSkill({ skillId, values: given })}
        />
      )}
    </div>
  );
}

/** Why a skill stopped, with the page then and now, and the offer that the person shows the step. */
export function StuckCard({ entry, events }: { entry: StuckEntry; events: EntryEvents }) {
  const { skillId, values, from, text, step, picture, now, canShow, open } = entry;
  const hasPictures = picture !== null || now !== null;
  return (
    <div className={styles.card} role="group" aria-label={message('skillsStuckAt', step)}>
      <p className={styles.title}>{message('skillsStuckAt', step)}</p>
      <p>{text}</p>
      {hasPictures && (
        <div className={styles.pictures}>
          <figure>
            {picture !== null && <MarkedScreenshot image={picture} marks={[]} />}
            <figcaption>{message('skillsThen')}</figcaption>
          </figure>
          <figure>
            {now !== null && <img src={now} alt="" />}
            <figcaption>{message('skillsNow')}</figcaption>
          </figure>
        </div>
      )}
      {canShow && open && (
        <div className={styles.actions}>
          <Button
            title={message('skillsShowMeText')}
            onClick={() => events.onRunSkill({ skillId, values, from, showMe: true })}
          >
            {message('skillsShowMe')}
          </Button>
        </div>
      )}
    </div>
  );
}
