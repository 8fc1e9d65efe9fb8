import { message } from '../../messages/message.ts';
import { Button, IconButton } from '../../ui/components/buttons.tsx';
import { MarkIcon, SettingsIcon } from '../../ui/components/icons.tsx';
import { KeepFocus } from '../../ui/components/keep-focus.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { Evaluation } from './evaluation/evaluation.tsx';
import { useEvaluation } from './evaluation/evaluation-controller.ts';
import { useExportDialog } from './export/export-controller.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import { DropZone, ImportButton, ImportReport } from './library/import.tsx';
import { Library } from './library/library.tsx';
import { undoDone, useNotices } from './notices.ts';
import { Review } from './review/review.tsx';
import { Skills } from './skills/skills.tsx';
import { openSkills, useSkills } from './skills/skills-controller.ts';
import { useReview } from './review/review-controller.ts';
import styles from './studio-view.module.css';

/** The library or, in its place, the skills, an evaluation or the review of one demonstration. */
export function StudioView() {
  const selectedId = useReview((review) => review?.selection.id ?? null);
  const hasSkills = useSkills((skills) => skills !== null);
  const exportDialog = useExportDialog();
  return (
    <DropZone>
      <KeepFocus className={styles.studio} data-selected={selectedId !== null}>
        <header className={styles.header}>
          <span className={styles.mark}>
            <MarkIcon />
          </span>
          <h1>{message('commonDemonstrations')}</h1>
          {!hasSkills && (
            <>
              <Button onClick={() => void openSkills()}>{message('skillsTitle')}</Button>
              <ImportButton />
            </>
          )}
          <IconButton
            label={message('commonSettings')}
            icon={<SettingsIcon />}
            onClick={() => void chrome.runtime.openOptionsPage()}
          />
        </header>
        <Notices />
        {exportDialog && <ExportDialog model={exportDialog} />}
        <ImportReport />
        <div className={styles.columns}>
          <main className={styles.library}>
            <MainView />
          </main>
          {selectedId !== null && <Review key={selectedId} />}
        </div>
      </KeepFocus>
    </DropZone>
  );
}

function MainView() {
  const isEvaluating = useEvaluation((evaluation) => evaluation !== null);
  const hasSkills = useSkills((skills) => skills !== null);
  if (hasSkills) return <Skills />;
  return isEvaluating ? <Evaluation /> : <Library />;
}

function Notices() {
  const { problem, done } = useNotices();
  return (
    <>
      {problem !== null && (
        <div className={styles.problem}>
          <Notice
            tone="error"
            happened={problem}
            role="alert"
            onDismiss={() => useNotices.setState({ problem: null })}
          />
        </div>
      )}
      {done && (
        <div className={styles.toast}>
          <Notice
            tone="info"
            happened={done.text}
            role="status"
            actions={[{ id: 'undo', label: message('commonUndo') }]}
            onAction={() => void undoDone()}
            onDismiss={() => useNotices.setState({ done: null })}
          />
        </div>
      )}
    </>
  );
}
