import { useId } from 'react';
import type { Hop } from '../../core/demonstration/hop.ts';
import { WarningIcon } from '../icons/glyphs.tsx';
import styles from './hops-card.module.css';
import { describeEvidence } from './hops-model.ts';

interface HopRowProps {
  hop: Hop;
  isCurrent: boolean;
  isDoubted: boolean;
  onTick: (done: boolean) => void;
}

export function HopRow({ hop, isCurrent, isDoubted, onTick }: HopRowProps) {
  const id = useId();
  const { text, site, state, evidence } = hop;
  return (
    <li
      className={styles.hop}
      data-state={state}
      data-current={isCurrent}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <input
        id={id}
        type="checkbox"
        checked={state === 'done'}
        onChange={(event) => {
          onTick(event.target.checked);
        }}
      />
      <label htmlFor={id} className={styles.text}>
        {text}
        {site !== null && !text.includes(site) && <span className={styles.site}>{site}</span>}
      </label>
      {evidence && (
        <details className={styles.evidence}>
          <summary>Evidence</summary>
          <p>{describeEvidence(evidence)}</p>
        </details>
      )}
      {isDoubted && state === 'open' && (
        <p className={styles.doubt}>
          <WarningIcon />
          <span>Said to be done, but what was quoted is nowhere to be read.</span>
        </p>
      )}
    </li>
  );
}
