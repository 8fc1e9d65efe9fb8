import '../../../ui/base.css';
import { message } from '../../../messages/message.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { MarkIcon, SettingsIcon } from '../../../ui/components/icons.tsx';
import { KeepFocus } from '../../../ui/components/keep-focus.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import type { StudioEvents, StudioModel } from '../studio-model.ts';
import { Evaluation } from './evaluation.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { DropZone, ImportButton, ImportReport } from './import-controls.tsx';
import { Library } from './library.tsx';
import { Review } from './review.tsx';
import styles from './studio-view.module.css';

interface StudioViewProps {
  model: StudioModel;
  events: StudioEvents;
}

/** The library or, in its place, the review of one demonstration. */
export function StudioView({ model, events }: StudioViewProps) {
  const { selected, problem, importing } = model;
  return (
    <DropZone onDrop={events.onDrop}>
      <KeepFocus className={styles.studio} data-selected={selected !== null}>
        <header className={styles.header}>
          <span className={styles.mark}>
            <MarkIcon />
          </span>
          <h1>{message('commonDemonstrations')}</h1>
          <ImportButton onImport={events.onImport} />
          <IconButton
            label={message('commonSettings')}
            icon={<SettingsIcon />}
            onClick={events.onOpenSettings}
          />
        </header>
        {problem !== null && (
          <div className={styles.problem}>
            <Notice
              tone="error"
              happened={problem}
              role="alert"
              onDismiss={events.onDismissProblem}
            />
          </div>
        )}
        {model.done !== null && (
          <div className={styles.toast}>
            <Notice
              tone="info"
              happened={model.done.text}
              role="status"
              actions={[{ id: 'undo', label: message('commonUndo') }]}
              onAction={events.onUndoDone}
              onDismiss={events.onDismissDone}
            />
          </div>
        )}
        {model.exportDialog && <ExportDialog model={model.exportDialog} events={events} />}
        <ImportReport importing={importing} events={events} />
        <div className={styles.columns}>
          <main className={styles.library}>
            {model.evaluation ? (
              <Evaluation model={model.evaluation} events={events} />
            ) : (
              <Library
                library={model.library}
                selectedId={selected?.id ?? null}
                openExportMenuId={model.openExportMenuId}
                events={events}
              />
            )}
          </main>
          {selected !== null && (
            <aside className={styles.review} aria-label={message('studioTurnsOf', selected.title)}>
              <Review key={selected.id} selected={selected} events={events} />
            </aside>
          )}
        </div>
      </KeepFocus>
    </DropZone>
  );
}
