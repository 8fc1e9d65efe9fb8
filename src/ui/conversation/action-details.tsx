import type { ReactNode } from 'react';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import styles from './action-details.module.css';
import { CandidateList } from './candidate-list.tsx';
import { describePrompt, describeProof, listReceiptLines } from './describe-details.ts';
import type { ActionEntry, EntryEvents, ModelReply } from './entry.ts';
import { FullScreenshot } from './screenshot-view.tsx';

function Part({ title, children }: { title: MessageName; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{message(title)}</h3>
      {children}
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => (
        <li key={`${index} ${line}`}>{line}</li>
      ))}
    </ul>
  );
}

interface ActionDetailsProps {
  entry: ActionEntry;
  events: EntryEvents | undefined;
}

/** The evidence behind an action: the page before and after, why this element, what changed, how that is known. */
export function ActionDetailsView({ entry, events }: ActionDetailsProps) {
  const { screenshot, effect } = entry.details;
  const after = effect?.screenshot;
  return (
    <div className={styles.details}>
      {screenshot?.status === 'kept' && (
        <FullScreenshot
          shot={screenshot}
          // Where the target is in the picture from before the action.
          box={entry.screenshot.status === 'kept' ? entry.screenshot.box : null}
          alt={message('commonDetailsBefore')}
        />
      )}
      {after?.status === 'kept' && (
        <Part title="commonDetailsAfter">
          <FullScreenshot shot={after} alt={message('commonDetailsAfter')} />
        </Part>
      )}
      <ActionFacts entry={entry} events={events} />
    </div>
  );
}

/** The evidence in words. `isProofSaid`: a finding beside it says what is wrong with the screenshot. */
export function ActionFacts({
  entry,
  events,
  isProofSaid = false,
}: ActionDetailsProps & { isProofSaid?: boolean }) {
  const { ranking, promptSummary, reply, receipt, target, screenshot, effect, url } = entry.details;
  const after = effect?.screenshot;
  return (
    <div className={styles.facts}>
      {screenshot && !isProofSaid && (
        <Part title="commonDetailsProof">{describeProof(screenshot)}</Part>
      )}
      {after?.status === 'missing' && (
        <Part title="commonDetailsAfter">{message('commonDetailsNoAfter', after.reason)}</Part>
      )}
      {receipt && (
        <Part title="commonDetailsChanges">
          <Lines lines={listReceiptLines(receipt)} />
        </Part>
      )}
      {ranking && (
        <Part title="commonDetailsRanking">
          <CandidateList ranking={ranking} chosen={target?.xpath ?? null} events={events} />
        </Part>
      )}
      {promptSummary && (
        <Part title="commonDetailsPrompt">
          <Lines lines={describePrompt(promptSummary)} />
        </Part>
      )}
      {reply && (
        <Part title="commonDetailsReply">
          <ModelReplyView reply={reply} />
        </Part>
      )}
      {target && (
        <Part title="commonDetailsTarget">
          <p>
            {target.name || message('commonDetailsNoName')}{' '}
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

/** What a model wrote, letter by letter, and how it was read. */
export function ModelReplyView({ reply }: { reply: ModelReply }) {
  const { text, usage, shownMemories, correction } = reply;
  return (
    <div className={styles.reply}>
      {/* CSS reverses the column, so that the browser keeps the newest line in view. */}
      <div className={styles.window}>
        <pre>{text}</pre>
      </div>
      {[correction, shownMemories, usage].map(
        (line) => line !== undefined && <p key={line}>{line}</p>,
      )}
    </div>
  );
}
