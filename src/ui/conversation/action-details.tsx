import type { ReactNode } from 'react';
import type { ActionEffect } from '../../core/demonstration/demonstration.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import styles from './action-details.module.css';
import { CandidateList } from './candidate-list.tsx';
import { describePrompt, describeProof, listReceiptLines } from './describe-details.ts';
import type { ActionEntry, EntryEvents } from './entry.ts';
import { FullScreenshot } from './screenshot-view.tsx';

function Part({ title, children }: { title: MessageName; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{message(title)}</h3>
      {children}
    </section>
  );
}

function LinesPart({ title, lines }: { title: MessageName; lines: readonly string[] }) {
  return (
    <Part title={title}>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}

/** The page after the action took effect. */
function EffectPart({ effect: { screenshot } }: { effect: ActionEffect }) {
  if (screenshot.status === 'pending') return null;
  return (
    <Part title="commonDetailsAfter">
      {screenshot.status === 'missing' ? (
        <p>{message('commonDetailsNoAfter', screenshot.reason)}</p>
      ) : (
        <FullScreenshot shot={{ ...screenshot, box: null }} alt={message('commonDetailsAfter')} />
      )}
    </Part>
  );
}

interface ActionDetailsProps {
  entry: ActionEntry;
  events: EntryEvents | null;
}

/** The evidence behind an action: the page before, why this element, what changed, how that is known. */
export function ActionDetailsView({ entry, events }: ActionDetailsProps) {
  const { ranking, promptSummary, receipt, target, screenshot, effect, url } = entry.details;
  return (
    <div className={styles.details}>
      {entry.screenshot.status === 'kept' && (
        <FullScreenshot shot={entry.screenshot} alt={message('commonDetailsBefore')} />
      )}
      {screenshot !== null && (
        <Part title="commonDetailsProof">
          <p>{describeProof(screenshot)}</p>
        </Part>
      )}
      {effect && <EffectPart effect={effect} />}
      {receipt !== null && (
        <LinesPart title="commonDetailsChanges" lines={listReceiptLines(receipt)} />
      )}
      {ranking !== null && (
        <Part title="commonDetailsRanking">
          <CandidateList ranking={ranking} chosen={target?.xpath ?? null} events={events} />
        </Part>
      )}
      {promptSummary && (
        <LinesPart title="commonDetailsPrompt" lines={describePrompt(promptSummary)} />
      )}
      {target !== null && (
        <Part title="commonDetailsTarget">
          <p>
            {target.name === '' ? message('commonDetailsNoName') : target.name}{' '}
            <span className={styles.faint}>
              {target.role} · {target.tag}
            </span>
          </p>
          <p className={styles.code}>{target.xpath}</p>
        </Part>
      )}
      {url !== null && (
        <Part title="commonDetailsPage">
          <p className={styles.code}>{url}</p>
        </Part>
      )}
    </div>
  );
}
