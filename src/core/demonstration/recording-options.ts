import { flag, listOf, objectWith, text } from '../shape.ts';

/** Choices for one recording. */
export interface RecordingOptions {
  /** Films the tab; needs the permission that the toolbar button gives. */
  video: boolean;
  /** Records a hover that a later action needs. */
  hover: boolean;
  /**
   * Records alert, confirm and prompt with the answers. Needs a script in the page's own world, which a page could
   * notice.
   */
  dialogs: boolean;
  /** Saves settled pages as MHTML too, and names and roles of elements in the viewport. */
  extras: boolean;
  /** CSS selectors of parts to mask, besides those in Settings. */
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
