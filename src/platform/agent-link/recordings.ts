import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { migrateDemonstration } from '../../core/demonstration/migrate.ts';
import { mapOf, text } from '../../core/shape.ts';
import { storeValue } from '../settings/stored-value.ts';
import type { Database } from '../store/database.ts';
import { listWithBin } from '../store/read.ts';
import type { Pairing } from './pairings.ts';
import { readPairings } from './pairings.ts';

/** The pairing that began each recording of an agent, by demonstration id. */
type Recorders = Readonly<Record<string, string>>;

const shape = mapOf(text);

/** Stored beside the demonstrations, so that no export has it. Null until earlier recordings were attributed. */
const stored = storeValue('agentRecordings', (value): Recorders | null => {
  if (value === undefined) return null;
  return shape(value, '') === null ? (value as Recorders) : {};
});

/** Attributes the recordings of earlier versions once. Does nothing afterwards. */
export function attributeRecordings(db: Database): Promise<Recorders | null> {
  return stored.change((known) => known ?? attribute(db));
}

/** Returns the ids of the demonstrations that this pairing began. */
export async function readOwnRecordings(
  db: Database,
  pairing: string,
): Promise<ReadonlySet<string>> {
  const known = await attributeRecordings(db);
  const own = Object.entries(known ?? {}).filter(([, recorder]) => recorder === pairing);
  return new Set(own.map(([id]) => id));
}

export async function addOwnRecording(db: Database, id: string, pairing: string): Promise<void> {
  await stored.change(async (known) => ({ ...(known ?? (await attribute(db))), [id]: pairing }));
}

/** Removes what is known of a deleted demonstration. */
export async function forgetRecording(id: string): Promise<void> {
  await stored.change((known) => {
    if (known?.[id] === undefined) return known;
    return Object.fromEntries(Object.entries(known).filter(([each]) => each !== id));
  });
}

async function attribute(db: Database): Promise<Recorders> {
  return attributeByName(await listWithBin(db), await readPairings());
}

/** Earlier versions stored only the agent's name, which does not say which of two agents of that name recorded. */
function attributeByName(
  demonstrations: readonly Demonstration[],
  pairings: readonly Pairing[],
): Recorders {
  const attributed = demonstrations.flatMap((demonstration) => {
    const read = migrateDemonstration(demonstration);
    if (!read.ok) return [];
    const { id, startedAt, form } = read.value;
    const [pairing, ...others] = pairings.filter(({ name }) => name === form.navigatorName);
    const isSure = pairing && others.length === 0 && pairing.pairedAt <= startedAt;
    return isSure ? [[id, pairing.id] as const] : [];
  });
  return Object.fromEntries(attributed);
}
