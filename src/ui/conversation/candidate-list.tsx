import type { PageAction } from '../../core/action/action.ts';
import type { Candidate, RankedCandidate } from '../../core/ranking/candidate.ts';
import { Button } from '../components/buttons.tsx';
import { nameRanker } from '../describe-ranker.ts';
import { MiddleText } from '../components/middle-text.tsx';
import styles from './candidate-list.module.css';
import { describeScoreParts } from './describe-details.ts';
import type { EntryEvents, RankingExplanation } from './entry.ts';

interface CandidateListProps {
  ranking: RankingExplanation;
  /** xpath of the candidate that was taken; null when it is not known. */
  chosen: string | null;
  events: EntryEvents | null;
}

const MAX_CANDIDATES = 5;

function getCandidateName({ candidate }: RankedCandidate): string {
  const { name, text, placeholder } = candidate.fields;
  return (
    [name, text, placeholder].find((field) => field !== '') ?? `a ${candidate.role} without a name`
  );
}

interface CorrectButtonProps {
  action: PageAction;
  candidate: Candidate;
  events: EntryEvents;
}

/** Takes this one instead; shown on the page while it is pointed at. */
function CorrectButton({ action, candidate, events }: CorrectButtonProps) {
  const show = () => events.onPreview(candidate);
  const hide = () => events.onPreview(null);
  return (
    <span className={styles.correct}>
      <Button
        onClick={() => {
          hide();
          events.onCorrect(action, candidate);
        }}
        onFocus={show}
        onBlur={hide}
        onPointerEnter={show}
        onPointerLeave={hide}
      >
        Use this instead
      </Button>
    </span>
  );
}

/** Why this element: the best candidates for a phrase, each with its score and what made it. */
export function CandidateList({ ranking: why, chosen, events }: CandidateListProps) {
  const { query, ranker, ranked, action } = why;
  const best = Math.max(...ranked.map((each) => each.score), Number.EPSILON);
  return (
    <>
      <p>
        Best match for “{query}” <span className={styles.faint}>by {nameRanker(ranker)}</span>
      </p>
      <ol className={styles.list}>
        {ranked.slice(0, MAX_CANDIDATES).map((each) => (
          <li
            className={styles.candidate}
            key={`${String(each.candidate.frameId)} ${each.candidate.uid}`}
          >
            <span className={styles.head}>
              <span className={styles.name} data-chosen={each.candidate.xpath === chosen}>
                <MiddleText text={getCandidateName(each)} />
              </span>
              <span className={styles.faint}>{each.candidate.role}</span>
              <span className={styles.score}>{each.score.toFixed(2)}</span>
            </span>
            <span className={styles.bar}>
              <span style={{ width: `${String(Math.max(0, (each.score / best) * 100))}%` }} />
            </span>
            {each.matched.length > 0 && (
              <span className={styles.matched}>
                <span className={styles.faint}>found</span>
                {each.matched.map((word) => (
                  <mark key={word}>{word}</mark>
                ))}
              </span>
            )}
            <span className={styles.faint}>{describeScoreParts(each.parts)}</span>
            {events && action && each.candidate.xpath !== chosen && (
              <CorrectButton action={action} candidate={each.candidate} events={events} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
