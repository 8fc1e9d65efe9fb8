import type { Cause, Commit } from '../../core/demonstration/cause.ts';
import type { BrowserTurn, Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import type { createDepartures } from './departures.ts';
import type { Keeping } from './keep-turn.ts';
import type { createNavigationReports } from './navigation-reports.ts';
import type { SecretGuard } from './secret-guard.ts';

export type Committed = chrome.webNavigation.WebNavigationTransitionCallbackDetails;

/** As much of it as loads need. */
export type LoadKeeping = Omit<Keeping, 'extras' | 'adding' | 'guard'> & {
  guard: Pick<SecretGuard, 'search'>;
};

/** What the handling of a navigation needs; shared by loads and new addresses of the same document. */
export interface NavigationTools {
  keeping: LoadKeeping;
  reports: ReturnType<typeof createNavigationReports>;
  departures: ReturnType<typeof createDepartures>;
  /** Turns so far, those on their way to the store included. */
  readTurns: (demonstration: Demonstration) => Promise<Turn[]>;
  takeAnnounced: (tabId: number, at: number) => string | null;
  keepLoad: (turn: BrowserTurn) => Promise<void>;
  /** Looks once more for the cause of a turn, when late actions are there. */
  lookAgain: (turnId: string, commit: Commit, cause: Cause | null) => void;
}
