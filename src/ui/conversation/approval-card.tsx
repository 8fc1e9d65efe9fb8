import { useId } from 'react';
import type {
  PermissionChoice,
  PermissionDecision,
} from '../../core/navigator/rules/conditions.ts';
import { Button } from '../components/buttons.tsx';
import { CheckIcon, RefusedIcon, StopIcon, WarningIcon } from '../components/icons.tsx';
import styles from './approval-card.module.css';
import type { ApprovalEntry, EntryEvents } from './entry.ts';
import { splitVerb } from './entry.ts';

const CHOICE_LABELS: Record<PermissionChoice, (host: string) => string> = {
  once: () => 'Allow once',
  task: () => 'For this task',
  always: (host) => (host === '' ? 'Always' : `Always on ${host}`),
};

const ANSWER_LABELS: Record<NonNullable<ApprovalEntry['answer']>, string> = {
  once: 'Allowed this once',
  task: 'Allowed for this task',
  always: 'Always allowed there; take it back in Settings',
  deny: 'Not allowed, so it was not done',
  stopped: 'Stopped, so it was not done',
  takenBack: 'Allowed for this task, until you took it back',
  withdrawn: 'You took over before answering, so it was not done',
};

const FULL_TEXT_LABELS: Record<ApprovalEntry['fullTexts'][number]['what'], string> = {
  text: 'All of the text:',
  name: 'The whole name:',
};

/** An action that waits for the user, and afterwards what they answered. */
export function ApprovalCard({ entry, events }: { entry: ApprovalEntry; events: EntryEvents }) {
  const titleId = useId();
  const { verb, rest } = splitVerb(entry.description);
  return (
    <div
      className={styles.card}
      role="group"
      aria-labelledby={titleId}
      data-open={entry.answer === null}
    >
      <p className={styles.title} id={titleId}>
        {entry.answer === null && <WarningIcon />}
        <span>
          <b>{verb}</b>
          {rest}
          {entry.answer === null && '?'}
        </span>
      </p>
      {entry.fullTexts.map(({ what, words }) => (
        <p key={what} className={styles.whole}>
          <b>{FULL_TEXT_LABELS[what]}</b> {words}
        </p>
      ))}
      <p className={styles.reason}>{entry.reason}</p>
      {entry.answer === null ? (
        <Choices entry={entry} events={events} />
      ) : (
        <Answer answer={entry.answer} onRevoke={() => events.onRevoke(entry.turnId)} />
      )}
    </div>
  );
}

/** Yes and no first, then what holds for longer. */
function Choices({ entry, events }: { entry: ApprovalEntry; events: EntryEvents }) {
  const lasting = entry.choices.filter((choice) => choice !== 'once');
  const decide = (decision: PermissionDecision) => () => events.onDecide(entry.turnId, decision);
  return (
    <>
      <div className={styles.choices}>
        {entry.choices.includes('once') && (
          <Button variant="primary" onClick={decide('once')}>
            {CHOICE_LABELS.once(entry.host)}
          </Button>
        )}
        <Button variant="danger" onClick={decide('deny')}>
          Don’t allow
        </Button>
      </div>
      {lasting.length > 0 && (
        <div className={styles.choices}>
          {lasting.map((choice) => (
            <Button key={choice} onClick={decide(choice)}>
              <span className={styles.label}>{CHOICE_LABELS[choice](entry.host)}</span>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface AnswerProps {
  answer: NonNullable<ApprovalEntry['answer']>;
  onRevoke: () => void;
}

function Answer({ answer, onRevoke: onTakeBack }: AnswerProps) {
  const isYes = answer === 'once' || answer === 'task' || answer === 'always';
  return (
    <p className={styles.answer} data-answer={answer}>
      {answer === 'deny' && <RefusedIcon />}
      {isYes ? <CheckIcon /> : answer !== 'deny' && <StopIcon />}
      {ANSWER_LABELS[answer]}
      {answer === 'task' && (
        <Button variant="quiet" onClick={onTakeBack}>
          Take back
        </Button>
      )}
    </p>
  );
}
