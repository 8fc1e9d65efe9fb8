import type { ReactNode } from 'react';
import { useId } from 'react';
import { message } from '../../messages/message.ts';
import { CheckIcon } from '../components/icons.tsx';
import { formatEntryTime } from '../format.ts';
import type { EntryEvents, QuestionEntry, UtteranceEntry } from './entry.ts';
import { PreviewButton } from './preview-button.tsx';
import styles from './utterances.module.css';

const SPEAKERS = { instructor: 'commonInstructor', navigator: 'commonNavigator' } as const;

/** In a demonstration the speaker and time count; in a chat the side shows who speaks. */
export function Utterance({
  entry,
  origin,
  onPreview,
}: {
  entry: UtteranceEntry;
  origin: number | null;
  onPreview?: EntryEvents['onPreview'] | undefined;
}) {
  const isChat = origin === null;
  const person = isChat ? 'commonYou' : SPEAKERS[entry.speaker];
  const time = formatEntryTime(entry.at, origin);
  return (
    <div
      className={`${styles.utterance ?? ''} ${styles[entry.speaker] ?? ''}`}
      title={isChat ? time : undefined}
    >
      <p className={isChat ? 'visually-hidden' : styles.who}>
        {message(entry.by === 'copilot' ? 'commonCopilot' : person)}{' '}
        <span aria-hidden="true">·</span> {time}
      </p>
      <p className={styles.text} dir="auto">
        {onPreview ? <Quoted entry={entry} onPreview={onPreview} /> : entry.text}
      </p>
    </div>
  );
}

/** A text whose quotations are buttons that show their place on the page. */
function Quoted({
  entry: { text, quotes = [] },
  onPreview,
}: {
  entry: UtteranceEntry;
  onPreview: EntryEvents['onPreview'];
}) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (const quote of quotes) {
    const at = rest.indexOf(quote.text);
    if (at < 0) continue;
    parts.push(
      rest.slice(0, at),
      <button
        key={quote.text}
        type="button"
        className={styles.quote}
        title={message('commonShowOnPage')}
        onClick={() => onPreview(quote.target)}
        onBlur={() => onPreview(null)}
      >
        {quote.text}
      </button>,
    );
    rest = rest.slice(at + quote.text.length);
  }
  return [...parts, rest];
}

export function QuestionCard({ entry, events }: { entry: QuestionEntry; events: EntryEvents }) {
  const questionId = useId();
  const { options, open, answer } = entry;
  const isTyped = answer !== null && !options.some(({ value }) => value === answer);
  return (
    <div className={styles.card} role="group" aria-labelledby={questionId}>
      <p id={questionId} className={styles.question}>
        {entry.question}
      </p>
      <div className={styles.options}>
        {options.map((option, index) => {
          const isChosen = !open && option.value === answer;
          return (
            <PreviewButton
              key={`${index} ${option.value}`}
              target={option.target}
              onPreview={events.onPreview}
              disabled={!open}
              aria-pressed={open ? undefined : isChosen}
              onClick={() => events.onAnswer(option)}
            >
              {isChosen && <CheckIcon />}
              <span className={styles.label}>{option.label}</span>
            </PreviewButton>
          );
        })}
      </div>
      {isTyped && <p className={styles.hint}>{message('commonQuestionAnswered', answer)}</p>}
      {open && (
        <p className={styles.hint}>
          {message(options.length === 0 ? 'commonQuestionType' : 'commonQuestionChoose')}
        </p>
      )}
    </div>
  );
}
