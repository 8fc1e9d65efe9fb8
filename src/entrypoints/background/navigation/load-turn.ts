import type { Actor } from '../../../core/action/action.ts';
import { copyPageState } from '../../../core/demonstration/cause.ts';
import type {
  BrowserTurn,
  Screenshot,
  TurnMetadata,
} from '../../../core/demonstration/demonstration.ts';
import type { Database } from '../../../platform/store/database.ts';
import { changeTurnBy } from '../../../platform/store/write.ts';

const NO_SHOT: Screenshot = {
  status: 'missing',
  reason: 'no page was open before; its effect shows the page that came',
};

/** What WebLINX has for turns without a page (weblinx-format.md §1.5). */
const BARE_METADATA: TurnMetadata = {
  mouseX: 0,
  mouseY: 0,
  tabId: -1,
  url: '',
  viewportWidth: -1,
  viewportHeight: -1,
  zoomLevel: 1,
};

interface Load {
  tabId: number;
  url: string;
  at: number;
  properties: Record<string, unknown>;
  causedBy: string | null;
  by: Actor;
  /** The id that the copilot gave to this load beforehand. */
  announced?: string | null;
}

export function makeLoadTurn(demonstrationId: string, load: Load): BrowserTurn {
  const { tabId, url, at, by, properties, causedBy, announced } = load;
  return {
    ...makeBareTurn(demonstrationId, announced ?? `load-${tabId}-${at}`, at),
    by,
    action: { intent: 'load', url },
    metadata: { ...BARE_METADATA, tabId, url },
    properties: { url, tabId, ...properties },
    causedBy,
  };
}

export function makeBareTurn(demonstrationId: string, id: string, at: number) {
  return {
    kind: 'browser',
    id,
    demonstrationId,
    at,
    seq: 0,
    by: 'person',
    element: null,
    metadata: BARE_METADATA,
    snapshot: null,
    screenshot: NO_SHOT,
    receipt: null,
    causedBy: null,
  } as const satisfies Partial<BrowserTurn>;
}

/** Copies the page state to a load within a page, from its cause or from `sourceId` as stored now. */
export async function borrowPageState(
  db: Database,
  load: BrowserTurn,
  sourceId: string | null = load.causedBy,
): Promise<void> {
  if (sourceId === null) return;
  await changeTurnBy(db, load.id, sourceId, (turn, from) =>
    turn.kind === 'browser' && from.kind === 'browser' ? copyPageState(turn, from) : turn,
  );
}
