import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isOf, listOf, mapOf, number, objectWith, text } from '../../../core/shape.ts';

/** What the command line knows of one agent. */
export interface AgentRecord {
  /** Identifies the agent to the extension. */
  id: string;
  port: number;
  /** The tokens that the paired browser may have: the last two while it has not confirmed the newer one. */
  tokens: readonly string[];
  /** For agents that use HTTP. */
  httpToken: string;
}

const agentsShape = mapOf(
  objectWith({ id: text, port: number, tokens: listOf(text), httpToken: text }),
);

const FIRST_PORT = 9320;

/** `agents.json` in the user's configuration folder, which only the user may read. */
export function locateAgentFile(env: NodeJS.ProcessEnv = process.env): string {
  const { WAYSCRIBE_HOME, XDG_CONFIG_HOME, APPDATA } = env;
  if (WAYSCRIBE_HOME) return join(WAYSCRIBE_HOME, 'agents.json');
  const home = process.platform === 'win32' && APPDATA ? APPDATA : XDG_CONFIG_HOME;
  return join(home || join(homedir(), '.config'), 'wayscribe', 'agents.json');
}

type Agents = Record<string, AgentRecord>;

/** Reads and writes the record of one agent; the file holds those of all. */
export async function openAgentFile(path: string, name: string, make: () => AgentRecord) {
  const all = await readAgents(path);
  if (typeof all === 'string') return all;
  const taken = Object.values(all).map(({ port }) => port);
  let port = FIRST_PORT;
  while (taken.includes(port)) port += 1;
  let record = all[name] ?? { ...make(), port };
  return {
    read: () => record,
    /** Other agents' servers may have written meanwhile, so the file is read again. */
    async change(part: Partial<AgentRecord>): Promise<void> {
      record = { ...record, ...part };
      const now = await readAgents(path);
      const others = typeof now === 'string' ? {} : now;
      await writeAgents(path, { ...others, [name]: record });
    },
  };
}

export type AgentFile = Exclude<Awaited<ReturnType<typeof openAgentFile>>, string>;

/** Returns a sentence if there is a file that can't be read. */
async function readAgents(path: string): Promise<Agents | string> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    return `${path} could not be read (${String(error)}).`;
  }
  try {
    const value: unknown = JSON.parse(content);
    if (isOf<Agents>(agentsShape)(value)) return value;
  } catch {
    // Reported like any other content that isn't ours.
  }
  return `${path} does not hold Wayscribe’s agents. Move it away and pair again.`;
}

async function writeAgents(path: string, agents: Agents): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(agents, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
