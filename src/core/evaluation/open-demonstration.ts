import type { DemonstrationContent } from '../demonstration/content.ts';
import type { BrowserTurn } from '../demonstration/demonstration.ts';
import type { MindAct } from '../formats/mind2web/task.ts';
import { readHostname, nameWebsite, listMindSteps } from '../formats/mind2web/task.ts';
import { sortPromptTurns } from '../formats/otr/select-turns.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import { openReplay } from '../formats/weblinx/replay.ts';

export interface OpenedDemonstration {
  content: DemonstrationContent;
  view: ReplayView;
  /** The turns that get a prompt, by index in the view. */
  selected: readonly number[];
  /** How many lack one, since their screenshot is missing or may be late. */
  skipped: number;
  /** By id of the turn: what it is as a step of Mind2Web's. */
  steps: ReadonlyMap<string, MindAct>;
  /** The page's host at each of the view's turns; of what was said, that of the turn before. */
  sites: readonly string[];
  /** Of the first page, as Mind2Web names websites. */
  website: string;
}

/** `unproven`: turns without a proven screenshot get a prompt as well. */
export async function openDemonstration(
  content: DemonstrationContent,
  unproven = false,
): Promise<OpenedDemonstration> {
  const view = await openReplay(content);
  const browser = new Map(
    content.turns.flatMap((turn) => (turn.kind === 'browser' ? [[turn.id, turn] as const] : [])),
  );
  const acts = listMindSteps(content.turns).flatMap((step) => ('left' in step ? [] : [step]));
  const urls = listUrls(view, browser);
  const sorted = sortPromptTurns(view.turns);
  const all = [...sorted.selected, ...sorted.unproven].sort((a, b) => a - b);
  return {
    content,
    view,
    selected: unproven ? all : sorted.selected,
    skipped: unproven ? 0 : sorted.unproven.length,
    steps: new Map(acts.map((act) => [act.turn.id, act])),
    sites: urls.map(readHostname),
    website: nameWebsite(urls.find((url) => url !== '') ?? ''),
  };
}

function listUrls(view: ReplayView, browser: ReadonlyMap<string, BrowserTurn>): string[] {
  let last = '';
  return view.turnIds.map((id) => (last = browser.get(id)?.metadata.url || last));
}
