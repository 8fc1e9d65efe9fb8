import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatCount } from '../../../ui/format/amount.ts';
import { ExportButton } from './export-button.tsx';
import styles from './library.module.css';

interface SelectionBarProps {
  count: number;
  /** How many there are to choose from. */
  of: number;
  onExport: (format: ExportFormat) => void;
  onAll: () => void;
  onNone: () => void;
}

/** What can be done with the demonstrations that were chosen; nothing while none is. */
export function SelectionBar({ count, of, onExport, onAll, onNone }: SelectionBarProps) {
  return (
    <div role="status" className={styles.selection} data-empty={count === 0}>
      {count > 0 && (
        <>
          <p>{`${formatCount(count, 'demonstration')} chosen`}</p>
          <ExportButton onExport={onExport} />
          {count < of && <Button onClick={onAll}>Choose all</Button>}
          <Button onClick={onNone}>Choose none</Button>
        </>
      )}
    </div>
  );
}
