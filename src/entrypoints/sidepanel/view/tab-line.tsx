import { useState } from 'react';
import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { PageIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import type { NoticeText } from '../../../ui/components/notice.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import styles from './tab-line.module.css';
import type { NavigatorRole, TabModel } from './view-model.ts';

function Favicon({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === failed) return <PageIcon />;
  return <img className={styles.favicon} src={url} alt="" onError={() => setFailed(url)} />;
}

interface TabLineProps {
  tab: TabModel;
  role: NavigatorRole;
  /** What is done on the tab is being recorded, if it can be. */
  isRecording: boolean;
  /** Forgets the conversation; null while there is none, or it is worked on. */
  onClear: (() => void) | null;
}

/** The tab that is recorded and acted on, and a notice when that cannot be done. */
export function TabLine({ tab, role: seat, isRecording, onClear }: TabLineProps) {
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

const OPEN_OR_ASK = 'Open a website in this tab, or ask for one below: “open example.com”.';
/** There is nobody to ask. */
const OPEN_YOURSELF = 'Open a website in this tab.';
const DATA_IS_SAFE = 'Your conversation and demonstrations are all here.';
const NOT_RECORDED = 'The recording goes on, but what you do on this page is not kept.';

const BLOCKED_PAGES: Record<AccessBlock, NoticeText> = {
  'no-page': {
    happened: 'There is no page to work on.',
    saved: DATA_IS_SAFE,
    next: OPEN_OR_ASK,
  },
  'extension-page': {
    happened: 'Wayscribe works on websites, not on pages of extensions like this one.',
    saved: DATA_IS_SAFE,
    next: OPEN_OR_ASK,
  },
  'browser-page': {
    happened: 'This page belongs to the browser, which lets no extension see or use it.',
    saved: DATA_IS_SAFE,
    next: OPEN_OR_ASK,
  },
  'web-store': {
    happened: 'The browser keeps extensions out of its Web Store.',
    saved: DATA_IS_SAFE,
    next: OPEN_OR_ASK,
  },
  pdf: {
    happened: 'This is a PDF: the browser’s viewer cannot be read or clicked by an extension.',
    saved: DATA_IS_SAFE,
    next: OPEN_OR_ASK,
  },
  file: {
    happened: 'This is a file on your disk, and Wayscribe may not see files yet.',
    saved: DATA_IS_SAFE,
    next: 'On the browser’s extensions page, open Wayscribe’s details and allow access to file URLs.',
  },
};

/** What is wrong with the tab, what works all the same, and what to do. */
function explainBlock(block: AccessBlock, seat: NavigatorRole, isRecording: boolean): NoticeText {
  const { happened, saved: kept, next } = BLOCKED_PAGES[block];
  return {
    happened,
    saved: isRecording ? NOT_RECORDED : kept,
    next: next === OPEN_OR_ASK && seat === 'me' ? OPEN_YOURSELF : next,
  };
}
