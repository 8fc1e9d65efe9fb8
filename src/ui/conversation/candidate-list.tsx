import type { RankedCandidate } from '../../core/ranking/candidate.ts';
import { MiddleText } from '../middle-text/middle-text.tsx';
import styles from './candidate-list.module.css';

interface CandidateListProps {
  query: string;
  ranker: string;
  /** Best first. */
  ranked: readonly RankedCandidate[];
}

const SHOWN = 5;

function nameOf({ candidate }: RankedCandidate): string {
  const { name, text, placeholder } = candidate.fields;
  return (
    [name, text, placeholder].find((field) => field !== '') ?? `a ${candidate.role} without a name`
  );
}

/** The parts of a score that count, largest first, in words. */
function describeParts(parts: Record<string, number>): string {
  return Object.entries(parts)
    .filter(([, share]) => Math.abs(share) >= 0.005)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
    .join(' · ');
}

/** Why this element: the best candidates for a phrase, each with its score and what made it. */
export function CandidateList({ query, ranker, ranked }: CandidateListProps) {
  const best = Math.max(...ranked.map((each) => each.score), Number.EPSILON);
  return (
    <>
      <p>
        Best match for “{query}” <span className={styles.faint}>by {ranker}</span>
      </p>
      <ol className={styles.list}>
        {ranked.slice(0, SHOWN).map((each, index) => (
          <li
            className={styles.candidate}
            key={`${String(each.candidate.frameId)} ${each.candidate.uid}`}
          >
            <span className={styles.head}>
              <span className={styles.name} data-chosen={index === 0}>
                <MiddleText text={nameOf(each)} />
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
            <span className={styles.faint}>{describeParts(each.parts)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
