import type { ReactNode } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countMessage, message } from '../../messages/message.ts';
import { Button } from '../components/buttons.tsx';
import { ArrowDownIcon } from '../components/icons.tsx';
import { Notice } from '../components/notice.tsx';
import { WindowedList } from '../components/windowed-list.tsx';
import { ActionCard } from './action-card.tsx';
import { ModelReplyView } from './action-details.tsx';
import { FormCard, StuckCard } from '../skills/skill-cards.tsx';
import { ApprovalCard } from './approval-card.tsx';
import styles from './conversation.module.css';
import type { Entry, EntryEvents, ThinkingEntry, ActionEntry } from './entry.ts';
import { describeEntryFinding, STATE_LABELS } from './entry.ts';
import { QuestionCard, Utterance } from './utterances.tsx';

interface ConversationProps {
  entries: readonly Entry[];
  /** Epoch ms of the demonstration's start; null shows the time of day. */
  origin: number | null;
  events: EntryEvents;
  empty: ReactNode;
  /** The entry to scroll to and focus. */
  revealed?: { id: string } | null;
}

export function Conversation({ empty, ...list }: ConversationProps) {
  const announcement = useAnnouncement(list.entries);
  return (
    <div className={styles.conversation}>
      {list.entries.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <EntryList {...list} />
      )}
      <p className="visually-hidden" aria-live="polite">
        <span key={announcement.count}>{announcement.text}</span>
      </p>
    </div>
  );
}

/** Follows the newest entry unless the reader scrolled up. */
function EntryList({ entries, origin, events, revealed }: Omit<ConversationProps, 'empty'>) {
  const render = useCallback(
    (entry: Entry) => <EntryItem entry={entry} origin={origin} events={events} />,
    [origin, events],
  );
  const { scroller, content, isAtEnd, jump } = useStickToEnd(entries);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. The live region announces changes, because a live log would
          read every render. */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={message('commonConversation')}
        tabIndex={0}
      >
        <div className={styles.list} ref={content}>
          <WindowedList items={entries} render={render} revealed={revealed ?? null} />
        </div>
      </div>
      {!isAtEnd && (
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

type EntryItemProps = Pick<ConversationProps, 'origin' | 'events'> & { entry: Entry };

function EntryItem({ entry, origin, events }: EntryItemProps) {
  switch (entry.kind) {
    case 'utterance':
      return <Utterance entry={entry} origin={origin} onPreview={events.onPreview} />;
    case 'action':
      return <ActionCard entry={entry} origin={origin} events={events} />;
    case 'question':
      return <QuestionCard entry={entry} events={events} />;
    case 'approval':
      return <ApprovalCard entry={entry} events={events} />;
    case 'thinking':
      return <Thinking entry={entry} />;
    case 'form':
      return <FormCard entry={entry} events={events} />;
    case 'stuck':
      return <StuckCard entry={entry} events={events} />;
    case 'notice':
      return <Notice {...entry} onAction={events.onNoticeAction} />;
  }
}

/** One line about a model's reply, which opens to what it wrote. */
function Thinking({ entry }: { entry: ThinkingEntry }) {
  const { text, streaming } = entry;
  return (
    <details className={styles.thinking} aria-busy={streaming}>
      <summary className={styles.label}>
        {message(streaming ? 'commonModelWriting' : 'commonModelWrote')}
        <span aria-hidden="true"> · </span>
        <span className={styles.size}>{countMessage('commonCharacters', text.length)}</span>
      </summary>
      <ModelReplyView reply={entry} />
    </details>
  );
}

/** Ms without a change before news is announced, so that a text being typed is announced once. */
const ANNOUNCE_DELAY_MS = 600;
/** Ms after which news is announced even if the list keeps changing. */
const MAX_ANNOUNCE_DELAY_MS = 3000;

/** Returns what was new when the list last came to rest. `count` lets equal news in a row be read twice. */
function useAnnouncement(entries: readonly Entry[]): { text: string; count: number } {
  const announced = useRef(entries);
  const since = useRef<number | null>(null);
  const [news, setNews] = useState({ text: '', count: 0 });
  useEffect(() => {
    if (announced.current === entries) return;
    since.current ??= performance.now();
    const left = MAX_ANNOUNCE_DELAY_MS - (performance.now() - since.current);
    const timer = setTimeout(
      () => {
        const text = joinSentences(announceChanges(announced.current, entries));
        announced.current = entries;
        since.current = null;
        if (text !== '') setNews(({ count }) => ({ text, count: count + 1 }));
      },
      Math.min(ANNOUNCE_DELAY_MS, Math.max(0, left)),
    );
    return () => clearTimeout(timer);
  }, [entries]);
  return news;
}

/** Px from the end that count as the end, because zoomed layouts have fractions. */
const END_TOLERANCE_PX = 24;

/** Keeps the end of a growing list in view until the reader scrolls up. The reader's own messages scroll to the end. */
function useStickToEnd(entries: readonly Entry[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  /** Whether to scroll on when items near the end render with another height than estimated. */
  const isLanding = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const ownId = entries.findLast((each) => each.kind === 'utterance' && each.by === 'person')?.id;

  const jump = () => {
    sticks.current = isLanding.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' });
  };
  useLayoutEffect(() => {
    if (sticks.current) jump();
  }, [entries]);
  useLayoutEffect(jump, [ownId]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return;
    const follow = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      sticks.current = scrollHeight - scrollTop - clientHeight <= END_TOLERANCE_PX;
      setAtEnd(sticks.current);
    };
    let top = element.scrollTop;
    const scroll = () => {
      const isUp = element.scrollTop < top;
      top = element.scrollTop;
      follow();
      if (isUp && !sticks.current) isLanding.current = false;
    };
    // Opening details must not move the card.
    const click = () => {
      isLanding.current = false;
    };
    let { clientHeight: height, clientWidth: width } = element;
    const observer = new ResizeObserver(() => {
      // The message box grew or the panel shrank: keep the end in view.
      const isResized = element.clientHeight !== height || element.clientWidth !== width;
      if (isLanding.current || (isResized && sticks.current)) {
        element.scrollTop = element.scrollHeight;
      }
      ({ clientHeight: height, clientWidth: width } = element);
      follow();
    });
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', scroll, { passive: true });
    element.addEventListener('click', click);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scroll);
      element.removeEventListener('click', click);
    };
  }, []);

  return { scroller, content, isAtEnd, jump };
}

function describeEntry(entry: Entry): string | null {
  switch (entry.kind) {
    case 'utterance':
      return entry.by === 'copilot' ? entry.text : null;
    case 'question':
      return [entry.question, ...entry.options.map((option) => option.label)].join(' ');
    case 'approval':
      if (entry.answer !== null) return null;
      return message('commonAnnounceApproval', entry.description, entry.reason);
    case 'notice':
      return [entry.happened, entry.saved, entry.next].filter((part) => part !== null).join(' ');
    case 'action': {
      if (entry.state === 'saving') return null;
      const state = message(STATE_LABELS[entry.state].label);
      const line = message('commonAnnounceState', entry.description, state);
      return joinSentences([line, ...listErrors(entry)]);
    }
    case 'form':
      return message('skillsFormTitle', entry.name);
    case 'stuck':
      return entry.text;
    case 'thinking':
      return null;
  }
}

/** Returns lines as one text, each ended by its own mark or a full stop. */
export function joinSentences(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const isLast = index === lines.length - 1;
      return isLast || /[.!?…]$/u.test(line) ? line : `${line}.`;
    })
    .join(' ');
}

function listErrors({ findings }: ActionEntry): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(describeEntryFinding);
}

/**
 * Returns what a screen reader announces when the list changes: what the copilot said, asked or did, actions whose state
 * or description changed, and undone turns. Equal lines in a row are announced once, with their number.
 */
export function announceChanges(before: readonly Entry[], after: readonly Entry[]): string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const news = after
    .filter((entry) => isNews(known.get(entry.id), entry))
    .flatMap((entry) => describeEntry(entry) ?? []);
  const counted: { line: string; times: number }[] = [];
  for (const line of [...listUndone(before, after), ...news]) {
    const last = counted.at(-1);
    if (last?.line === line) last.times += 1;
    else counted.push({ line, times: 1 });
  }
  return counted.map(({ line, times }) =>
    times === 1 ? line : message('commonAnnounceTimes', line, times),
  );
}

function isNews(old: Entry | undefined, entry: Entry): boolean {
  if (!old) return true;
  if (old === entry || old.kind !== 'action' || entry.kind !== 'action') return false;
  return (
    old.state !== entry.state ||
    old.description !== entry.description ||
    listErrors(entry).length > listErrors(old).length
  );
}

/** One missing entry was undone; several missing entries mean that another list is shown. */
function listUndone(before: readonly Entry[], after: readonly Entry[]): string[] {
  const remaining = new Set(after.map(({ id }) => id));
  const [entry, ...others] = before.filter(({ id }) => !remaining.has(id));
  if (others.length > 0) return [];
  if (entry?.kind === 'action') return [message('commonAnnounceUndone', entry.description)];
  if (entry?.kind !== 'utterance') return [];
  return [message('commonAnnounceUndone', message('commonQuoted', entry.text))];
}
