import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { PageIcon } from '../../../ui/icons/glyphs.tsx';
import { MiddleText } from '../../../ui/middle-text/middle-text.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { explainBlock } from './blocked-page.ts';
import styles from './tab-line.module.css';
import type { Seat, TabModel } from './view-model.ts';

function Favicon({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === failed) return <PageIcon />;
  return (
    <img
      className={styles.favicon}
      src={url}
      alt=""
      onError={() => {
        setFailed(url);
      }}
    />
  );
}

interface TabLineProps {
  tab: TabModel;
  seat: Seat;
  /** What is done on the tab is being recorded, if it can be. */
  isRecording: boolean;
  /** Forgets the conversation; null while there is none, or it is worked on. */
  onClear: (() => void) | null;
}

/** The tab that is recorded and acted on, and a notice when that cannot be done. */
export function TabLine({ tab, seat, isRecording, onClear }: TabLineProps) {
  const title = tab.title === '' ? 'Untitled page' : tab.title;
  return (
    <div className={styles.tab}>
      <p className={styles.line}>
        <Favicon url={tab.faviconUrl} />
        <span className="visually-hidden">Working on </span>
        <b>
          <MiddleText text={title} tail={12} />
        </b>
        {onClear !== null && (
          <Button variant="quiet" aria-label="Clear conversation" onClick={onClear}>
            Clear
          </Button>
        )}
      </p>
      {tab.blocked !== null && (
        <Notice tone="info" {...explainBlock(tab.blocked, seat, isRecording)} role="status" />
      )}
    </div>
  );
}
