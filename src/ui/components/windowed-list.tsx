import type { ReactNode } from 'react';
import { memo, useEffect, useRef, useState } from 'react';
import { message } from '../../messages/message.ts';
import styles from './windowed-list.module.css';

interface Item {
  id: string;
}

interface WindowedListProps<T extends Item> {
  items: readonly T[];
  /** Must be the same function in every render; otherwise all visible items render again. */
  render: (item: T) => ReactNode;
  /** Renders the end of the list first; the rest renders when it comes near the viewport. */
  startsAtEnd?: boolean;
  /** The item to scroll into view and focus; a new object does it again. */
  revealed?: { id: string } | null;
  /** The accessible name. */
  label?: string;
}

/** Items that mount and unmount together. */
const GROUP_SIZE = 12;
/** Px assumed for an item that was never rendered. */
const ESTIMATED_ITEM_HEIGHT = 92;
/** Distance from the viewport at which a group renders, so that Tab and touch scrolling find it. */
const ROOT_MARGIN = '900px 0px';

/**
 * Renders only the items near the viewport, so that a thousand items cost as much as fifty. A group out of view leaves
 * an empty space of its height, unless it has the focus or something expanded.
 */
export function WindowedList<T extends Item>({
  items,
  render,
  startsAtEnd = true,
  revealed = null,
  label,
}: WindowedListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [watch] = useState(createWatch);

  useEffect(() => {
    if (!revealed) return;
    const item = list.current?.querySelector(`[data-item="${CSS.escape(revealed.id)}"]`);
    if (!(item instanceof HTMLElement)) return;
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  }, [revealed]);

  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += GROUP_SIZE)
    groups.push(items.slice(at, at + GROUP_SIZE));
  return (
    <div className={styles.list} role="list" aria-label={label} ref={list}>
      {groups.map((group, index) => (
        <Group
          key={String(index)}
          items={group}
          from={index * GROUP_SIZE}
          count={items.length}
          render={render as (item: Item) => ReactNode}
          isRevealed={group.some(({ id }) => id === revealed?.id)}
          watch={watch}
          startsNear={startsAtEnd ? index >= groups.length - 2 : index === 0}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  items: readonly Item[];
  /** Index of the first item in the list, and the number of items in the list. */
  from: number;
  count: number;
  render: (item: Item) => ReactNode;
  isRevealed: boolean;
  watch: Watch;
  startsNear: boolean;
}

/** Reports whether an element is near the viewport, now and whenever that changes; returns what ends it. */
type Watch = (element: Element, report: (isNear: boolean) => void) => () => void;

/** One observer for all groups: a long list has a hundred. */
function createWatch(): Watch {
  const reports = new Map<Element, (isNear: boolean) => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) reports.get(target)?.(isIntersecting);
    },
    { rootMargin: ROOT_MARGIN, scrollMargin: ROOT_MARGIN },
  );
  return (element, report) => {
    reports.set(element, report);
    observer.observe(element);
    return () => {
      reports.delete(element);
      observer.unobserve(element);
    };
  };
}

function Group({ items, from, count, render, isRevealed, watch, startsNear }: GroupProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(startsNear);
  const [measured, setMeasured] = useState({ height: 0, items: 0 });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watch(element, (isIntersecting) => {
      // A hidden list keeps what it shows, and with it the place of the focus.
      if (!isIntersecting && (isInUse(element) || !element.checkVisibility())) return;
      if (!isIntersecting && element.childElementCount > 0) {
        setMeasured({ height: element.offsetHeight, items: element.childElementCount });
      }
      setIsNear(isIntersecting);
    });
  }, [watch]);

  if (!isNear && !isRevealed) {
    const height = measured.height + (items.length - measured.items) * ESTIMATED_ITEM_HEIGHT;
    return (
      <div ref={box} role="presentation" style={{ height }}>
        <p className="visually-hidden" role="listitem">
          {message('commonItemsOf', from + 1, from + items.length, count)}
        </p>
      </div>
    );
  }
  return (
    <div ref={box} className={styles.group} role="presentation">
      {items.map((item, index) => (
        <div
          key={item.id}
          className={styles.item}
          role="listitem"
          aria-posinset={from + index + 1}
          aria-setsize={count}
          data-item={item.id}
          tabIndex={-1}
        >
          <Content item={item} render={render} />
        </div>
      ))}
    </div>
  );
}

const Content = memo((props: Pick<GroupProps, 'render'> & { item: Item }) =>
  props.render(props.item),
);

function isInUse(element: Element): boolean {
  return (
    element.contains(document.activeElement) ||
    element.querySelector('[aria-expanded="true"]') !== null
  );
}
