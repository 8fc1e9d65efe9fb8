import type { NavigationCause, NavigationCommit } from '../../../core/demonstration/cause.ts';
import type {
  BrowserTurn,
  Demonstration,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import type { NavigationReport } from '../../../protocol/background.ts';
import type { LoadKeeping, createDepartures } from './page-unloads.ts';

/** A report and the browser's own event of the same navigation are this far apart at most. */
const PAIRING_MS = 3000;

/** Within the same page they are closer. */
const BURST_MS = 500;

/** A navigation that takes longer is not known to have begun when it is committed. */
const BEGUN_MS = 120_000;

/**
 * What is known of navigations before they are committed: when the browser began them, and what the page
 * said of who did. Only memory: without it, the time of the commit and its type must do.
 */
export function createNavigationReports() {
  const begun = new Map<number, number>();
  const firstBegun = new Map<number, number>();
  const reports = new Map<number, NavigationReport>();

  return {
    begin(tabId: number, at: number): void {
      begun.set(tabId, at);
      if (!firstBegun.has(tabId)) firstBegun.set(tabId, at);
    },
    /** When the first navigation of a tab began, as far as this service worker has seen it. */
    firstBegunAt: (tabId: number): number | undefined => firstBegun.get(tabId),
    report: (tabId: number, report: NavigationReport): void => void reports.set(tabId, report),

    /** When the navigation that is now committed began. */
    takeBegin(tabId: number, committedAt: number): number {
      const at = begun.get(tabId);
      begun.delete(tabId);
      return at !== undefined && committedAt - at < BEGUN_MS
        ? Math.min(at, committedAt)
        : committedAt;
    },

    /** What the page said of a navigation that began at `at`. */
    takeReport(tabId: number, at: number, transition: Transition): NavigationReport | null {
      const report = reports.get(tabId);
      if (!report || Math.abs(report.at - at) > PAIRING_MS || !fits(report, transition))
        return null;
      reports.delete(tabId);
      return report;
    },

    /** The same for an address of a page that stays: one report may stand for several of a burst. */
    findReport(tabId: number, at: number, transition: Transition): NavigationReport | null {
      const report = reports.get(tabId);
      return report && Math.abs(report.at - at) <= BURST_MS && fits(report, transition)
        ? report
        : null;
    },

    forget(tabId: number): void {
      begun.delete(tabId);
      firstBegun.delete(tabId);
      reports.delete(tabId);
    },
  };
}

type Transition = Pick<Committed, 'transitionType' | 'transitionQualifiers'>;

/** Whether a report and a commit can be of the same navigation. */
function fits(
  { type }: NavigationReport,
  { transitionType, transitionQualifiers }: Transition,
): boolean {
  if (transitionQualifiers.includes('forward_back')) return type === 'traverse';
  if (transitionType === 'reload') return type === 'reload';
  return type === 'push' || type === 'replace';
}

export type Committed = chrome.webNavigation.WebNavigationTransitionCallbackDetails;

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
  lookAgain: (turnId: string, commit: NavigationCommit, cause: NavigationCause | null) => void;
}
