import '../../../ui/base.css';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { MarkIcon, SettingsIcon } from '../../../ui/components/icons.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { DropZone, ImportButton, ImportReport } from './import-controls.tsx';
import { Library } from './library.tsx';
import styles from './studio-view.module.css';
import { Timeline } from './timeline.tsx';
import type { StudioEvents, StudioModel } from '../studio-model.ts';

interface StudioViewProps {
  model: StudioModel;
  events: StudioEvents;
}

/** The library of demonstrations and, beside it or in its place where space is short, one's turns. */
export function StudioView({ model, events }: StudioViewProps) {
  const { selected, problem, importing } = model;
  return (
    <DropZone onDrop={events.onDrop}>
      <KeepFocus className={styles.studio} data-selected={selected !== null}>
        <header className={styles.header}>
          <span className={styles.mark}>
            <MarkIcon />
          </span>
          <h1>Demonstrations</h1>
          <ImportButton onImport={events.onImport} />
          <IconButton label="Settings" icon={<SettingsIcon />} onClick={events.onOpenSettings} />
        </header>
        {problem !== null && (
          <div className={styles.problem}>
            <Notice
              tone="error"
              happened={problem}
              saved={null}
              next={null}
              role="alert"
              onDismiss={events.onDismissProblem}
            />
          </div>
        )}
        <ImportReport importing={importing} events={events} />
        <div className={styles.columns}>
          <main className={styles.library}>
            <Library
              library={model.library}
              selectedId={selected?.id ?? null}
              openExportMenuId={model.openExportMenuId}
              events={events}
            />
          </main>
          {selected !== null && (
            <aside className={styles.timeline} aria-label={`Turns of ${selected.title}`}>
              <Timeline key={selected.id} selected={selected} events={events} />
            </aside>
          )}
        </div>
      </KeepFocus>
    </DropZone>
  );
}
