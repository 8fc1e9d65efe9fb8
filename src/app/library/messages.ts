import type { ImportOutcome } from '../../platform/store/import-demonstration.ts';

/** What users read about imports and exports: what happened, what was saved, what to do. */
export const LIBRARY_MESSAGES = {
  deleted: 'This demonstration is no longer in the library.',
  unknownFormat: (format: string) => `There is no export format “${format}”.`,
  nothingRecorded:
    'Nothing was recorded, so there is nothing to export. Record a few actions first.',
  nothingInBundle: 'There was nothing to export.',
  changed:
    'A demonstration changed while it was exported, so there is no file. Export again when nothing is being edited.',
  exportCancelled: 'The export was cancelled. The demonstration is safe.',
  exportDiskFull:
    'The disk is full, so the file could not be written. The demonstration is safe: free some space, then export again.',
};

/** Describes what became of one demonstration of the imported file `name`. */
export function describeImport(name: string, outcome: ImportOutcome): string {
  switch (outcome.kind) {
    case 'imported': {
      const { title, turns, copied } = outcome;
      const note = copied ? ' The library has a different version of it; both are kept.' : '';
      return `“${title}” was imported with ${turns} turns.${note}`;
    }
    case 'known':
      return `“${outcome.title}” from ${name} is already in the library, so nothing was added.`;
    case 'merged': {
      const { title, added, conflicts } = outcome;
      if (added === 0) return `“${title}” already has every edit in ${name}; nothing was added.`;
      const edits = added === 1 ? 'One edit was' : `${added} edits were`;
      const open =
        conflicts === 0
          ? ''
          : ` ${conflicts === 1 ? 'One conflict waits' : `${conflicts} conflicts wait`} there for your decision.`;
      return `${edits} added to “${title}” from ${name}.${open}`;
    }
    case 'refused':
      return `${name} was not imported: ${outcome.reason}. The library is unchanged.`;
  }
}
