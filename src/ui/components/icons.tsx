import styles from './icons.module.css';

/** Creates a decorative drawing on a 24-unit grid; the text or label beside it says what it means. */
function createIcon(path: string, look: 'icon' | 'filled' = 'icon') {
  return function Icon() {
    return (
      <svg className={styles[look]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    );
  };
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Returns the path of a rectangle with round corners. */
function box(x: number, y: number, width: number, height: number, r: number): string {
  const [w, h] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
}

export const RecordIcon = createIcon(circle(12, 12, 7), 'filled');
export const PauseIcon = createIcon(box(6, 5, 4, 14, 1) + box(14, 5, 4, 14, 1), 'filled');
export const ResumeIcon = createIcon(
  'M8 5.5v13a1 1 0 0 0 1.5.9l10-6.5a1 1 0 0 0 0-1.8l-10-6.5A1 1 0 0 0 8 5.5z',
  'filled',
);
export const StopIcon = createIcon(box(6, 6, 12, 12, 2), 'filled');
export const LibraryIcon = createIcon(
  `${box(3, 4, 6, 6, 1.5)}${box(3, 14, 6, 6, 1.5)}M13 5.5h8M13 9h5M13 15.5h8M13 19h5`,
);
export const SettingsIcon = createIcon(
  `M4 7h9M19 7h1M4 17h1M11 17h9${circle(16, 7, 2.5)}${circle(8, 17, 2.5)}`,
);
export const PageIcon = createIcon(`${box(3, 5, 18, 14, 2)}M3 10h18`);
export const CheckIcon = createIcon('m5 12.5 4.5 4.5L19 7.5');
export const WarningIcon = createIcon('M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1');
export const InfoIcon = createIcon(`${circle(12, 12, 9)}M12 11.5V16M12 8v.1`);
export const ClockIcon = createIcon(`${circle(12, 12, 8.5)}M12 7.5V12l3 2`);
export const NoImageIcon = createIcon(
  'M4 4l16 16M8.5 5H18a2 2 0 0 1 2 2v9.5M4 7.5V17a2 2 0 0 0 2 2h11',
);
export const NoChangeIcon = createIcon('M5 9h14M5 15h14');
export const RefusedIcon = createIcon(`${circle(12, 12, 8.5)}M6.2 6.2l11.6 11.6`);
export const ActingIcon = createIcon('m6 4 5.5 15 2.2-6.3L20 10.5z');
export const ChevronIcon = createIcon('m6 9.5 6 6 6-6');
export const ArrowDownIcon = createIcon('M12 5v14M6 13l6 6 6-6');
export const ArrowUpIcon = createIcon('M12 19V5M6 11l6-6 6 6');
export const SendIcon = createIcon('M12 20V5M5.5 11.5 12 5l6.5 6.5');
export const AttachIcon = createIcon(
  'm20 11.5-8.2 8.2a5 5 0 0 1-7-7L13 4.4a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.2a1.6 1.6 0 0 1-2.4-2.3l7.6-7.5',
);
export const UndoIcon = createIcon('M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3');
export const RedoIcon = createIcon('M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3');
export const BackIcon = createIcon('M19 12H5M11 6l-6 6 6 6');
export const CloseIcon = createIcon('M6 6l12 12M18 6 6 18');
export const SearchIcon = createIcon(`${circle(10.5, 10.5, 6.5)}M15.5 15.5l5 5`);
/** Wayscribe's mark: a pointer that leaves a written line. */
export const MarkIcon = createIcon(
  'M10 4l10 4.2-4.4 1.6L14 14.2zM4 20c3.5 0 2.5-4.5 5.5-4.5S11.5 20 15 20h5',
);
