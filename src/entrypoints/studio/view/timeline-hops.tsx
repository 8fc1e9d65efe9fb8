import type { KeptHops } from '../../../core/demonstration/kept-hops.ts';
import { countDone, describeEvidence } from '../../../ui/hops/hops-model.ts';
import styles from './timeline-hops.module.css';

/** What the copilot worked off, and what showed that each was done. */
export function TimelineHops({ lists }: { lists: readonly KeptHops[] }) {
  return lists.map((list, at) => (
    <details key={at} className={styles.hops}>
      <summary>Hops: {countDone(list)}</summary>
      <ol>
        {list.hops.map(({ id, text, site, evidence }) => (
          <li key={id}>
            {text}
            {site !== null && !text.includes(site) && ` (${site})`}
            <span className={styles.evidence}>
              {evidence ? describeEvidence(evidence) : 'Nothing showed that it was done.'}
            </span>
          </li>
        ))}
      </ol>
    </details>
  ));
}
