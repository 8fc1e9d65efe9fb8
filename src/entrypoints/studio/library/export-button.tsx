import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { EXPORT_FORMATS } from '../../../core/formats/export-formats.ts';
import { message } from '../../../messages/message.ts';
import { Button, IconButton } from '../../../ui/components/buttons.tsx';
import { ChevronIcon } from '../../../ui/components/icons.tsx';
import styles from './export-button.module.css';

const GROUPS = [
  { group: 'data', label: 'studioFormatsData' },
  { group: 'replay', label: 'studioFormatsReplay' },
  { group: 'training', label: 'studioFormatsTraining' },
] as const;

const FORMATS = Object.entries(EXPORT_FORMATS) as [
  ExportFormat,
  (typeof EXPORT_FORMATS)[ExportFormat],
][];

/** Where a key moves to in a list of `count`. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function FormatMenu({ id, onExport }: Pick<ExportButtonProps, 'onExport'> & { id: string }) {
  const menu = useRef<HTMLDivElement>(null);
  // Each row of a long list has a menu.
  const [isOpen, setOpen] = useState(false);
  const listItems = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') menu.current?.hidePopover();
    const items = listItems();
    const at = items.findIndex((item) => item === document.activeElement);
    const next = MOVES[event.key]?.(at, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      aria-label={message('studioFormats')}
      className={styles.menu}
      onKeyDown={move}
      onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
      onToggle={({ newState }) => {
        // The focus has gone back by now; it would be lost with the items.
        if (newState === 'closed') setOpen(false);
        else listItems()[0]?.focus();
      }}
    >
      {isOpen &&
        GROUPS.map(({ group, label }) => (
          <div key={group} role="group" aria-label={message(label)} className={styles.group}>
            <p aria-hidden="true">{message(label)}</p>
            {FORMATS.filter(([, format]) => format.group === group).map(([key, format]) => (
              <button
                key={key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                aria-labelledby={`${id}-${key}-name`}
                aria-describedby={`${id}-${key}-sentence`}
                onClick={() => {
                  menu.current?.hidePopover();
                  onExport(key);
                }}
              >
                <span id={`${id}-${key}-name`} className={styles.name}>
                  {format.name}
                </span>
                <span id={`${id}-${key}-sentence`} className={styles.sentence}>
                  {format.sentence}
                </span>
              </button>
            ))}
          </div>
        ))}
    </div>
  );
}

interface ExportButtonProps {
  /** Opens the list of formats at once. */
  startsOpen?: boolean;
  disabled?: boolean;
  describedBy?: string;
  onExport: (format: ExportFormat) => void;
}

/** Exports as WebLINX; the button beside it lists all formats. */
export function ExportButton(props: ExportButtonProps) {
  const { startsOpen = false, disabled = false, describedBy, onExport } = props;
  const menuId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (startsOpen && !hasStarted.current) opener.current?.click();
    hasStarted.current = true;
  }, [startsOpen]);

  return (
    <span className={styles.pair}>
      <Button
        aria-describedby={describedBy}
        disabled={disabled}
        title={message('studioExportTitle')}
        onClick={() => onExport('weblinx')}
      >
        {message('commonExport')}
      </Button>
      <IconButton
        ref={opener}
        label={message('commonOtherFormats')}
        icon={<ChevronIcon />}
        disabled={disabled}
        aria-haspopup="menu"
        aria-describedby={describedBy}
        popoverTarget={menuId}
      />
      <FormatMenu id={menuId} onExport={onExport} />
    </span>
  );
}
