import type { ReactNode, Ref, RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countMessage, message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { ArrowDownIcon } from '../components/icons.tsx';
import { Notice } from '../components/notice.tsx';
import type { WindowedListHandle } from '../components/windowed-list.tsx';
import { WindowedList } from '../components/windowed-list.tsx';
import { ActionCard } from './action-card.tsx';
import { announceChanges } from './announce.ts';
import { ApprovalCard } from './approval-card.tsx';
import styles from './conversation.module.css';
import type { Entry, EntryEvents, ThinkingEntry } from './entry.ts';
import { QuestionCard, Utterance } from './utterances.tsx';

interface ConversationProps {
  entries: readonly Entry[];
  /** Epoch ms of the demonstration's start; null shows the time of day. */
  origin: number | null;
  events: EntryEvents;
  empty: ReactNode;
  ref?: Ref<WindowedListHandle>;
}

type EntryProps = Pick<ConversationProps, 'origin' | 'events'> & { entry: Entry };

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
      return <Notice {...entry} onAction={events.onNoticeAction} />;
  }
}

function findLatestUserMessage(entries: readonly Entry[]): string | null {
  const own = entries.findLast((entry) => entry.kind === 'utterance' && entry.by === 'person');
  return own?.id ?? null;
}

/** Ms without a change before news is announced, so that a text being typed is announced once. */
const ANNOUNCE_DELAY_MS = 600;
/** Ms after which news is announced even if the list keeps changing. */
const MAX_ANNOUNCE_DELAY_MS = 3000;

interface Announcement {
  text: string;
  /** Increases, so that equal announcements in a row are both read. */
  count: number;
}

/** Returns what was new when the list last came to rest; nothing for the initial list. */
function useAnnouncement(entries: readonly Entry[]): Announcement {
  const announced = useRef(entries);
  const since = useRef<number | null>(null);
  const [news, setNews] = useState<Announcement>({ text: '', count: 0 });
  useEffect(() => {
    if (announced.current === entries) return;
    since.current ??= performance.now();
    const left = MAX_ANNOUNCE_DELAY_MS - (performance.now() - since.current);
    const timer = setTimeout(
      () => {
        const lines = announceChanges(announced.current, entries);
        announced.current = entries;
        since.current = null;
        if (lines.length === 0) return;
        setNews(({ count }) => ({ text: lines.join('. '), count: count + 1 }));
      },
      Math.min(ANNOUNCE_DELAY_MS, Math.max(0, left)),
    );
    return () => clearTimeout(timer);
  }, [entries]);
  return news;
}

/** Follows the newest entry unless the reader scrolled up. */
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
      {/* Focusable, so that the keyboard can scroll it. The live region below announces changes, because a live log
          would read every render. */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={message('commonConversation')}
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
              // The button disappears, so the focus moves to the list.
              scroller.current?.focus({ preventScroll: true });
            }}
          >
            <ArrowDownIcon />
            {message('commonJumpToLatest')}
          </Button>
        </div>
      )}
    </>
  );
}

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

/** Px from the end that count as the end, because zoomed layouts have fractions. */
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
 * Keeps the end of a growing list in view until the reader scrolls up.
 * @param version changes with the entries, not when a card's details open
 * @param ownVersion changes when the reader adds an entry, which always scrolls to the end
 */
function useStickToBottom(version: unknown, ownVersion: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  /** Whether to scroll on when items near the end render with another height than estimated. */
  const isLanding = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const land = () => {
    sticks.current = isLanding.current = true;
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
      if (isUp && !sticks.current) isLanding.current = false;
    };
    const open = () => {
      isLanding.current = false;
    };
    let { clientHeight: height, clientWidth: width } = element;
    const observer = new ResizeObserver(() => {
      // The message box grew or the panel shrank: keep the end in view.
      const isResized = element.clientHeight !== height || element.clientWidth !== width;
      if (isLanding.current || (isResized && sticks.current)) scrollToBottom(element);
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

/** A model's reply as it arrives: the newest lines in a box of fixed height. */
function Thinking({ entry }: { entry: ThinkingEntry }) {
  return (
    <div className={styles.thinking} aria-busy={entry.streaming}>
      <p className={styles.label}>
        {message(entry.streaming ? 'commonModelWriting' : 'commonModelWrote')}
        <span aria-hidden="true"> · </span>
        <span className={styles.size}>{countMessage('commonCharacters', entry.text.length)}</span>
        {entry.usage !== undefined && <span className={styles.size}> · {entry.usage}</span>}
      </p>
      {entry.shownMemories !== undefined && <p className={styles.label}>{entry.shownMemories}</p>}
      {/* CSS reverses the column, so that the browser keeps the newest line in view. */}
      <div className={styles.window}>
        <pre className={styles.text}>{entry.text}</pre>
      </div>
      {entry.correction !== undefined && <p className={styles.label}>{entry.correction}</p>}
    </div>
  );
}
