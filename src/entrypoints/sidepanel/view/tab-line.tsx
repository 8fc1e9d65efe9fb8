import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { PageIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import type { SidePanelModel } from '../panel-model.ts';
import styles from './tab-line.module.css';

const BLOCKED_PAGES: Record<AccessBlock, MessageName> = {
  'no-page': 'panelBlockedNoPage',
  'extension-page': 'panelBlockedExtension',
  'browser-page': 'panelBlockedBrowser',
  'web-store': 'panelBlockedStore',
  pdf: 'panelBlockedPdf',
  file: 'panelBlockedFile',
};

interface TabLineProps extends Pick<SidePanelModel, 'tab' | 'role'> {
  isRecording: boolean;
  /** Clears the conversation; null while that is not possible. */
  onClear: (() => void) | null;
}

/** The tab that is recorded and acted on, and a notice if that is not possible. */
export function TabLine({ tab, role, isRecording, onClear }: TabLineProps) {
  const remedy = role === 'me' ? 'panelOpenYourself' : 'panelOpenOrAsk';
  return (
    <div className={styles.tab}>
      <p className={styles.line}>
        <PageIcon />
        <span className="visually-hidden">{message('panelWorkingOn')} </span>
        <b>
          <MiddleText text={tab.title || message('panelUntitledPage')} tail={12} />
        </b>
        {onClear !== null && (
          <Button variant="quiet" aria-label={message('panelClearConversation')} onClick={onClear}>
            {message('panelClear')}
          </Button>
        )}
      </p>
      {tab.blocked !== null && (
        <Notice
          tone="info"
          happened={message(BLOCKED_PAGES[tab.blocked])}
          saved={message(isRecording ? 'panelNotRecorded' : 'panelDataIsSafe')}
          next={message(tab.blocked === 'file' ? 'panelAllowFiles' : remedy)}
          role="status"
        />
      )}
    </div>
  );
}
