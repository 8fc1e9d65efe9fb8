import type { PageBlock } from '../../../core/snapshot/reach.ts';
import type { NoticeText } from '../../../ui/notice/notice.tsx';
import type { Seat } from './view-model.ts';

const ANYWHERE = 'Open a website in this tab, or ask for one below: “open example.com”.';
/** There is nobody to ask. */
const ANYWHERE_YOURSELF = 'Open a website in this tab.';
const STAYS = 'Your conversation and demonstrations are all here.';
const NOT_RECORDED = 'The recording goes on, but what you do on this page is not kept.';

const BLOCKED_PAGES: Record<PageBlock, NoticeText> = {
  'no-page': {
    happened: 'There is no page to work on.',
    kept: STAYS,
    next: ANYWHERE,
  },
  'extension-page': {
    happened: 'Wayscribe works on websites, not on pages of extensions like this one.',
    kept: STAYS,
    next: ANYWHERE,
  },
  'browser-page': {
    happened: 'This page belongs to the browser, which lets no extension see or use it.',
    kept: STAYS,
    next: ANYWHERE,
  },
  'web-store': {
    happened: 'The browser keeps extensions out of its Web Store.',
    kept: STAYS,
    next: ANYWHERE,
  },
  pdf: {
    happened: 'This is a PDF: the browser’s viewer cannot be read or clicked by an extension.',
    kept: STAYS,
    next: ANYWHERE,
  },
  file: {
    happened: 'This is a file on your disk, and Wayscribe may not see files yet.',
    kept: STAYS,
    next: 'On the browser’s extensions page, open Wayscribe’s details and allow access to file URLs.',
  },
};

/** What is wrong with the tab, what works all the same, and what to do. */
export function explainBlock(block: PageBlock, seat: Seat, isRecording: boolean): NoticeText {
  const { happened, kept, next } = BLOCKED_PAGES[block];
  return {
    happened,
    kept: isRecording ? NOT_RECORDED : kept,
    next: next === ANYWHERE && seat === 'me' ? ANYWHERE_YOURSELF : next,
  };
}
