import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { CheckIcon, RefusedIcon, StopIcon, WarningIcon } from '../components/icons.tsx';
import styles from './approval-card.module.css';
import type { ApprovalEntry, EntryEvents } from './entry.ts';
import { splitVerb } from './entry.ts';

const ANSWERS = {
  once: { label: 'commonApprovedOnce', icon: <CheckIcon /> },
  task: { label: 'commonApprovedTask', icon: <CheckIcon /> },
  always: { label: 'commonApprovedAlways', icon: <CheckIcon /> },
  deny: { label: 'commonApprovalDenied', icon: <RefusedIcon /> },
  stopped: { label: 'commonApprovalStopped', icon: <StopIcon /> },
  takenBack: { label: 'commonApprovalRevoked', icon: <StopIcon /> },
  withdrawn: { label: 'commonApprovalWithdrawn', icon: <StopIcon /> },
} as const;

const FULL_TEXTS = { text: 'commonApprovalFullText', name: 'commonApprovalFullName' } as const;

interface ApprovalCardProps {
  entry: ApprovalEntry;
  events: EntryEvents;
}

/** An action that waits for the user's permission, and then the answer. */
export function ApprovalCard({ entry, events }: ApprovalCardProps) {
  const titleId = useId();
  const { answer, description } = entry;
  const isOpen = answer === null;
  const card = useRef<HTMLDivElement>(null);
  // On the card and not on a button, so that a key pressed for something else can't allow anything.
  useEffect(() => {
    if (isOpen) card.current?.focus();
  }, [isOpen]);
  const { verb, rest } = splitVerb(
    isOpen ? message('commonApprovalQuestion', description) : description,
  );
  // The step itself follows.
  if (answer === 'once' || answer === 'task' || answer === 'always') {
    return (
      <div role="group" aria-label={description}>
        <Answer answer={answer} onRevoke={() => events.onRevoke(entry.turnId)}>
          <span className={styles.allowed}>{description}</span>
        </Answer>
      </div>
    );
  }
  return (
    <div
      ref={card}
      className={styles.card}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      data-open={isOpen}
    >
      <p className={styles.title} id={titleId}>
        {isOpen && <WarningIcon />}
        <span>
          <b>{verb}</b>
          {rest}
        </span>
      </p>
      {entry.fullTexts.map(({ what, words }) => (
        <p key={what} className={styles.whole}>
          <b>{message(FULL_TEXTS[what])}</b> {words}
        </p>
      ))}
      <p className={styles.reason}>{entry.reason}</p>
      {answer === null ? (
        <Choices entry={entry} events={events} />
      ) : (
        <Answer answer={answer} onRevoke={() => events.onRevoke(entry.turnId)} />
      )}
    </div>
  );
}

interface AnswerProps {
  answer: keyof typeof ANSWERS;
  onRevoke: () => void;
  children?: ReactNode;
}

function Answer({ answer, onRevoke, children }: AnswerProps) {
  return (
    <p className={styles.answer} data-answer={answer}>
      {ANSWERS[answer].icon}
      {message(ANSWERS[answer].label)}
      {children}
      {answer === 'task' && (
        <Button variant="quiet" onClick={onRevoke}>
          {message('commonApprovalRevoke')}
        </Button>
      )}
    </p>
  );
}

/** Allow once and deny first, then the lasting permissions. */
function Choices({ entry: { turnId, host, choices }, events }: ApprovalCardProps) {
  const decide = (decision: PermissionDecision) => () => events.onDecide(turnId, decision);
  const always =
    host === '' ? message('commonApprovalAlways') : message('commonApprovalAlwaysOn', host);
  const lasting = choices.filter((choice) => choice !== 'once');
  return (
    <>
      <div className={styles.choices}>
        {choices.includes('once') && (
          <Button variant="primary" onClick={decide('once')}>
            {message('commonApprovalOnce')}
          </Button>
        )}
        <Button variant="danger" onClick={decide('deny')}>
          {message('commonApprovalDeny')}
        </Button>
      </div>
      {lasting.length > 0 && (
        <div className={styles.choices}>
          {lasting.map((choice) => (
            <Button key={choice} onClick={decide(choice)}>
              <span className={styles.label}>
                {choice === 'task' ? message('commonApprovalTask') : always}
              </span>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
