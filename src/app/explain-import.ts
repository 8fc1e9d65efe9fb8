import type { ImportOutcome } from '../platform/store/import-demonstration.ts';
import type { Imported } from './import-demonstration.ts';

/** What became of a file's demonstrations, for the user: what happened, what was kept. */
export function explainImport(name: string, outcomes: readonly ImportOutcome[]): Imported {
  const sentences = outcomes.map((outcome) => explainOne(name, outcome));
  const ids = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [] : [outcome.id]));
  const message = sentences.join(' ');
  if (ids.length === 0) return { ok: false, message };
  const findings = outcomes.flatMap((one) => (one.kind === 'imported' ? one.findings : []));
  return { ok: true, ids, message, findings };
}

function explainOne(name: string, outcome: ImportOutcome): string {
  switch (outcome.kind) {
    case 'imported':
      return `“${outcome.title}” was imported with ${outcome.turns} turns.${outcome.copied ? COPIED : ''}`;
    case 'known':
      return `“${outcome.title}” is in the library already, just as in ${name}; nothing was doubled.`;
    case 'refused':
      return `${name} was not imported, and the library is as it was: ${outcome.reason}.`;
  }
}

const COPIED =
  ' The library has it in another form already, which was kept; this is a second demonstration.';
