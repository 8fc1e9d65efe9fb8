import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** A decorative line drawing on a 24-unit grid; what it means is said by the text or label beside it. */
function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      className={filled ? styles.filled : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function RecordIcon() {
  return (
    <Icon filled>
      <circle cx="12" cy="12" r="7" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon filled>
      <rect x="6" y="5" width="4" height="14" rx="1" />
      <rect x="14" y="5" width="4" height="14" rx="1" />
    </Icon>
  );
}

export function ResumeIcon() {
  return (
    <Icon filled>
      <path d="M8 5.5v13a1 1 0 0 0 1.5.9l10-6.5a1 1 0 0 0 0-1.8l-10-6.5A1 1 0 0 0 8 5.5z" />
    </Icon>
  );
}

export function StopIcon() {
  return (
    <Icon filled>
      <rect x="6" y="6" width="12" height="12" rx="2" />
    </Icon>
  );
}

export function LibraryIcon() {
  return (
    <Icon>
      <rect x="3" y="4" width="6" height="6" rx="1.5" />
      <rect x="3" y="14" width="6" height="6" rx="1.5" />
      <path d="M13 5.5h8M13 9h5M13 15.5h8M13 19h5" />
    </Icon>
  );
}

export function SettingsIcon() {
  return (
    <Icon>
      <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
      <circle cx="16" cy="7" r="2.5" />
      <circle cx="8" cy="17" r="2.5" />
    </Icon>
  );
}

export function PageIcon() {
  return (
    <Icon>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="M3 10h18" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function WarningIcon() {
  return (
    <Icon>
      <path d="M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1" />
    </Icon>
  );
}

export function InfoIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.5V16M12 8v.1" />
    </Icon>
  );
}

export function ClockIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </Icon>
  );
}

export function NoImageIcon() {
  return (
    <Icon>
      <path d="M4 4l16 16M8.5 5H18a2 2 0 0 1 2 2v9.5M4 7.5V17a2 2 0 0 0 2 2h11" />
    </Icon>
  );
}

export function NoChangeIcon() {
  return (
    <Icon>
      <path d="M5 9h14M5 15h14" />
    </Icon>
  );
}

export function RefusedIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m6.2 6.2 11.6 11.6" />
    </Icon>
  );
}

export function ActingIcon() {
  return (
    <Icon>
      <path d="m6 4 5.5 15 2.2-6.3L20 10.5z" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m6 9.5 6 6 6-6" />
    </Icon>
  );
}

export function ArrowDownIcon() {
  return (
    <Icon>
      <path d="M12 5v14M6 13l6 6 6-6" />
    </Icon>
  );
}

export function UndoIcon() {
  return (
    <Icon>
      <path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3" />
    </Icon>
  );
}

export function RedoIcon() {
  return (
    <Icon>
      <path d="M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon>
      <path d="M19 12H5M11 6l-6 6 6 6" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="M6 6l12 12M18 6 6 18" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </Icon>
  );
}

/** Wayscribe's mark: a pointer that leaves a written line. */
export function MarkIcon() {
  return (
    <Icon>
      <path d="M10 4l10 4.2-4.4 1.6L14 14.2z" />
      <path d="M4 20c3.5 0 2.5-4.5 5.5-4.5S11.5 20 15 20h5" />
    </Icon>
  );
}
