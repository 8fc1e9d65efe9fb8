import { message } from '../../messages/message.ts';
import { MiddleText } from '../components/middle-text.tsx';
import { nameRanker } from '../describe-ranker.ts';
import styles from './candidate-list.module.css';
import { describeScoreParts } from './describe-details.ts';
import type { EntryEvents, RankingExplanation } from './entry.ts';
import { PreviewButton } from './preview-button.tsx';

interface CandidateListProps {
  ranking: RankingExplanation;
  /** The chosen candidate's xpath; null when unknown. */
  chosen: string | null;
  events?: EntryEvents | undefined;
}

const MAX_CANDIDATES = 5;

/** The best candidates for a phrase, each with its score and the parts of the score. */
export function CandidateList({ ranking, chosen, events }: CandidateListProps) {
  const { query, ranker, ranked, action } = ranking;
  const best = Math.max(...ranked.map((each) => each.score), Number.EPSILON);
  return (
    <>
      <p>{message('commonBestMatch', query, nameRanker(ranker))}</p>
      <ol className={styles.list}>
        {ranked.slice(0, MAX_CANDIDATES).map(({ candidate, score, matched, parts }) => {
          const { name, text, placeholder } = candidate.fields;
          const unnamed = message('commonCandidateUnnamed', candidate.role);
          const isChosen = candidate.xpath === chosen;
          return (
            <li className={styles.candidate} key={`${candidate.frameId} ${candidate.uid}`}>
              <span className={styles.head}>
                <span className={styles.name} data-chosen={isChosen}>
                  <MiddleText text={name || text || placeholder || unnamed} />
                </span>
                <span className={styles.faint}>{candidate.role}</span>
                <span className={styles.score}>{score.toFixed(2)}</span>
              </span>
              <span className={styles.bar}>
                <span style={{ width: `${Math.max(0, (score / best) * 100)}%` }} />
              </span>
              {matched.length > 0 && (
                <span className={styles.matched}>
                  <span className={styles.faint}>{message('commonCandidateFound')}</span>
                  {matched.map((word) => (
                    <mark key={word}>{word}</mark>
                  ))}
                </span>
              )}
              <span className={styles.faint}>{describeScoreParts(parts)}</span>
              {events && action && !isChosen && (
                <span className={styles.correct}>
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
