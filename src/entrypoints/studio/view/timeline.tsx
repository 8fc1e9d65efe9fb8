import { useCallback, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../../ui/button/button.tsx';
import { ActionCard } from '../../../ui/conversation/action-card.tsx';
import { Utterance } from '../../../ui/conversation/utterance.tsx';
import { describeRate } from '../../../ui/format/agreement.ts';
import { formatCount } from '../../../ui/format/amount.ts';
import { formatSpent } from '../../../ui/format/spending.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { BackIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { WindowedList } from '../../../ui/windowed-list/windowed-list.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { TimelineHops } from './timeline-hops.tsx';
import styles from './timeline.module.css';
import type { SelectedModel, StudioEvents, TimelineEntry } from './view-model.ts';

interface TimelineProps {
  selected: SelectedModel;
  events: StudioEvents;
}

function Item({
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
        <Notice
          {...entry}
          onAction={(actionId) => {
            events.onNoticeAction(entry.id, actionId);
          }}
        />
      );
  }
}

function Turns({ selected, events }: TimelineProps) {
  const { timeline, startedAt } = selected;
  const render = useCallback(
    (entry: TimelineEntry) => <Item entry={entry} origin={startedAt} events={events} />,
    [startedAt, events],
  );
  if (timeline.state === 'loading') return <Skeleton label="Reading the turns" rows={4} />;
  if (timeline.state === 'failed') {
    return (
      <div className={styles.failed}>
        <Notice
          tone="error"
          happened="The turns could not be read."
          kept="Nothing was changed or deleted."
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
          onClick={() => {
            events.onSelect(null);
          }}
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
            <p>{describeRate(timeline.agreement)}</p>
          )}
          {timeline.state === 'ready' && timeline.spending && (
            <p>
              Models took {formatSpent(timeline.spending)} in{' '}
              {formatCount(timeline.spending.questions, 'question')}
            </p>
          )}
          {timeline.state === 'ready' && <TimelineHops lists={timeline.hops} />}
        </div>
      </div>
      <Turns selected={selected} events={events} />
    </>
  );
}
