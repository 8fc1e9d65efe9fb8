import { useId } from 'react';
import type {
  PermissionChoice,
  PermissionDecision,
} from '../../core/navigator/rules/conditions.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { CheckIcon, RefusedIcon, StopIcon, WarningIcon } from '../components/icons.tsx';
import styles from './approval-card.module.css';
import type { ApprovalEntry, EntryEvents } from './entry.ts';
import { splitVerb } from './entry.ts';

const ANSWERS: Record<NonNullable<ApprovalEntry['answer']>, MessageName> = {
  once: 'commonApprovedOnce',
  task: 'commonApprovedTask',
  always: 'commonApprovedAlways',
  deny: 'commonApprovalDenied',
  stopped: 'commonApprovalStopped',
  takenBack: 'commonApprovalRevoked',
  withdrawn: 'commonApprovalWithdrawn',
};

const FULL_TEXTS: Record<ApprovalEntry['fullTexts'][number]['what'], MessageName> = {
  text: 'commonApprovalFullText',
  name: 'commonApprovalFullName',
};

function labelChoice(choice: PermissionChoice, host: string): string {
  if (choice === 'once') return message('commonApprovalOnce');
  if (choice === 'task') return message('commonApprovalTask');
  return host === '' ? message('commonApprovalAlways') : message('commonApprovalAlwaysOn', host);
}

interface ApprovalCardProps {
  entry: ApprovalEntry;
  events: EntryEvents;
}

/** An action that waits for the user's permission, and then the answer. */
export function ApprovalCard({ entry, events }: ApprovalCardProps) {
  const titleId = useId();
  const isOpen = entry.answer === null;
  const { verb, rest } = splitVerb(
    isOpen ? message('commonApprovalQuestion', entry.description) : entry.description,
  );
  return (
    <div className={styles.card} role="group" aria-labelledby={titleId} data-open={isOpen}>
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
      {entry.answer === null ? (
        <Choices entry={entry} events={events} />
      ) : (
        <Answer answer={entry.answer} onRevoke={() => events.onRevoke(entry.turnId)} />
      )}
    </div>
  );
}

/** Allow once and deny first, then the lasting permissions. */
function Choices({ entry, events }: ApprovalCardProps) {
  const lasting = entry.choices.filter((choice) => choice !== 'once');
  const decide = (decision: PermissionDecision) => () => events.onDecide(entry.turnId, decision);
  return (
    <>
      <div className={styles.choices}>
        {entry.choices.includes('once') && (
          <Button variant="primary" onClick={decide('once')}>
            {labelChoice('once', entry.host)}
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
              <span className={styles.label}>{labelChoice(choice, entry.host)}</span>
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

function Answer({ answer, onRevoke }: AnswerProps) {
  const isYes = answer === 'once' || answer === 'task' || answer === 'always';
  return (
    <p className={styles.answer} data-answer={answer}>
      {answer === 'deny' && <RefusedIcon />}
      {isYes ? <CheckIcon /> : answer !== 'deny' && <StopIcon />}
      {message(ANSWERS[answer])}
      {answer === 'task' && (
        <Button variant="quiet" onClick={onRevoke}>
          {message('commonApprovalRevoke')}
        </Button>
      )}
    </p>
  );
}
