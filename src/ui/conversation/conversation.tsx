import type { ReactNode, Ref, RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../components/buttons.tsx';
import { ArrowDownIcon } from '../components/icons.tsx';
import { Notice } from '../components/notice.tsx';
import type { WindowedListHandle } from '../components/windowed-list.tsx';
import { WindowedList } from '../components/windowed-list.tsx';
import { formatCount } from '../format.ts';
import { ActionCard } from './action-card.tsx';
import { announceChanges } from './announce.ts';
import { ApprovalCard } from './approval-card.tsx';
import styles from './conversation.module.css';
import type { Entry, EntryEvents, ThinkingEntry } from './entry.ts';
import { QuestionCard, Utterance } from './utterances.tsx';

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
          saved={entry.saved}
          next={entry.next}
          actions={entry.actions}
          onAction={(actionId) => events.onNoticeAction(entry.id, actionId)}
        />
      );
  }
}

function findLatestUserMessage(entries: readonly Entry[]): string | null {
  const own = entries.findLast((entry) => entry.kind === 'utterance' && entry.by === 'person');
  return own?.id ?? null;
}

/** Ms without a change after which it is told what is new, so that what is still typed is told once. */
const ANNOUNCE_DELAY_MS = 600;
/** Ms after which it is told though the list still changes. */
const MAX_ANNOUNCE_DELAY_MS = 3000;

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
    const left = MAX_ANNOUNCE_DELAY_MS - (performance.now() - since.current);
    const telling = setTimeout(
      () => {
        const lines = announceChanges(told.current, entries);
        told.current = entries;
        since.current = null;
        if (lines.length === 0) return;
        setNews(({ count }) => ({ text: lines.join('. '), count: count + 1 }));
      },
      Math.min(ANNOUNCE_DELAY_MS, Math.max(0, left)),
    );
    return () => clearTimeout(telling);
  }, [entries]);
  return news;
}

/** The entries as a list that follows the newest one unless scrolled up. */
function EntryList({ entries, origin, events, ref }: Omit<ConversationProps, 'empty'>) {
  const render = useCallback(
    (entry: Entry) => <EntryItem entry={entry} origin={origin} events={events} />,
    [origin, events],
  );
  const { scroller, content, atBottom, jump } = useStickToBottom(
    entries,
    findLatestUserMessage(entries),
  );
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
        <EntryList entries={entries} origin={origin} events={events} {...(ref && { ref })} />
      )}
      <p className="visually-hidden" aria-live="polite">
        <span key={announcement.count}>{announcement.text}</span>
      </p>
    </div>
  );
}

/** Within this many px of the end counts as being there (fractions of zoomed layouts). */
const BOTTOM_TOLERANCE_PX = 24;

function isAtBottom(scroller: Element): boolean {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= BOTTOM_TOLERANCE_PX;
}

function scrollToBottom(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}

interface StickToBottom {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  atBottom: boolean;
  jump: () => void;
}

/**
 * Keeps the end of a growing list in view while the reader is at the end, and leaves the list where
 * it is once the reader has scrolled up.
 * @param version changes when something was added or changed; opening a card's details is not that
 * @param ownVersion changes when the reader added something, which always brings them to the end
 */
function useStickToBottom(version: unknown, ownVersion: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  /** At the end or on the way to it: that moves on as items are drawn whose height was a guess. */
  const lands = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const land = () => {
    sticks.current = lands.current = true;
    if (scroller.current !== null) scrollToBottom(scroller.current);
  };

  useLayoutEffect(() => {
    if (sticks.current) land();
  }, [version]);

  useLayoutEffect(land, [ownVersion]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    const follow = () => {
      sticks.current = isAtBottom(element);
      setAtBottom(sticks.current);
    };
    let top = element.scrollTop;
    const scroll = () => {
      const isUp = element.scrollTop < top;
      top = element.scrollTop;
      follow();
      if (isUp && !sticks.current) lands.current = false;
    };
    const open = () => {
      lands.current = false;
    };
    let { clientHeight: height, clientWidth: width } = element;
    const observer = new ResizeObserver(() => {
      // The message box grew, or the panel got lower or narrower: the end stays in view if it was.
      const isOther = element.clientHeight !== height || element.clientWidth !== width;
      if (lands.current || (isOther && sticks.current)) scrollToBottom(element);
      height = element.clientHeight;
      width = element.clientWidth;
      follow();
    });
    observer.observe(element);
    observer.observe(inner);
    element.addEventListener('scroll', scroll, { passive: true });
    element.addEventListener('click', open);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scroll);
      element.removeEventListener('click', open);
    };
  }, []);

  return { scroller, content, atBottom, jump: land };
}

/** A model's reply as it comes: always the newest lines, in a box that does not grow. */
function Thinking({ entry }: { entry: ThinkingEntry }) {
  const size = formatCount(entry.text.length, 'character');
  return (
    <div className={styles.thinking} aria-busy={entry.streaming}>
      <p className={styles.label}>
        {entry.streaming ? 'The model is writing' : 'The model wrote'}
        <span aria-hidden="true"> · </span>
        <span className={styles.size}>{size}</span>
        {entry.usage !== undefined && <span className={styles.size}> · {entry.usage}</span>}
      </p>
      {entry.shownMemories !== undefined && <p className={styles.label}>{entry.shownMemories}</p>}
      {/* Reversed, so that the browser keeps the newest line in view. */}
      <div className={styles.window}>
        <pre className={styles.text}>{entry.text}</pre>
      </div>
      {entry.correction !== undefined && <p className={styles.label}>{entry.correction}</p>}
    </div>
  );
}
