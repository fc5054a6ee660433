import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef, type Key, type ReactNode } from 'react';

interface Props {
  id?: string;
  count: number;
  /** The row at the chosen position, which is kept in view; -1 for none. */
  current: number;
  keyOf: (row: number) => Key;
  renderRow: (row: number) => ReactNode;
  /** Shown instead of rows. */
  empty: string;
}

const ROW_PX = 48;

/** A virtualized list of events, styled by `event-log.css`. */
export function EventList({ id, count, current, keyOf, renderRow, empty }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The library's functions are not memoised, so the React compiler skips this component.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: keyOf,
    overscan: 12,
  });
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);

  return (
    <div className="ev-box" ref={box} tabIndex={0} role="region" aria-label="Entries">
      {count === 0 && <p className="machines-empty">{empty}</p>}
      <ol id={id} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={clsx('ev', index === current && 'on')}
            style={{ transform: `translateY(${start}px)` }}
          >
            {renderRow(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}
