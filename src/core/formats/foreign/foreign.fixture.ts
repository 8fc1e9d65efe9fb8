import type { DemonstrationContent } from '../../demonstration/content.ts';
import { describeTurn } from '../../navigator/describe-turn.ts';
import { findFileRoots, findRoots } from '../find-roots.ts';
import type { Files } from '../import.fixture.ts';
import { makePorts, makeSource, toContent } from '../import.fixture.ts';
import type { ReadOutcome } from '../read-demonstration.ts';
import { readDemonstration } from '../read-demonstration.ts';

/** Imports the first demonstration in files as Studio and the command line do; `text` is all that was stored, pages too. */
export async function importFiles(
  files: Files,
): Promise<{ outcome: ReadOutcome; content: DemonstrationContent; text: string }> {
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  const source = makeSource(files);
  const folders = findRoots(source.paths);
  const [root] = [...folders, ...(await findFileRoots(source, folders))];
  if (!root) throw new Error('no demonstration was found');
  const outcome = await readDemonstration(source, root, makePorts(store));
  if (!outcome.ok) return { outcome, content: NO_CONTENT, text: '' };
  const pages = [...store.values()].map((bytes) => new TextDecoder().decode(bytes));
  const { demonstration, turns } = outcome;
  const text = JSON.stringify([demonstration, turns, pages]);
  return { outcome, content: toContent(outcome, store), text };
}

const NO_CONTENT = { turns: [] } as unknown as DemonstrationContent;

/** What each turn does, and where. */
export function writeReadableTurns({ turns }: DemonstrationContent): string[] {
  return turns.map((turn) =>
    turn.kind === 'say' ? turn.action.utterance : `${describeTurn(turn)} | ${turn.metadata.url}`,
  );
}
