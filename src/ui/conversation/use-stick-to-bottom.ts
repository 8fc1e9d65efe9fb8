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
