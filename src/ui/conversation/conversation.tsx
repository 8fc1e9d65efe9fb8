import type { ReactNode, Ref } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { ArrowDownIcon } from '../icons/glyphs.tsx';
import { Notice } from '../notice/notice.tsx';
import type { WindowedListHandle } from '../windowed-list/windowed-list.tsx';
import { WindowedList } from '../windowed-list/windowed-list.tsx';
import { ActionCard } from './action-card.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { announceChanges } from './announce.ts';
import styles from './conversation.module.css';
import type { Entry, EntryEvents } from './entry.ts';
import { QuestionCard } from './question-card.tsx';
import { Thinking } from './thinking.tsx';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import { Utterance } from './utterance.tsx';

interface ConversationProps {
  entries: readonly Entry[];
  /** Epoch ms of the demonstration's start, which times are counted from; null shows the clock. */
  origin: number | null;
  events: EntryEvents;
  /** Shown while there are no entries. */
  empty: ReactNode;
  ref?: Ref<WindowedListHandle>;
}

interface EntryProps {
  entry: Entry;
  origin: number | null;
  events: EntryEvents;
}

function EntryItem({ entry, origin, events }: EntryProps) {
  switch (entry.kind) {
    case 'utterance':
      return <Utterance entry={entry} origin={origin} />;
    case 'action':
      return <ActionCard entry={entry} origin={origin} events={events} />;
    case 'question':
      return <QuestionCard entry={entry} events={events} />;
    case 'approval':
      return <ApprovalCard entry={entry} events={events} />;
    case 'thinking':
      return <Thinking entry={entry} />;
    case 'notice':
      return (
        <Notice
          tone={entry.tone}
          happened={entry.happened}
          kept={entry.kept}
          next={entry.next}
          actions={entry.actions}
          onAction={(actionId) => {
            events.onNoticeAction(entry.id, actionId);
          }}
        />
      );
  }
}

function findOwnLatest(entries: readonly Entry[]): string | null {
  const own = entries.findLast((entry) => entry.kind === 'utterance' && entry.by === 'person');
  return own?.id ?? null;
}

/** Ms without a change after which it is told what is new, so that what is still typed is told once. */
const QUIET = 600;
/** Ms after which it is told though the list still changes. */
const LONGEST_WAIT = 3000;

interface Announcement {
  text: string;
  /** Two alike in a row are both to be heard. */
  count: number;
}

/** What was new when the list last came to rest; nothing at first, when all of it is old. */
function useAnnouncement(entries: readonly Entry[]): Announcement {
  const told = useRef(entries);
  const since = useRef<number | null>(null);
  const [news, setNews] = useState<Announcement>({ text: '', count: 0 });
  useEffect(() => {
    if (told.current === entries) return;
    since.current ??= performance.now();
    const left = LONGEST_WAIT - (performance.now() - since.current);
    const telling = setTimeout(
      () => {
        const lines = announceChanges(told.current, entries);
        told.current = entries;
        since.current = null;
        if (lines.length === 0) return;
        setNews(({ count }) => ({ text: lines.join('. '), count: count + 1 }));
      },
      Math.min(QUIET, Math.max(0, left)),
    );
    return () => {
      clearTimeout(telling);
    };
  }, [entries]);
  return news;
}

/** The entries as a list that follows the newest one unless scrolled up. */
function Log({ entries, origin, events, ref }: Omit<ConversationProps, 'empty'>) {
  const render = useCallback(
    (entry: Entry) => <EntryItem entry={entry} origin={origin} events={events} />,
    [origin, events],
  );
  const { scroller, content, atBottom, jump } = useStickToBottom(entries, findOwnLatest(entries));
  return (
    <>
      {/* Focusable, so that the list scrolls by keyboard; spoken through the live region below,
          since a log that speaks for itself reads every redraw. */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        tabIndex={0}
      >
        <div className={styles.list} ref={content}>
          <WindowedList items={entries} render={render} {...(ref && { ref })} />
        </div>
      </div>
      {!atBottom && (
        <div className={styles.jump}>
          <Button
            onClick={() => {
              jump();
              // This button goes.
              scroller.current?.focus({ preventScroll: true });
            }}
          >
            <ArrowDownIcon />
            Jump to latest
          </Button>
        </div>
      )}
    </>
  );
}

/** Utterances and actions as one list in time order, or what to show before there are any. */
export function Conversation({ entries, origin, events, empty, ref }: ConversationProps) {
  const announcement = useAnnouncement(entries);
  return (
    <div className={styles.conversation}>
      {entries.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <Log entries={entries} origin={origin} events={events} {...(ref && { ref })} />
      )}
      <p className="visually-hidden" aria-live="polite">
        <span key={announcement.count}>{announcement.text}</span>
      </p>
    </div>
  );
}
