import type { ReactNode, Ref } from 'react';
import { memo, useEffect, useImperativeHandle, useRef, useState } from 'react';
import styles from './windowed-list.module.css';

interface Item {
  id: string;
}

export interface WindowedListHandle {
  /** Brings an item into view, wherever it is, with the focus on it. */
  reveal: (id: string) => void;
}

interface WindowedListProps<T extends Item> {
  items: readonly T[];
  /** The same function over renders, or all that is in view is drawn again. */
  render: (item: T) => ReactNode;
  /** Which end is drawn at once; the rest is when it comes near the view. */
  startsAtEnd?: boolean;
  ref?: Ref<WindowedListHandle>;
}

/** Items come and go in groups of this many. */
const GROUP_SIZE = 12;
/** Px of an item that was never drawn. */
const ESTIMATED_ITEM_HEIGHT = 92;
/** How far from view a group is drawn: far enough to be there when Tab or a finger gets to it. */
const ROOT_MARGIN = '900px 0px';

/**
 * A list that has only what is near the view in the page, so that a thousand items cost as much as fifty.
 * A group out of view leaves an empty space of its height. One that has the focus, or something opened
 * in it, stays.
 */
export function WindowedList<T extends Item>({
  items,
  render,
  startsAtEnd = true,
  ref,
}: WindowedListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ id: string } | null>(null);
  useImperativeHandle(ref, () => ({ reveal: (id) => setWanted({ id }) }), []);

  useEffect(() => {
    if (!wanted || !list.current) return;
    const item = list.current.querySelector(`[data-item="${CSS.escape(wanted.id)}"]`);
    if (!(item instanceof HTMLElement)) return;
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  }, [wanted]);

  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += GROUP_SIZE)
    groups.push(items.slice(at, at + GROUP_SIZE));
  return (
    <div className={styles.list} role="list" ref={list}>
      {groups.map((group, index) => (
        <Group
          key={String(index)}
          items={group}
          from={index * GROUP_SIZE}
          count={items.length}
          render={render as (item: Item) => ReactNode}
          isRevealed={group.some(({ id }) => id === wanted?.id)}
          startsNear={startsAtEnd ? index >= groups.length - 2 : index < 2}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  items: readonly Item[];
  /** Index of the first one in the whole list, and how many that has. */
  from: number;
  count: number;
  render: (item: Item) => ReactNode;
  isRevealed: boolean;
  startsNear: boolean;
}

function Group({ items, from, count, render, isRevealed: isWanted, startsNear }: GroupProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(startsNear);
  const [measured, setMeasured] = useState({ height: 0, items: 0 });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting && isInUse(element)) return;
        if (!entry.isIntersecting && element.childElementCount > 0) {
          setMeasured({ height: element.offsetHeight, items: element.childElementCount });
        }
        setIsNear(entry.isIntersecting);
      },
      { rootMargin: ROOT_MARGIN, scrollMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  if (!isNear && !isWanted) {
    const height = measured.height + (items.length - measured.items) * ESTIMATED_ITEM_HEIGHT;
    return (
      <div ref={box} role="presentation" style={{ height }}>
        <p className="visually-hidden" role="listitem">
          {`${String(from + 1)} to ${String(from + items.length)} of ${String(count)}`}
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

const Content = memo(function Content({
  item,
  render,
}: Pick<GroupProps, 'render'> & { item: Item }) {
  return render(item);
});

function isInUse(element: Element): boolean {
  return (
    element.contains(document.activeElement) ||
    element.querySelector('[aria-expanded="true"]') !== null
  );
}
