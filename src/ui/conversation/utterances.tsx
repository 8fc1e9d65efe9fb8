import { useId } from 'react';
import { Button } from '../components/buttons.tsx';
import { CheckIcon } from '../components/icons.tsx';
import { formatEntryTime } from '../format.ts';
import type { EntryEvents, QuestionEntry, UtteranceEntry } from './entry.ts';
import styles from './utterances.module.css';

const SPEAKERS = { instructor: 'Instructor', navigator: 'Navigator' } as const;

export function Utterance({ entry, origin }: { entry: UtteranceEntry; origin: number | null }) {
  const who = entry.by === 'copilot' ? 'Copilot' : SPEAKERS[entry.speaker];
  return (
    <div className={`${styles.utterance ?? ''} ${styles[entry.speaker] ?? ''}`}>
      <p className={styles.who}>
        {who} <span aria-hidden="true">·</span> {formatEntryTime(entry.at, origin)}
      </p>
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
    </div>
  );
}

export function QuestionCard({ entry, events }: { entry: QuestionEntry; events: EntryEvents }) {
  const questionId = useId();
  const isTyped =
    entry.answer !== null && !entry.options.some((option) => option.value === entry.answer);
  return (
    <div className={styles.card} role="group" aria-labelledby={questionId}>
      <p id={questionId} className={styles.question}>
        {entry.question}
      </p>
      <div className={styles.options}>
        {entry.options.map((option, index) => {
          const show = () => events.onPreview(option.target);
          const hide = () => events.onPreview(null);
          const isChosen = !entry.open && option.value === entry.answer;
          return (
            <Button
              key={`${String(index)} ${option.value}`}
              disabled={!entry.open}
              aria-pressed={entry.open ? undefined : isChosen}
              onClick={() => {
                // Disabled from now on, it will not tell that the pointer left.
                hide();
                events.onAnswer(entry.id, option);
              }}
              onFocus={show}
              onBlur={hide}
              onPointerEnter={show}
              onPointerLeave={hide}
            >
              {isChosen && <CheckIcon />}
              <span className={styles.label}>{option.label}</span>
            </Button>
          );
        })}
      </div>
      {isTyped && <p className={styles.hint}>You answered: {entry.answer}</p>}
      {entry.open && (
        <p className={styles.hint}>
          {entry.options.length === 0 ? 'Type your answer.' : 'Choose one, or type your answer.'}
        </p>
      )}
    </div>
  );
}
