import type { Uid } from '../../action/action.ts';

/** What a short message asks for that only makes sense after something was done. */
export type FollowUp =
  | { kind: 'undo' }
  | { kind: 'again' }
  /** The same on the next thing of its kind, or (-1) the one before. */
  | { kind: 'next'; by: 1 | -1 }
  /** Not this one: what was done is undone where it can be. */
  | { kind: 'other' }
  /** The same on the first, second, last (-1). */
  | { kind: 'nth'; place: number; instead: boolean }
  /** The same for what these words name; `instead` of what was done, or after it. */
  | { kind: 'same'; words: string; instead: boolean };

/**
 * One thing a direct request asks for. `target` is the phrase that names an element, in the user's
 * words; null means the element that the previous step left the user at.
 */
export type Step = Asked & {
  /** The user's words, where `target` has others. */
  said?: string;
};

type Asked =
  /**
   * `orElse`: what is clicked where nothing is called so. `searches`: the page is searched
   * for the target instead. `opens`: the branch of a tree is opened, not only selected.
   */
  | { kind: 'click'; target: string; orElse?: string; opens?: true; searches?: true }
  | { kind: 'hover'; target: string }
  | { kind: 'doubleClick'; target: string }
  | { kind: 'rightClick'; target: string }
  /** `to` names where it is dropped; `orElse` a button that may do the same. */
  | { kind: 'drag'; target: string; to: string; orElse?: string }
  /** What the page shows as a text becomes another one. */
  | { kind: 'rename'; target: string; text: string }
  /**
   * `replaces`: the user agreed that the text in the field goes. `isName`: it is for the first field of what was just
   * opened for a new thing. Where nothing is called `target`, `whole` is the text, or
   * a button may be called `orElse`. `parts`: the text cut at its commas, where each part may begin with the name of a field.
   */
  | {
      kind: 'type';
      text: string;
      target: string | null;
      replaces?: true;
      isName?: true;
      whole?: string;
      orElse?: string;
      parts?: FillPart[];
    }
  /** Type into the search box and press Enter; `target` names the box when the user did. */
  | { kind: 'search'; text: string; target: string | null }
  /** `phrase` is value and target as said: `Cash on delivery` may be one name. */
  /** `turnsOn`: a switch may be called so: "make my profile public". */
  | { kind: 'choose'; value: string; target: string | null; phrase: string; turnsOn?: true }
  /** Whatever the control is: text to type, an option to choose, a box to tick. */
  /** `renames`: what gets another name where no control is called `target`. */
  | { kind: 'set'; value: string; target: string; renames?: string }
  /** Both ends of a range: two fields or handles, or two days of a calendar. */
  | { kind: 'range'; target: string; from: string; to: string }
  /** `orElse`: what is clicked where no box is called so. */
  | { kind: 'toggle'; target: string; on: boolean; orElse?: string }
  /** So many more, or less where `by` is below 0. */
  | { kind: 'count'; target: string | null; by: number }
  | { kind: 'clear'; target: string }
  /** `isOpened`: what was just opened, by its own button where it has one. */
  | { kind: 'submit'; target: string | null; isOpened?: true }
  /** `key` is a KeyboardEvent.key name. */
  /** `sends`: what was typed for a search; many pages have searched already. */
  | { kind: 'press'; key: string; target: string | null; sends?: true }
  | { kind: 'load'; url: string }
  | { kind: 'back' }
  | { kind: 'forward' }
  | { kind: 'reload' }
  /** null: a moment. */
  | { kind: 'wait'; seconds: number | null }
  /** What the page offers and the navigator can do there. */
  | { kind: 'help' }
  /** `target` names what is scrolled; the page without it. */
  | { kind: 'scroll'; direction: Direction; extent: Extent; target?: string }
  /** `jumps`: a link of that name is pressed, if there is one. */
  | { kind: 'reveal'; target: string; jumps?: true }
  /** What one field holds, or the page says under a name, into another; `plain` is meant where `from` names neither. */
  | { kind: 'copy'; from: string; to: string; plain: Step | null }
  /** The fields of a form, each by its name. `sought`: what is searched for where none of them has such a value. */
  /** `orElse`: what is done where some part has no place. */
  | { kind: 'fill'; parts: FillPart[]; sought?: string; orElse?: Step[] }
  /** A tool of the page, by its name; `parts` are its arguments. */
  | { kind: 'tool'; name: string; parts: FillPart[] }
  /** Open or close a section, a tree's branch, details. */
  | { kind: 'expand'; target: string; open: boolean }
  /** A new thing of a list, called `text`; `target` says which kind and where: "card to Done". */
  | { kind: 'entry'; text: string; target: string }
  /** Every box that the words name, or all; `except` names those to leave. A button may be called `orElse`. */
  | { kind: 'tickAll'; target: string; except: string | null; on: boolean; orElse?: string }
  /**
   * The user agrees beforehand to what the page asks: "…, yes", "… and confirm". `target` holds the words of the command
   * before it; `orElse` names the button to press if the page asks nothing.
   */
  | { kind: 'agree'; target: string; orElse?: string }
  /** Why the user asks for the rest. Nothing is done about it, so the page must have none of its words. */
  | { kind: 'reason'; words: string }
  /** Nothing to do, but to report at the end. */
  | { kind: 'tell'; text: string };

/**
 * `label` is null where only the page can tell where the field's name ends: "city London". `isWhole`: every
 * word must belong to the field's name or to the value, since the user did not mention a form.
 */
export interface FillPart {
  said: string;
  label: string | null;
  value: string;
  isWhole?: true;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** How far to scroll: CSS px, a share of the visible part, or as far as it goes. */
export type Extent = { pixels: number } | { screens: number } | 'end';

/**
 * A step, or what is left of one: `pick` chooses in the list `from` (of the element `list`), which was
 * just opened (or was `open` before), and shortened by typing when `typed`; `confirm` looks whether the list shows what was
 * picked; `day` is chosen in a calendar.
 */
export type Task = TaskKind & {
  /** A hidden part of the page was shown for it. */
  isRevealed?: true;
};

type TaskKind =
  | Step
  | { kind: 'pick'; value: string; from: string; list: Uid; typed: boolean; open: boolean }
  | { kind: 'confirm'; value: string; from: string; list: Uid }
  /** Looks whether `fold` is as asked; `tried`: how many other ways than a click were. */
  | { kind: 'folded'; target: string; fold: Uid; open: boolean; tried: number }
  /** A date or time was typed into `field`: `entered` once Enter has been pressed there. */
  | { kind: 'commit'; value: string; target: string; field: Uid; entered: boolean }
  /** A day in a calendar that was opened or turned: `shown` is the month it showed before, null where none did. */
  | { kind: 'day'; said: string; shown: string | null; turns: number }
  /** The name that can be edited now becomes another one. */
  | { kind: 'retype'; target: string; text: string }
  /** Presses what is called so in the menu that was just opened for an item; `isWhole`: by all of the words. */
  | { kind: 'inMenu'; target: string; isWhole?: boolean }
  /** Answers the page if it asks for confirmation of what the words say. */
  | { kind: 'confirmed'; target: string }
  /** Looks whether what was set in `field` still has to be saved. */
  | { kind: 'unsaved'; field: Uid }
  /** Ends a request of which a part could not be done. */
  | { kind: 'lack'; text: string }
  /** Looks whether the page shows `text`, in the part of it `within`; `lack` is the answer if it doesn't. */
  | { kind: 'shown'; text: string; within: Uid | null; lack: string }
  /**
   * A step on this very element, or on the only one that looks like it if the page was rendered again; without either,
   * wherever its words lead to.
   */
  | { kind: 'bound'; uid: Uid; look?: string; task: Step }
  /** Words that are no command: what they may name is asked about; `reason` is the answer if that is nothing. */
  | { kind: 'unread'; words: string; reason: string; isBeyond?: true }
  /** What only makes sense after the last request: "undo that", "the other one". */
  | { kind: 'follow'; followUp: FollowUp }
  /** A skill from one of its active steps on; see skill/skill-decider.ts. */
  | { kind: 'skill'; skillId: string; values: Readonly<Record<string, string>>; from: number };
export type TaskOf<K extends Task['kind']> = Extract<Task, { kind: K }>;
