import { isIntact } from '../../demonstration/checksum.ts';
import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { turnShape } from '../../demonstration/turn-shape.ts';
import type { ImportSource } from '../import-source.ts';
import { ImportFault } from '../import-source.ts';
import { readJsonObject } from '../read-json.ts';
import { readLines } from '../read-lines.ts';
import { checkId } from './check-id.ts';

/** Some days without a pause; the turns of a demonstration are held at once. */
const MOST_TURNS = 100_000;

/**
 * turns.jsonl, in order. A turn whose checksum is wrong was damaged before it was exported: it is left
 * out with a finding, for the others are good. Everything else that is wrong fails.
 */
export async function readTurns(
  source: ImportSource,
  folder: string,
  demonstration: Demonstration,
  count: number,
  findings: string[],
): Promise<{ turns: Turn[]; damaged: Turn[] }> {
  const path = `${folder}turns.jsonl`;
  const turns: Turn[] = [];
  const damaged: Turn[] = [];
  const ids = new Set<string>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, turn ${ids.size + 1}`;
    if (ids.size === MOST_TURNS) throw new ImportFault(`${path} has over ${MOST_TURNS} turns`);
    const { members, cleaned } = readJsonObject(line, place, { surrogates: 'keep' });
    const fault = turnShape(members, 'turn');
    if (fault !== null) throw new ImportFault(`${place} is damaged: ${fault}`);
    const turn = members as unknown as Turn;
    checkId(turn.id, place);
    if (turn.demonstrationId !== demonstration.id) {
      throw new ImportFault(`${place} belongs to another demonstration`);
    }
    if (ids.has(turn.id)) throw new ImportFault(`${place} has the id of an earlier one`);
    ids.add(turn.id);
    if (cleaned !== null) findings.push(`In ${place}, ${cleaned}; the rest of it was kept.`);
    if (cleaned !== null || isIntact(turn)) turns.push(turn);
    else {
      damaged.push(turn);
      findings.push(`${place} was left out: its checksum is wrong. The others were kept.`);
    }
  }
  if (ids.size !== count) {
    throw new ImportFault(`${path} has ${ids.size} turns where wayscribe.json says ${count}`);
  }
  return { turns, damaged };
}
