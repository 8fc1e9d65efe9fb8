import type { Actor } from '../../../core/action/action.ts';
import type {
  BrowserTurn,
  Screenshot,
  TurnMetadata,
} from '../../../core/demonstration/demonstration.ts';

const NO_SHOT: Screenshot = {
  status: 'missing',
  reason: 'no page was open before; its effect shows the page that came',
};

export interface LoadPlace {
  tabId: number;
  url: string;
  at: number;
  properties: Record<string, unknown>;
  causedBy: string | null;
  by: Actor;
  /** The id the copilot gave to this load beforehand. */
  announced?: string | null;
}

export function makeLoadTurn(demonstrationId: string, load: LoadPlace): BrowserTurn {
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
