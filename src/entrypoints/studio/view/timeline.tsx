import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RecordedHops } from '../../../core/demonstration/hops.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';
import { WindowedList } from '../../../ui/components/windowed-list.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterances.tsx';
import { describeAgreementRate } from '../../../ui/describe-ranker.ts';
import { formatCount, formatDay, formatTokenUsage } from '../../../ui/format.ts';
import { describeEvidence, describeProgress } from '../../../ui/hops/hops-model.ts';
import type { SelectedModel, StudioEvents, TimelineEntry } from '../studio-model.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  selected: SelectedModel;
  events: StudioEvents;
}

function TimelineItem({
  entry,
  origin,
  events,
}: {
  entry: TimelineEntry;
  origin: number;
  events: StudioEvents;
}) {
  switch (entry.kind) {
    case 'utterance':
      return <Utterance entry={entry} origin={origin} />;
    case 'action':
      return <ActionCard entry={entry} origin={origin} />;
    case 'notice':
      return (
        <Notice {...entry} onAction={(actionId) => events.onNoticeAction(entry.id, actionId)} />
      );
  }
}

function TurnList({ selected, events }: TimelineProps) {
  const { timeline, startedAt } = selected;
  const render = useCallback(
    (entry: TimelineEntry) => <TimelineItem entry={entry} origin={startedAt} events={events} />,
    [startedAt, events],
  );
  if (timeline.state === 'loading') return <Skeleton label="Reading the turns" rows={4} />;
  if (timeline.state === 'failed') {
    return (
      <div className={styles.failed}>
        <Notice
          tone="error"
          happened="The turns could not be read."
          saved="Nothing was changed or deleted."
          next={timeline.message}
          actions={[{ id: 'retry', label: 'Read again' }]}
          onAction={events.onRetry}
          role="alert"
        />
      </div>
    );
  }
  if (timeline.entries.length === 0) {
    return <p className={styles.none}>Nothing was said or done while this was recorded.</p>;
  }
  return (
    <div className={styles.list}>
      <WindowedList items={timeline.entries} render={render} startsAtEnd={false} />
    </div>
  );
}

/** The turns of one demonstration, to be read. */
export function Timeline({ selected, events }: TimelineProps) {
  const { timeline } = selected;
  const back = useRef<HTMLButtonElement>(null);

  // Where space is short the list is not shown meanwhile, and cannot keep the focus.
  useLayoutEffect(() => {
    if (!document.activeElement?.checkVisibility()) back.current?.focus();
  }, []);

  return (
    <>
      <div className={styles.head}>
        <IconButton
          ref={back}
          label="Back to the list"
          icon={<BackIcon />}
          onClick={() => events.onSelect(null)}
        />
        <div className={styles.title}>
          <h2>
            <MiddleText text={selected.title} />
          </h2>
          <p>
            {formatDay(selected.startedAt)}
            {timeline.state === 'ready' && ` · ${formatCount(timeline.entries.length, 'turn')}`}
          </p>
          {timeline.state === 'ready' && timeline.agreement && (
            <p>{describeAgreementRate(timeline.agreement)}</p>
          )}
          {timeline.state === 'ready' && timeline.spending && (
            <p>
              Models took {formatTokenUsage(timeline.spending)} in{' '}
              {formatCount(timeline.spending.questions, 'question')}
            </p>
          )}
          {timeline.state === 'ready' && <TimelineHops lists={timeline.hops} />}
        </div>
      </div>
      <TurnList selected={selected} events={events} />
    </>
  );
}

/** What the copilot worked off, and what showed that each was done. */
function TimelineHops({ lists }: { lists: readonly RecordedHops[] }) {
  return lists.map((list, at) => (
    <details key={at} className={styles.hops}>
      <summary>Hops: {describeProgress(list)}</summary>
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
