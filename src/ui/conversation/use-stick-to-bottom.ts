import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this many px of the end counts as being there (fractions of zoomed layouts). */
const CLOSE = 24;

function isAtBottom(scroller: Element): boolean {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= CLOSE;
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
export function useStickToBottom(version: unknown, ownVersion: unknown): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  useLayoutEffect(() => {
    if (scroller.current !== null && sticks.current) scrollToBottom(scroller.current);
  }, [version]);

  useLayoutEffect(() => {
    sticks.current = true;
    if (scroller.current !== null) scrollToBottom(scroller.current);
  }, [ownVersion]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    const follow = () => {
      sticks.current = isAtBottom(element);
      setAtBottom(sticks.current);
    };
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      // The message box grew or the panel got lower: the end stays in view if it was.
      if (element.clientHeight !== height && sticks.current) scrollToBottom(element);
      height = element.clientHeight;
      follow();
    });
    observer.observe(element);
    observer.observe(inner);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, []);

  const jump = () => {
    sticks.current = true;
    if (scroller.current !== null) scrollToBottom(scroller.current);
  };
  return { scroller, content, atBottom, jump };
}
