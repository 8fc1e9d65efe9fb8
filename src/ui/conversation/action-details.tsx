import type { ReactNode } from 'react';
import styles from './action-details.module.css';
import { CandidateList } from './candidate-list.tsx';
import { describeProof, listReceiptLines, describePrompt } from './describe-details.ts';
import type { ActionEntry, EntryEvents } from './entry.ts';
import { FullScreenshot } from './screenshot-view.tsx';
import type { ActionEffect } from '../../core/demonstration/demonstration.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The page once the action had had its effect. */
function EffectPart({ effect: { screenshot } }: { effect: ActionEffect }) {
  if (screenshot.status === 'pending') return null;
  if (screenshot.status === 'missing') {
    return (
      <Part title="Afterwards">
        <p>There is no screenshot of the page afterwards: {screenshot.reason}.</p>
      </Part>
    );
  }
  const { image, width, height } = screenshot;
  return (
    <Part title="Afterwards">
      <FullScreenshot
        shot={{ status: 'kept', image, width, height, box: null }}
        alt="The page after the action"
      />
    </Part>
  );
}

/** The evidence behind an action: what was seen, why this element, what changed, how that is known. */
export function ActionDetailsView({
  entry,
  events,
}: {
  entry: ActionEntry;
  events: EntryEvents | null;
}) {
  const {
    ranking: why,
    promptSummary: shown,
    receipt,
    target,
    screenshot,
    effect,
    url,
  } = entry.details;
  return (
    <div className={styles.details}>
      {entry.screenshot.status === 'kept' && (
        <FullScreenshot
          shot={entry.screenshot}
          alt="The page before the action, with its target outlined"
        />
      )}
      {screenshot !== null && (
        <Part title="How the screenshot is known">
          <p>{describeProof(screenshot)}</p>
        </Part>
      )}
      {effect && <EffectPart effect={effect} />}
      {receipt !== null && (
        <Part title="What changed">
          <ul className={styles.lines}>
            {listReceiptLines(receipt).map((line, index) => (
              <li key={`${String(index)} ${line}`}>{line}</li>
            ))}
          </ul>
        </Part>
      )}
      {why !== null && (
        <Part title="Why this element">
          <CandidateList
            ranking={why}
            chosen={entry.details.target?.xpath ?? null}
            events={events}
          />
        </Part>
      )}
      {shown && (
        <Part title="What the model was shown">
          <ul className={styles.lines}>
            {describePrompt(shown).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
      )}
      {target !== null && (
        <Part title="Target">
          <p>
            {target.name === '' ? 'No name' : target.name}{' '}
            <span className={styles.faint}>
              {target.role} · {target.tag}
            </span>
          </p>
          <p className={styles.code}>{target.xpath}</p>
        </Part>
      )}
      {url !== null && (
        <Part title="Page">
          <p className={styles.code}>{url}</p>
        </Part>
      )}
    </div>
  );
}
