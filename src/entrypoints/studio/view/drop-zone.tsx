import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import styles from './drop-zone.module.css';
import type { StudioEvents } from './view-model.ts';

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

interface DropZoneProps extends Pick<StudioEvents, 'onDrop'> {
  children: ReactNode;
}

/** Takes files and folders that are dropped anywhere on it. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.zone}
      onDragEnter={(event) => {
        if (holdsFiles(event)) setOver(true);
      }}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        const { relatedTarget, currentTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children}
      {isOver && <p className={styles.hint}>Drop zips or folders to import them</p>}
    </div>
  );
}
