import type { RankedCandidate } from '../../core/ranking/candidate.ts';
import { message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { MiddleText } from '../components/middle-text.tsx';
import { nameRanker } from '../describe-ranker.ts';
import styles from './candidate-list.module.css';
import { describeScoreParts } from './describe-details.ts';
import type { EntryEvents, RankingExplanation } from './entry.ts';
import { previewHandlers } from './preview.ts';

interface CandidateListProps {
  ranking: RankingExplanation;
  /** The chosen candidate's xpath; null when unknown. */
  chosen: string | null;
  events: EntryEvents | null;
}

const MAX_CANDIDATES = 5;

function getCandidateName({ candidate }: RankedCandidate): string {
  const { name, text, placeholder } = candidate.fields;
  return name || text || placeholder || message('commonCandidateUnnamed', candidate.role);
}

/** Why this element: the best candidates for a phrase, each with its score and the parts of the score. */
export function CandidateList({ ranking, chosen, events }: CandidateListProps) {
  const { query, ranker, ranked, action } = ranking;
  const best = Math.max(...ranked.map((each) => each.score), Number.EPSILON);
  return (
    <>
      <p>{message('commonBestMatch', query, nameRanker(ranker))}</p>
      <ol className={styles.list}>
        {ranked.slice(0, MAX_CANDIDATES).map((each) => {
          const { candidate, score, matched, parts } = each;
          const isChosen = candidate.xpath === chosen;
          return (
            <li className={styles.candidate} key={`${candidate.frameId} ${candidate.uid}`}>
              <span className={styles.head}>
                <span className={styles.name} data-chosen={isChosen}>
                  <MiddleText text={getCandidateName(each)} />
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
                  <Button
                    {...previewHandlers(events, candidate)}
                    onClick={() => {
                      events.onPreview(null);
                      events.onCorrect(action, candidate);
                    }}
                  >
                    {message('commonCandidateUse')}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
