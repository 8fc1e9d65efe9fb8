import { useLayoutEffect, useRef } from 'react';
import type { Hop, RecordedHops } from '../../../core/demonstration/hops.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { ReadFailure } from '../../../ui/components/notice.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';
import { describeAgreementRate } from '../../../ui/describe-ranker.ts';
import { formatDay, formatTokenUsage } from '../../../ui/format.ts';
import { describeEvidence, describeProgress } from '../../../ui/hops/hops-model.ts';
import type { SelectedModel, StudioEvents } from '../studio-model.ts';
import { AboutForm } from './about-form.tsx';
import { ReviewPanes } from './review-panes.tsx';
import styles from './review.module.css';

interface ReviewProps {
  selected: SelectedModel;
  events: StudioEvents;
}

type ReadyTimeline = Extract<SelectedModel['timeline'], { state: 'ready' }>;

function ReviewBody({ selected, events }: ReviewProps) {
  const { timeline, startedAt } = selected;
  if (timeline.state === 'loading') {
    return <Skeleton label={message('studioReadingTurns')} rows={4} />;
  }
  if (timeline.state === 'failed') {
    return (
      <div className={styles.failed}>
        <ReadFailure
          happened={message('studioTurnsFailed')}
          saved={message('commonReadFailureSaved')}
          reason={timeline.message}
          onRetry={events.onRetry}
        />
      </div>
    );
  }
  return (
    <ReviewPanes
      timeline={timeline}
      page={selected.page}
      film={selected.film}
      startedAt={startedAt}
      startsAtFinding={selected.startsAtFinding}
      events={events}
    />
  );
}

/** One demonstration: what it is about, its turns, and the active turn in full. */
export function Review({ selected, events }: ReviewProps) {
  const { timeline, title, startedAt } = selected;
  const back = useRef<HTMLButtonElement>(null);

  // The review takes the library's place, which had the focus.
  useLayoutEffect(() => {
    if (!document.activeElement?.checkVisibility()) back.current?.focus();
  }, []);

  return (
    <>
      <div className={styles.head}>
        <IconButton
          ref={back}
          label={message('studioBack')}
          icon={<BackIcon />}
          onClick={() => events.onSelect(null)}
        />
        <div className={styles.title}>
          <h2>
            <MiddleText text={title} />
          </h2>
          <p>
            {formatDay(startedAt)}
            {timeline.state === 'ready' && ` · ${countMessage('turnCount', timeline.items.length)}`}
          </p>
          {timeline.state === 'ready' && <ReviewFacts timeline={timeline} />}
        </div>
      </div>
      {timeline.state === 'ready' && (
        <AboutForm
          form={timeline.form}
          asked={timeline.asked}
          disabled={timeline.isRecording}
          onDescribe={events.onDescribe}
        />
      )}
      <ReviewBody selected={selected} events={events} />
    </>
  );
}

function ReviewFacts({
  timeline: { items, agreement, spending, hops },
}: {
  timeline: ReadyTimeline;
}) {
  const late = items.filter(
    ({ entry }) => entry.kind === 'action' && entry.state === 'late-screenshot',
  ).length;
  return (
    <>
      {late > 0 && <p>{countMessage('studioLate', late)}</p>}
      {agreement && <p>{describeAgreementRate(agreement)}</p>}
      {spending && (
        <p>
          {message(
            'studioModelUse',
            formatTokenUsage(spending),
            countMessage('studioQuestions', spending.questions),
          )}
        </p>
      )}
      {hops.map((list, at) => (
        <HopList key={at} list={list} />
      ))}
    </>
  );
}

function describeHop({ text, site }: Hop): string {
  return site === null || text.includes(site) ? text : message('studioHopOnSite', text, site);
}

/** The copilot's hops, each with its evidence. */
function HopList({ list }: { list: RecordedHops }) {
  return (
    <details className={styles.hops}>
      <summary>{message('studioHops', describeProgress(list))}</summary>
      <ol>
        {list.hops.map((hop) => (
          <li key={hop.id}>
            {describeHop(hop)}
            <span className={styles.evidence}>
              {hop.evidence ? describeEvidence(hop.evidence) : message('studioNoEvidence')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
