import { useId } from 'react';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { CheckIcon, RefusedIcon, StopIcon, WarningIcon } from '../components/icons.tsx';
import styles from './approval-card.module.css';
import type { ApprovalEntry, EntryEvents } from './entry.ts';
import { splitVerb } from './entry.ts';

type ApprovalAnswer = NonNullable<ApprovalEntry['answer']>;

const ANSWERS: Record<ApprovalAnswer, { label: MessageName; Icon: typeof CheckIcon }> = {
  once: { label: 'commonApprovedOnce', Icon: CheckIcon },
  task: { label: 'commonApprovedTask', Icon: CheckIcon },
  always: { label: 'commonApprovedAlways', Icon: CheckIcon },
  deny: { label: 'commonApprovalDenied', Icon: RefusedIcon },
  stopped: { label: 'commonApprovalStopped', Icon: StopIcon },
  takenBack: { label: 'commonApprovalRevoked', Icon: StopIcon },
  withdrawn: { label: 'commonApprovalWithdrawn', Icon: StopIcon },
};

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
  const { verb, rest } = splitVerb(
    isOpen ? message('commonApprovalQuestion', description) : description,
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
      {isOpen ? (
        <Choices entry={entry} events={events} />
      ) : (
        <Answer answer={answer} onRevoke={() => events.onRevoke(entry.turnId)} />
      )}
    </div>
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

function Answer({ answer, onRevoke }: { answer: ApprovalAnswer; onRevoke: () => void }) {
  const { label, Icon } = ANSWERS[answer];
  return (
    <p className={styles.answer} data-answer={answer}>
      <Icon />
      {message(label)}
      {answer === 'task' && (
        <Button variant="quiet" onClick={onRevoke}>
          {message('commonApprovalRevoke')}
        </Button>
      )}
    </p>
  );
}
