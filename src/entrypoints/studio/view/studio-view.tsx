import '../../../ui/base.css';
import { IconButton } from '../../../ui/button/button.tsx';
import { MarkIcon, SettingsIcon } from '../../../ui/icons/glyphs.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ImportButton } from './import-button.tsx';
import { Library } from './library.tsx';
import styles from './studio-view.module.css';
import { Timeline } from './timeline.tsx';
import type { StudioEvents, StudioModel } from './view-model.ts';

interface StudioViewProps {
  model: StudioModel;
  events: StudioEvents;
}

/** The first few say what kind of thing was left out. */
const SHOWN = 3;

function describeFindings(findings: readonly string[]): string | null {
  if (findings.length === 0) return null;
  const rest = findings.length - SHOWN;
  const more = rest > 0 ? ` And ${String(rest)} more of this kind.` : '';
  return findings.slice(0, SHOWN).join(' ') + more;
}

/** The library of demonstrations and, beside it or in its place where space is short, one's turns. */
export function StudioView({ model, events }: StudioViewProps) {
  const { selected, problem, importing } = model;
  return (
    <div className={styles.studio} data-selected={selected !== null}>
      <header className={styles.header}>
        <span className={styles.mark}>
          <MarkIcon />
        </span>
        <h1>Demonstrations</h1>
        <ImportButton importing={importing} events={events} />
        <IconButton label="Settings" icon={<SettingsIcon />} onClick={events.onOpenSettings} />
      </header>
      {problem !== null && (
        <div className={styles.problem}>
          <Notice
            tone="error"
            happened={problem}
            kept={null}
            next={null}
            role="alert"
            onDismiss={events.onDismissProblem}
          />
        </div>
      )}
      {importing.state === 'done' && (
        <div className={styles.problem}>
          <Notice
            tone={importing.ok ? 'good' : 'error'}
            happened={importing.message}
            kept={describeFindings(importing.findings)}
            next={null}
            role={importing.ok ? 'status' : 'alert'}
            onDismiss={events.onDismissImport}
          />
        </div>
      )}
      <div className={styles.columns}>
        <main className={styles.library}>
          <Library library={model.library} selectedId={selected?.id ?? null} events={events} />
        </main>
        {selected !== null && (
          <aside className={styles.timeline} aria-label={`Turns of ${selected.title}`}>
            <Timeline key={selected.id} selected={selected} events={events} />
          </aside>
        )}
      </div>
    </div>
  );
}
