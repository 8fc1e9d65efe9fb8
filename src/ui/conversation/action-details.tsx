import type { ReactNode } from 'react';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import styles from './action-details.module.css';
import {
  describePrompt,
  describeProof,
  listReceiptLines,
  describeScoreParts,
} from './describe-details.ts';
import type { ActionEntry, EntryEvents, ModelReply, RankingExplanation } from './entry.ts';
import { FullScreenshot } from './screenshot-view.tsx';
import { MiddleText } from '../components/middle-text.tsx';
import { nameRanker } from '../describe-ranker.ts';
import listStyles from './candidate-list.module.css';
import { PreviewButton } from './preview-button.tsx';

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

interface CandidateListProps {
  ranking: RankingExplanation;
  /** The chosen candidate's xpath; null when unknown. */
  chosen: string | null;
  events?: EntryEvents | undefined;
}

const MAX_CANDIDATES = 5;

/** The best candidates for a phrase, each with its score and the parts of the score. */
function CandidateList({ ranking, chosen, events }: CandidateListProps) {
  const { query, ranker, ranked, action } = ranking;
  const best = Math.max(...ranked.map((each) => each.score), Number.EPSILON);
  return (
    <>
      <p>{message('commonBestMatch', query, nameRanker(ranker))}</p>
      <ol className={listStyles.list}>
        {ranked.slice(0, MAX_CANDIDATES).map(({ candidate, score, matched, parts }) => {
          const { name, text, placeholder } = candidate.fields;
          const unnamed = message('commonCandidateUnnamed', candidate.role);
          const isChosen = candidate.xpath === chosen;
          return (
            <li className={listStyles.candidate} key={`${candidate.frameId} ${candidate.uid}`}>
              <span className={listStyles.head}>
                <span className={listStyles.name} data-chosen={isChosen}>
                  <MiddleText text={name || text || placeholder || unnamed} />
                </span>
                <span className={listStyles.faint}>{candidate.role}</span>
                <span className={listStyles.score}>{score.toFixed(2)}</span>
              </span>
              <span className={listStyles.bar}>
                <span style={{ width: `${Math.max(0, (score / best) * 100)}%` }} />
              </span>
              {matched.length > 0 && (
                <span className={listStyles.matched}>
                  <span className={listStyles.faint}>{message('commonCandidateFound')}</span>
                  {matched.map((word) => (
                    <mark key={word}>{word}</mark>
                  ))}
                </span>
              )}
              <span className={listStyles.faint}>{describeScoreParts(parts)}</span>
              {events && action && !isChosen && (
                <span className={listStyles.correct}>
                  <PreviewButton
                    target={candidate}
                    onPreview={events.onPreview}
                    onClick={() => events.onCorrect(action, candidate)}
                  >
                    {message('commonCandidateUse')}
                  </PreviewButton>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
