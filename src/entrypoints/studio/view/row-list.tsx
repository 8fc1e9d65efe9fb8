import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { memo, useRef } from 'react';
import styles from './row-list.module.css';

interface Item {
  id: string;
}

interface RowListProps<T extends Item> {
  items: readonly T[];
  /** Must be the same function in every render; otherwise all visible rows render again. */
  render: (item: T) => ReactNode;
  /** The accessible name. */
  label: string;
}

/** Px of a row that was never rendered. */
const ESTIMATED_HEIGHT = 78;
const GAP = 8;
/** Px of the viewport that is assumed before it is measured, or while the list is hidden. */
const FIRST_HEIGHT = 800;
/** Rows beyond the viewport, so that Tab finds the next one. */
const OVERSCAN = 10;

/** Rows of the library, of which only those near the viewport are in the page; the one with the focus always is. */
export function RowList<T extends Item>({ items, render, label }: RowListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its values go to no memoized component, and nothing here is compiled
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.closest('main') ?? null,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (at) => items[at]?.id ?? at,
    initialRect: { width: 0, height: FIRST_HEIGHT },
    // While another view takes its place the list keeps its rows, and the focus its way back.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) report(rect);
      }),
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
    rangeExtractor(range) {
      const shown = defaultRangeExtractor(range);
      const focused = findFocused(list.current);
      return focused === null || focused >= items.length || shown.includes(focused)
        ? shown
        : [...shown, focused].sort((one, other) => one - other);
    },
  });
  const { scrollMargin } = virtualizer.options;
  return (
    <div
      ref={list}
      className={styles.list}
      role="list"
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        return (
          item && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              className={styles.row}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={items.length}
              data-index={index}
              data-item={item.id}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <Content item={item} render={render as (item: Item) => ReactNode} />
            </div>
          )
        );
      })}
    </div>
  );
}

/** The index of the row that has the focus. */
function findFocused(list: HTMLElement | null): number | null {
  const { activeElement } = document;
  if (!activeElement || !list?.contains(activeElement)) return null;
  const index = activeElement.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? null : Number(index);
}

const Content = memo((props: { item: Item; render: (item: Item) => ReactNode }) =>
  props.render(props.item),
);
