import { flag, listOf, objectWith, text } from '../shape.ts';

/** What a person chooses for one recording, beyond what is always kept. */
export interface RecordingOptions {
  /** Films the recorded tab; needs the grant that the toolbar button gives. */
  video: boolean;
  /** Keeps a hover where a later action needed it. */
  hover: boolean;
  /**
   * Keeps alert, confirm and prompt with what was answered. Needs a script in the page's own world,
   * which a page could notice.
   */
  dialogs: boolean;
  /** Keeps settled pages as MHTML too, and the accessible names and roles of what is in the viewport. */
  extras: boolean;
  /** CSS selectors of parts to mask, besides those of Settings. */
  masks: string[];
}

export const DEFAULT_OPTIONS: RecordingOptions = {
  video: false,
  hover: true,
  dialogs: false,
  extras: false,
  masks: [],
};

export const optionsShape = objectWith({
  video: flag,
  hover: flag,
  dialogs: flag,
  extras: flag,
  masks: listOf(text),
});
